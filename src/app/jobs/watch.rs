//! Watches the files of the open documents, and the folders of descriptions, for changes on disk.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::{Handle, Message};
use crate::library::{DescriptionFolders, is_description};

/// Watches the folders of some files, since editors replace files instead of writing into them, and listed
/// folders.
#[derive(Default)]
pub struct Watch {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    watched: Arc<Mutex<Watched>>,
}

#[derive(Default)]
struct Watched {
    files: BTreeSet<PathBuf>,
    /// Folders in which files and folders are added, removed, renamed and written.
    listed: BTreeSet<PathBuf>,
}

impl Watch {
    /// Ends the watch of a folder that was removed or replaced, so that the next [`Watch::set`] watches a new one.
    pub fn forget(&mut self, folder: &Path) {
        if self.folders.remove(folder)
            && let Some(watcher) = &mut self.watcher
        {
            let _ = watcher.unwatch(folder);
        }
    }

    /// Watches these files and folders instead of the previous ones; without any, stops watching. Paths of folders
    /// are absolute, without links.
    pub fn set(&mut self, files: &[PathBuf], listed: BTreeSet<PathBuf>, handle: &Handle) {
        let files: BTreeSet<PathBuf> = files.iter().map(|file| real_path(file)).collect();
        let parents = files.iter().filter_map(|file| file.parent()).map(Path::to_path_buf);
        let folders: BTreeSet<PathBuf> = parents.chain(listed.iter().cloned()).collect();
        *self.watched.lock().unwrap_or_else(PoisonError::into_inner) = Watched { files, listed };
        if folders.is_empty() {
            *self = Self { watched: self.watched.clone(), ..Self::default() };
            return;
        }
        if self.watcher.is_none() {
            self.watcher = start(self.watched.clone(), handle.clone());
        }
        let Some(watcher) = &mut self.watcher else { return };
        for removed in self.folders.difference(&folders) {
            // The folder may not exist any more.
            let _ = watcher.unwatch(removed);
        }
        for added in folders.difference(&self.folders) {
            if let Err(error) = watcher.watch(added, RecursiveMode::NonRecursive) {
                log::warn!("{} cannot be watched: {error}", added.display());
            }
        }
        self.folders = folders;
    }
}

/// The absolute path of a file without links, as in events. A file that was removed may be written again; the path of
/// its folder is made absolute then.
pub fn real_path(file: &Path) -> PathBuf {
    let folder = || {
        let absolute = std::path::absolute(file).ok()?;
        Some(absolute.parent()?.canonicalize().ok()?.join(absolute.file_name()?))
    };
    file.canonicalize().ok().or_else(folder).unwrap_or_else(|| file.to_path_buf())
}

fn start(watched: Arc<Mutex<Watched>>, handle: Handle) -> Option<RecommendedWatcher> {
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        let is_listing = is_of_listing(event.kind);
        let is_read = matches!(event.kind, EventKind::Access(_));
        let is_incomplete = event.need_rescan();
        let mut changed = event.paths;
        let listed: BTreeSet<PathBuf> = {
            let watched = watched.lock().unwrap_or_else(PoisonError::into_inner);
            let is_listed = |path: &&PathBuf| {
                let is_folder = watched.listed.contains(*path);
                is_folder || path.parent().is_some_and(|parent| watched.listed.contains(parent))
            };
            let listed = match is_incomplete {
                true => watched.listed.clone(),
                false => changed.iter().filter(|_| is_listing).filter(is_listed).cloned().collect(),
            };
            changed.retain(|path| !is_read && watched.files.contains(path));
            listed
        };
        if !listed.is_empty() {
            handle.send_soon(Message::ListedChanged(listed));
        }
        if !changed.is_empty() {
            handle.send(Message::Changed(changed));
        }
    });
    watcher.map_err(|error| log::warn!("files cannot be watched: {error}")).ok()
}

/// `true` if an event may change the names or sizes in the listing of a folder. On Linux, sizes are read when a written
/// file is closed, because each write is an event.
fn is_of_listing(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        EventKind::Modify(ModifyKind::Metadata(_)) => false,
        EventKind::Modify(ModifyKind::Data(_)) => cfg!(not(target_os = "linux")),
        _ => true,
    }
}

/// Watches the folders of descriptions. For a folder that does not exist yet, the nearest existing
/// parent is watched. Watching ends when the returned watcher is dropped.
pub fn descriptions(handle: &Handle, folders: &DescriptionFolders) -> Option<RecommendedWatcher> {
    let searched = folders.searched();
    let roots: HashSet<PathBuf> = folders.of_roots().into_iter().collect();
    let handle = handle.clone();
    let (watched, of_roots) = (searched.clone(), roots.clone());
    let is_in_root =
        move |path: &PathBuf| path.parent().is_some_and(|folder| of_roots.contains(folder));
    let concerns = move |path: &PathBuf| {
        let is_around = || watched.iter().any(|(folder, _)| folder.starts_with(path));
        let is_inside = |is_deep: bool| {
            let mut folders = watched.iter().filter(|(_, below)| *below || !is_deep);
            folders.any(|(folder, _)| path.starts_with(folder))
        };
        // A name without an extension may be a folder with descriptions.
        let may_be_folder = || path.extension().is_none() && is_inside(true);
        is_around()
            || may_be_folder()
            || is_description(&path.to_string_lossy()) && is_inside(false)
    };
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        let is_read = matches!(event.kind, EventKind::Access(_));
        let is_new =
            matches!(event.kind, EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(_)));
        let is_file = |path: &PathBuf| is_in_root(path) && is_description(&path.to_string_lossy());
        let is_edited = event.paths.iter().any(|path| concerns(path) || is_file(path));
        // A new folder may have descriptions.
        let is_folder = |path: &PathBuf| is_new && is_in_root(path) && path.is_dir();
        if !is_read && (is_edited || event.paths.iter().any(is_folder)) {
            handle.send(Message::DescriptionsChanged { is_edited });
        }
    });
    let mut watcher =
        watcher.map_err(|error| log::warn!("descriptions cannot be watched: {error}")).ok()?;
    for (folder, is_deep) in &searched {
        let Some(existing) = folder.ancestors().find(|folder| folder.is_dir()) else { continue };
        let is_whole = *is_deep && existing == folder;
        let mode = if is_whole { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        if let Err(error) = watcher.watch(existing, mode) {
            log::warn!("{} cannot be watched: {error}", existing.display());
        }
    }
    for folder in roots.iter().filter(|folder| !searched.iter().any(|(known, _)| known == *folder))
    {
        if let Err(error) = watcher.watch(folder, RecursiveMode::NonRecursive) {
            log::warn!("{} and further folders cannot be watched: {error}", folder.display());
            break;
        }
    }
    Some(watcher)
}
