//! Comparison of the open document with another file, or with its saved state.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::app::model::Doc;
use crate::app::model::document::compared_sounds::ComparedSounds;
use crate::app::model::document::first_pose;
use crate::app::model::view::colour_by::{Colouring, Row};
use crate::app::model::view::second_picture::KeptScene;
use crate::edit::{
    BytePairs, ElementChange, ElementChanges, FaceChange, FileChange, Kind, MAX_PAIRED,
    SceneDifference, differences, file_changes, files_to_compare,
};
use crate::library::{Library, Opened};
use crate::render::{Paint, Visibility};

/// The file to compare with.
#[derive(Clone, Debug, PartialEq)]
pub enum ComparedFile {
    /// The open file without its unsaved edits.
    Saved,
    /// Another file.
    File(String),
    /// Two folders, archives or discs, compared file by file; no file is open.
    Folders { before: String, after: String },
}

/// Differences of the open document from another file.
#[derive(Default)]
pub struct Comparison {
    /// Elements in the order of the other file. Paths of changed and added ones are those in the open file.
    pub elements: Vec<ElementChange>,
    /// Number of changed numbers that follow from these changes.
    pub derived: u64,
    /// Differences of the faces in the open file, by draw id; empty if one of the files has no scene.
    faces: Vec<FaceChange>,
    /// Scene of the other file; `None` if one of the files has no scene.
    pub other: Option<Arc<KeptScene>>,
    /// Number of changed elements.
    pub changed: usize,
    /// Number of elements that only the open file has.
    pub added: usize,
    /// Number of elements that only the other file has.
    pub removed: usize,
    /// Number of faces that only the other file has.
    pub removed_faces: usize,
    /// Number of textures that differ.
    pub textures: usize,
    /// Number of palettes that differ.
    pub palettes: usize,
    /// Sounds that differ.
    pub sounds: ComparedSounds,
    /// Number of renamed files.
    pub renamed: usize,
    /// Differing files of two folders, archives or discs. Then there are no elements.
    pub files: Option<Vec<FileChange>>,
    /// The other file, with the bytes of both in pairs, or the reason why they were not paired.
    pub bytes: Option<(Arc<Opened>, Result<BytePairs, String>)>,
}

impl Comparison {
    /// Compares `doc` with `other`, or two folders. Slow. Cancelled if `go_on` returns `false`.
    ///
    /// # Errors
    /// If the other file cannot be opened or has another format.
    pub fn of(
        library: &Library,
        doc: Option<&Doc>,
        other: &ComparedFile,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Self, String> {
        if let ComparedFile::Folders { before, after } = other {
            return Self::of_files(library, [before, after], go_on);
        }
        let doc = doc.ok_or("no file is open")?;
        // Without the edits that the window's library knows.
        let fresh = Library::new();
        let (library, path) = match other {
            ComparedFile::File(path) => (library, path),
            _ => (&fresh, &doc.opened.path),
        };
        let format = doc.opened.document.format.id;
        let opened = library.open(path, Some(format)).or_else(|_| library.open(path, None));
        let opened = opened.map_err(|error| error.to_string())?;
        // Archives with a scene, such as banks of sounds, are compared by their elements.
        let has_files = |opened: &Opened| {
            let members = opened.members(library);
            doc.scene.is_none() && members.is_some_and(|members| !members.are_parts())
        };
        let comparison = match other {
            ComparedFile::File(path) if has_files(&opened) && has_files(&doc.opened) => {
                Self::of_files(library, [path, &doc.opened.path], go_on)?
            }
            _ => Self::of_documents(library, doc, &opened)?,
        };
        let bytes = byte_pairs(&opened, &doc.opened);
        Ok(Self { bytes: Some((opened, bytes)), ..comparison })
    }

    fn of_documents(library: &Library, doc: &Doc, other: &Arc<Opened>) -> Result<Self, String> {
        let (format, found) = (doc.opened.document.format.id, other.document.format.id);
        if found != format {
            return Err(format!("expected {format}, the format of the open file; found {found}"));
        }
        let (mut changes, mut comparison) = (ElementChanges::default(), Self::default());
        let _ = differences(&other.document, &doc.opened.document, &mut |change| {
            changes.add(change);
            Ok(())
        });
        comparison.derived = changes.derived;
        for change in &changes.elements {
            comparison.count(change.kind);
        }
        comparison.elements = changes.elements.into_iter().map(in_open_file).collect();
        comparison.compare_scenes(library, doc, other);
        Ok(comparison)
    }

    fn of_files(
        library: &Library,
        [before, after]: [&str; 2],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Self, String> {
        let lists = [files_to_compare(library, before)?, files_to_compare(library, after)?];
        let files = file_changes(library, lists, go_on)?;
        let mut comparison = Self::default();
        for change in files.iter().filter(|change| !change.is_equal) {
            comparison.count(change.kind);
        }
        comparison.renamed = files.iter().filter(|file| file.renamed_from().is_some()).count();
        Ok(Self { files: Some(files), ..comparison })
    }

    fn count(&mut self, kind: Kind) {
        *match kind {
            Kind::Changed => &mut self.changed,
            Kind::Added => &mut self.added,
            Kind::Removed => &mut self.removed,
        } += 1;
    }

    fn compare_scenes(&mut self, library: &Library, doc: &Doc, other: &Arc<Opened>) {
        let (Some(own), Some(scene)) = (&doc.scene, other.scene(library)) else { return };
        let difference = SceneDifference::of(&scene, &own.scene);
        self.removed_faces = difference.a.iter().filter(|face| face.has(FaceChange::ALONE)).count();
        self.faces = difference.b;
        self.textures = difference.textures.len();
        self.palettes = difference.palettes.len();
        self.sounds = ComparedSounds::of(scene.clone(), own.scene.clone(), doc.generation);
        self.other = Some(Arc::new(KeptScene {
            name: other.path.clone(),
            visibility: Visibility::initial(&scene),
            posed: Arc::new(first_pose(&scene).1),
            scene,
            ..KeptScene::default()
        }));
    }

    /// `true` if nothing differs.
    pub fn is_empty(&self) -> bool {
        let no_files = self.files.as_ref().is_none_or(Vec::is_empty);
        self.elements.is_empty() && self.derived == 0 && no_files
    }

    /// Number of listed differences.
    pub fn len(&self) -> usize {
        self.files.as_ref().map_or(self.elements.len(), Vec::len)
    }

    /// The faces of the open file by their differences.
    pub fn colouring(&self) -> Colouring {
        let counts = FaceChange::counts(&self.faces);
        let mut rows: Vec<Row> = Vec::new();
        let mut row_of_change = [0; FaceChange::ALL.len()];
        for ((change, count), row) in
            FaceChange::ALL.into_iter().zip(counts).zip(&mut row_of_change)
        {
            if count > 0 {
                *row = rows.len() as u32;
                let paint = Some(Paint::solid(change.colour()));
                rows.push(Row { label: change.name().to_owned(), count: count as u32, paint });
            }
        }
        let equal = rows.len() as u32;
        let unchanged = self.faces.iter().filter(|face| face.is_none()).count();
        rows.push(Row { label: "equal".to_owned(), count: unchanged as u32, paint: None });
        let row_of = self.faces.iter().map(|face| {
            let main = face.main();
            let at = FaceChange::ALL.into_iter().position(|change| Some(change) == main);
            at.and_then(|at| row_of_change.get(at).copied()).unwrap_or(equal)
        });
        Colouring { title: "differences".to_owned(), rows, row_of: row_of.collect() }
    }
}

/// The bytes of two files in pairs, unless they are too long.
fn byte_pairs(a: &Opened, b: &Opened) -> Result<BytePairs, String> {
    let [a, b] = [a, b].map(|opened| &opened.document.source);
    if a.len() + b.len() > 2 * MAX_PAIRED {
        return Err(format!("files over {} MB are not compared byte by byte", MAX_PAIRED >> 20));
    }
    Ok(BytePairs::of(a.bytes(), b.bytes()))
}

/// A change with the path in the open file, which is the second one.
fn in_open_file(change: ElementChange) -> ElementChange {
    match change.b_path {
        Some(path) => ElementChange { path, b_path: Some(change.path), ..change },
        None => change,
    }
}

/// Number of the last change of any comparison.
static CHANGES: AtomicU64 = AtomicU64::new(0);

fn next_change() -> u64 {
    CHANGES.fetch_add(1, Ordering::Relaxed) + 1
}

/// The comparison of a tab.
#[derive(Default)]
pub struct Comparing {
    wanted: Option<ComparedFile>,
    /// The document and the file of the job that was started last.
    begun: Option<(u64, ComparedFile)>,
    job: Option<u64>,
    result: Option<Result<Arc<Comparison>, String>>,
    /// Differs after every result, also from those of other tabs.
    pub changes: u64,
}

impl Comparing {
    /// Compares with another file from now on; `None` ends the comparison.
    pub fn compare_with(&mut self, other: Option<ComparedFile>) {
        *self = Self { wanted: other, changes: next_change(), ..Self::default() };
    }

    /// The file to compare with.
    pub fn other(&self) -> Option<&ComparedFile> {
        self.wanted.as_ref()
    }

    /// The last result; it may belong to the document before the last edit.
    pub fn result(&self) -> Option<&Result<Arc<Comparison>, String>> {
        self.result.as_ref()
    }

    /// The last comparison without an error.
    pub fn comparison(&self) -> Option<&Arc<Comparison>> {
        self.result.as_ref()?.as_ref().ok()
    }

    /// The job that compares.
    pub fn job(&self) -> Option<u64> {
        self.job
    }

    /// `true` if two folders are compared, without a document.
    pub fn is_of_folders(&self) -> bool {
        matches!(self.wanted, Some(ComparedFile::Folders { .. }))
    }

    /// `true` if the comparison with the wanted file was never begun.
    pub fn is_new(&self) -> bool {
        self.wanted.is_some() && self.begun.is_none()
    }

    /// The file to compare a document with, unless that was begun before or a job runs.
    pub fn begin(&mut self, generation: u64) -> Option<ComparedFile> {
        let next = (generation, self.wanted.clone()?);
        if self.job.is_some() || self.begun.as_ref() == Some(&next) {
            return None;
        }
        self.begun = Some(next.clone());
        Some(next.1)
    }

    /// Stores the job that runs the comparison.
    pub fn runs_in(&mut self, job: u64) {
        self.job = Some(job);
    }

    /// `true` if this job runs the comparison with the wanted file.
    pub fn is_job(&self, job: u64) -> bool {
        self.job == Some(job)
    }

    /// Takes the result of the job.
    pub fn take(&mut self, result: Result<Comparison, String>) {
        self.job = None;
        self.result = Some(result.map(Arc::new));
        self.changes = next_change();
    }

    /// Handles the end of a job without a result; `false` if it was another job.
    pub fn end(&mut self, job: u64) -> bool {
        let is_own = self.is_job(job);
        if is_own {
            self.job = None;
        }
        is_own
    }
}
