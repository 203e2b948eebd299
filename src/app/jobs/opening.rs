//! The jobs that read: opening a file, building its scene and buffers, listing folders and detecting
//! formats.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::{Handle, Message, combined_scene, journaling};
use crate::app::model::{
    Command, Doc, DocScene, Level, Listing, SharedGpu, Sidecar, Sniff, document::notes::sidecar,
    document::paths, document::sources,
};
use crate::bytes::{Origin, Problem, Severity, Source, SourceId, Span};
use crate::container::disk_path;
use crate::edit::journal::Journal;
use crate::library::{
    CombinedScene, Entry, Game, Library, OpenError, Opened, ResolvedPath, demo, plain,
};
use crate::render::{self, SceneBuffers};
use crate::scene::Scene;

/// Time that the first picture waits for textures: short enough not to be noticed, and long enough for a
/// small scene to appear complete.
pub const AHEAD: Duration = Duration::from_millis(100);

/// Maximum length of a notes file.
const MAX_NOTES_LEN: u64 = 64 << 20;

/// Request to open a file.
pub struct Request {
    pub path: String,
    pub around: ShownWith,
    /// Overrides format detection.
    pub format: Option<String>,
    pub generation: u64,
    /// Folder of the journals.
    pub journals: Option<PathBuf>,
    /// Paths of the files whose edit history is already loaded.
    pub known: BTreeSet<String>,
    /// The path is that of the open document, which is read again.
    pub rereads: bool,
}

/// Files to show together with the requested file.
pub enum ShownWith {
    /// Files that were opened together with the requested one; only those that belong to it are
    /// shown. If the requested path is a folder, the first of these files is opened instead.
    Among(Vec<String>),
    /// All of these files.
    These(Vec<String>),
}

/// Opens a path: first the fields, then the scene with its buffers.
pub fn open(handle: &Handle, library: &Library, gpu: &SharedGpu, request: Request) {
    let Request { path, around, format, generation, journals, known, rereads } = request;
    let (path, around) = match around {
        ShownWith::These(around) => (path, around),
        ShownWith::Among(others) if others.is_empty() => (path, Vec::new()),
        ShownWith::Among(others) => {
            let all = [vec![path.clone()], others].concat();
            let files = all.iter().filter(|path| !is_folder(library, path)).cloned();
            let (path, around) = match files.collect::<Vec<_>>().as_slice() {
                [] => (path, Vec::new()),
                [one] => (one.clone(), Vec::new()),
                files => combined_scene::sort_out(library, files, &|| handle.cancelled()),
            };
            let roots = all.into_iter().filter(|other| *other != path).map(Command::AddRoot);
            roots.for_each(|add| handle.send(Message::Command(add)));
            (path, around)
        }
    };
    if handle.cancelled() {
        return;
    }
    if is_folder(library, &path) {
        if rereads {
            let why = format!("{path}: expected a file, found a folder");
            return handle.send(Message::Failed { generation, path, why });
        }
        return handle.send(Message::Folder { generation, path, parts: false });
    }
    let opened = match read(library, &path, format.as_deref()) {
        Ok(opened) => opened,
        Err(OpenError::Unknown { source, .. }) => {
            if let Some(sidecars) = notes_in(&source) {
                let from = source.file_name().to_owned();
                return handle.send(Message::Merge { from, sidecars });
            }
            library.open_plain(&source, None, Some(Library::unclaimed(&source)))
        }
        Err(OpenError::Failed { source, format, error, .. }) => {
            let message = format!("recognised as {format}, but {}", error.0.message);
            library.open_plain(&source, None, Some(Problem { message, ..*error.0 }))
        }
        // The file itself is shown, with a problem that reports the missing files.
        Err(OpenError::Lacking { source, message }) => {
            let why = Problem::new(Severity::Error, Span::new(source.id(), 0, 0), "", message);
            library.open_plain(&source, None, Some(why))
        }
        Err(error) => {
            return handle.send(Message::Failed { generation, path, why: error.to_string() });
        }
    };
    let journals = journals.as_deref();
    let opened = journals
        .filter(|_| !known.contains(&path))
        .and_then(|folder| resumed(handle, library, &path, &opened, folder))
        .unwrap_or(opened);
    let document = &opened.document;
    if let Some(members) = opened.members(library) {
        let parts = members.are_parts();
        handle.send_soon(Message::Folder { generation, path: path.clone(), parts });
    }
    let problems = document.problems.clone();
    let names = library.names.revision();
    let doc = Doc { opened: opened.clone(), problems, scene: None, generation, names };
    handle.send_soon(Message::Opened { doc: Arc::new(doc), more: true });
    let (mut scene, mut names) = opened.scene_and_names(library);
    let companions = scene.as_ref().zip(journals).map(|(scene, folder)| {
        resume_companions(handle, library, (&opened, scene), folder, &known)
    });
    if companions == Some(true) {
        (scene, names) = opened.rebuilt_scene(library);
    }
    if handle.cancelled() {
        return;
    }
    let problems = opened.problems(library);
    let (scene, around) = match scene {
        Some(own) if !around.is_empty() => {
            let CombinedScene { scene, around, failed } = library.put_together(&own, &around);
            failed.into_iter().for_each(|why| handle.notify(Level::Error, why));
            (Some(Arc::new(scene)), around)
        }
        own => (own, Vec::new()),
    };
    let made = scene.map(|scene| {
        let gpu = gpu.wait().as_ref();
        let upload = |gpu| SceneBuffers::streamed(gpu, scene.clone(), AHEAD, render::BUDGET);
        let buffers = gpu.map(|gpu| Box::new(upload(gpu)));
        (DocScene { around, ..DocScene::new(scene) }, buffers)
    });
    let (scene, buffers) = made.map_or((None, None), |(scene, buffers)| (Some(scene), buffers));
    let doc = Arc::new(Doc { opened: opened.clone(), problems, scene, generation, names });
    handle.send(match doc.scene {
        Some(_) => Message::Scene { doc, buffers },
        None => Message::Opened { doc, more: false },
    });
    opened.look_for_candidates(library);
}

/// The file with its unsaved edits, if the program ended before they were saved.
fn resumed(
    handle: &Handle,
    library: &Library,
    path: &str,
    opened: &Arc<Opened>,
    folder: &Path,
) -> Option<Arc<Opened>> {
    let journal = Journal::path_in(folder, path);
    let history = journaling::resume(handle, library, path, opened, journal)?;
    let is_dirty = history.is_dirty();
    let base = opened.clone();
    handle.send(Message::Resumed { path: path.to_owned(), base, history });
    let format = opened.chosen.then_some(opened.document.format.id);
    if is_dirty { library.open(path, format).ok() } else { None }
}

/// Restores the unsaved edits of the other files that a scene uses; `true` if there were any.
fn resume_companions(
    handle: &Handle,
    library: &Library,
    (opened, scene): (&Opened, &Scene),
    folder: &Path,
    known: &BTreeSet<String>,
) -> bool {
    let mut met: HashSet<SourceId> = opened.layers().map(Source::id).collect();
    let mut any = false;
    for id in sources(scene) {
        if !met.insert(id) {
            continue;
        }
        let path = library.source(id).map(|source| source.name().to_owned());
        let path = path.filter(|path| *path != opened.path && !known.contains(path));
        let path = path.filter(|path| Journal::path_in(folder, path).exists());
        let Some(path) = path else { continue };
        let Ok(companion) = library.open(&path, None) else { continue };
        any |= resumed(handle, library, &path, &companion, folder).is_some();
    }
    any
}

/// Reads a file in a given format; bytes and plain text open any file.
fn read(library: &Library, path: &str, format: Option<&str>) -> Result<Arc<Opened>, OpenError> {
    let plain = [&plain::BYTES, &plain::TEXT].into_iter().find(|info| Some(info.id) == format);
    match (plain, plain.map(|_| library.place(path)).transpose()?) {
        (Some(info), Some(ResolvedPath::File(source))) => {
            Ok(library.open_plain(&source, Some(info), None))
        }
        _ => library.open(path, format),
    }
}

/// Imported notes, if the file is a notes file.
fn notes_in(source: &Source) -> Option<Vec<Sidecar>> {
    if source.len() > MAX_NOTES_LEN {
        return None;
    }
    let text = std::str::from_utf8(source.bytes()).ok()?;
    sidecar::parse(text).ok().filter(|all| !all.is_empty())
}

fn is_folder(library: &Library, path: &str) -> bool {
    let demo = path == crate::library::demo::FOLDER;
    let exists = disk_path(path).exists();
    library.place(path).is_ok_and(|place| place.is_folder()) || (demo && !exists)
}

/// Finds the root to add for `path`: a folder, disc or archive itself; for another file its folder.
pub fn join(handle: &Handle, library: &Library, path: String) {
    let root = match library.place(&path) {
        Ok(ResolvedPath::File(source)) => {
            let was_open = library.is_open(&source);
            let opened = library.open_source(&source, None).ok();
            let holds = |opened: &Arc<Opened>| {
                opened.members(library).is_some_and(|members| !members.are_parts())
            };
            let is_holder = opened.as_ref().is_some_and(holds);
            if !was_open && !is_holder {
                opened.iter().for_each(|opened| library.close(opened));
            }
            if is_holder { Some(path) } else { paths::parent(&path) }
        }
        _ => Some(path),
    };
    root.into_iter().for_each(|root| handle.send(Message::Root(root)));
}

/// Reopens the existing roots of the last session.
pub fn restore_roots(handle: &Handle, roots: Vec<String>) {
    for root in roots {
        let is_there = root == demo::FOLDER || disk_path(&root).exists();
        let command = if is_there { Command::List(root) } else { Command::CloseRoot(root) };
        handle.send(Message::Command(command));
    }
}

/// Listing of a folder or container.
#[derive(Clone, Debug)]
pub struct Listed {
    pub path: String,
    pub listing: Listing,
    /// Entries whose formats are to be detected.
    pub new: Vec<Entry>,
    /// The folder on disk, absolute and without links; `None` for a container.
    pub folder: Option<PathBuf>,
    /// The game that the folder or container belongs to.
    pub game: Option<Game>,
    /// `true` if the folder was listed because it changed, not on request.
    pub is_automatic: bool,
}

/// Request to list a folder or container.
#[derive(Clone, Debug, Default)]
pub struct ListingRequest {
    /// Entries whose formats are known.
    pub known: Arc<Vec<Entry>>,
    /// Names on disk of files that changed; their formats are detected again.
    pub changed: BTreeSet<OsString>,
    /// See [`Listed::is_automatic`].
    pub is_automatic: bool,
}

/// Lists a folder or container.
pub fn list(handle: &Handle, library: &Library, path: String, request: &ListingRequest) {
    // Discs and archives have their own icons, so the format of a container is reported, too.
    if let Some(found) = library.sniff(&path) {
        handle.send(Message::Sniffed(vec![(path.clone(), Sniff::of(Some(found)))]));
    }
    let (listing, new) = match library.level(&path) {
        Ok(entries) => {
            let known: HashSet<&Entry> = request.known.iter().collect();
            let is_changed = |entry: &Entry| {
                let name = disk_path(&entry.path);
                name.file_name().is_some_and(|name| request.changed.contains(name))
            };
            let is_new = |entry: &&Entry| !known.contains(entry) || is_changed(entry);
            let new = entries.iter().filter(is_new).cloned().collect();
            (Listing::Entries(Arc::new(entries)), new)
        }
        Err(error) => (Listing::Failed(error.to_string()), Vec::new()),
    };
    let on_disk = disk_path(&path);
    let folder = on_disk.is_dir().then(|| on_disk.canonicalize().ok()).flatten();
    let game = library.game_at(&path);
    let is_automatic = request.is_automatic;
    let listed = Listed { path, listing, new, folder, game, is_automatic };
    handle.send(Message::Listed(Box::new(listed)));
}

/// Number of files reported together.
const BATCH: usize = 64;

/// Detects the format of every file of a listing.
pub fn sniff(handle: &Handle, library: &Library, entries: &[Entry]) {
    let files: Vec<&Entry> = entries.iter().filter(|entry| !entry.is_folder).collect();
    for (at, batch) in files.chunks(BATCH).enumerate() {
        if handle.cancelled() {
            return;
        }
        handle.progress((at * BATCH) as u64, files.len() as u64);
        let look = |entry: &&Entry| (entry.path.clone(), Sniff::of(library.sniff(&entry.path)));
        handle.send_soon(Message::Sniffed(batch.iter().map(look).collect()));
    }
}

/// All files on disk from which the open document was made.
pub fn files_behind(library: &Library, doc: &Doc) -> Vec<PathBuf> {
    files_of(library, &doc.opened, doc.scene.as_ref().map(|scene| &*scene.scene))
}

/// All files on disk from which a file and its scene were made.
pub fn files_of(library: &Library, opened: &Opened, scene: Option<&Scene>) -> Vec<PathBuf> {
    let spans = scene.into_iter().flat_map(sources);
    let mut files: Vec<PathBuf> = std::iter::once(opened.stored.id())
        .chain(spans)
        .filter_map(|id| file_of(library, id))
        .collect();
    files.extend(library.descriptions.file_of(opened.document.format.id).map(PathBuf::from));
    files.sort();
    files.dedup();
    files
}

/// The file on disk that contains a source, through containers and wrappers.
fn file_of(library: &Library, mut id: crate::bytes::SourceId) -> Option<PathBuf> {
    // The maximum nesting depth of containers; also protects against cycles.
    for _ in 0..32 {
        match library.source(id)?.origin() {
            Origin::File(path) => return Some(path.clone()),
            origin => id = origin.holder()?,
        }
    }
    None
}
