//! Comparison of the open document with another file, or with its saved state.

use std::sync::Arc;

use crate::app::model::Doc;
use crate::app::model::document::first_pose;
use crate::app::model::view::colour_by::{Colouring, Row};
use crate::app::model::view::second_picture::KeptScene;
use crate::edit::{ElementChange, ElementChanges, FaceChange, Kind, SceneDifference, differences};
use crate::library::{Library, Opened};
use crate::render::{Paint, Visibility};

/// The file to compare with.
#[derive(Clone, Debug, PartialEq)]
pub enum ComparedFile {
    /// The open file without its unsaved edits.
    Saved,
    /// Another file.
    File(String),
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
}

impl Comparison {
    /// Compares `doc` with `other`. Slow.
    ///
    /// # Errors
    /// If the other file cannot be opened or has another format.
    pub fn of(library: &Library, doc: &Doc, other: &ComparedFile) -> Result<Self, String> {
        // Without the edits that the window's library knows.
        let fresh = Library::new();
        let (library, path) = match other {
            ComparedFile::Saved => (&fresh, &doc.opened.path),
            ComparedFile::File(path) => (library, path),
        };
        let format = doc.opened.document.format.id;
        let other = library.open(path, Some(format)).or_else(|_| library.open(path, None));
        let other = other.map_err(|error| error.to_string())?;
        let found = other.document.format.id;
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
            *match change.kind {
                Kind::Changed => &mut comparison.changed,
                Kind::Added => &mut comparison.added,
                Kind::Removed => &mut comparison.removed,
            } += 1;
        }
        comparison.elements = changes.elements.into_iter().map(in_open_file).collect();
        comparison.compare_scenes(library, doc, &other);
        Ok(comparison)
    }

    fn compare_scenes(&mut self, library: &Library, doc: &Doc, other: &Arc<Opened>) {
        let (Some(own), Some(scene)) = (&doc.scene, other.scene(library)) else { return };
        let difference = SceneDifference::of(&scene, &own.scene);
        self.removed_faces = difference.a.iter().filter(|face| face.has(FaceChange::ALONE)).count();
        self.faces = difference.b;
        self.textures = difference.textures.len();
        self.palettes = difference.palettes.len();
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
        self.elements.is_empty() && self.derived == 0
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

/// A change with the path in the open file, which is the second one.
fn in_open_file(change: ElementChange) -> ElementChange {
    match change.b_path {
        Some(path) => ElementChange { path, b_path: Some(change.path), ..change },
        None => change,
    }
}

/// The comparison of a tab.
#[derive(Default)]
pub struct Comparing {
    wanted: Option<ComparedFile>,
    /// The document and the file of the job that was started last.
    begun: Option<(u64, ComparedFile)>,
    job: Option<u64>,
    result: Option<Result<Arc<Comparison>, String>>,
    /// Grows with every result.
    pub changes: u64,
}

impl Comparing {
    /// Compares with another file from now on; `None` ends the comparison.
    pub fn compare_with(&mut self, other: Option<ComparedFile>) {
        *self = Self { wanted: other, changes: self.changes + 1, ..Self::default() };
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
        self.changes += 1;
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
