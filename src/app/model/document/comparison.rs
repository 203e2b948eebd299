//! Comparison of the open document with another file, or with its saved state.

use std::io;
use std::sync::Arc;

use super::other_faces;
use crate::app::model::Doc;
use crate::app::model::document::first_pose;
use crate::app::model::view::colour_by::{Colouring, Row};
use crate::app::model::view::second_picture::KeptScene;
use crate::bytes::Span;
use crate::edit::{
    ElementChange, ElementChanges, FaceChange, FileChange, FileChanges, Kind, PairedFile,
    SceneDifference, differences, file_changes, files_to_compare,
};
use crate::formats::FormatInfo;
use crate::library::{Library, OpenError, Opened, ResolvedPath, plain};
use crate::render::{Paint, Visibility};
use crate::scene::{FaceRef, Scene};

/// Label of the faces without a difference.
const EQUAL: &str = "equal";

/// Message of a comparison that was cancelled.
pub const CANCELLED: &str = "the comparison was cancelled";

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

/// The open file in the state that was compared.
#[derive(Clone)]
pub struct OpenFile {
    pub opened: Arc<Opened>,
    pub scene: Option<Arc<Scene>>,
    /// Generation of its document.
    pub generation: u64,
}

impl OpenFile {
    /// The file of a document.
    pub fn of(doc: &Doc) -> Self {
        let scene = doc.scene.as_ref().map(|scene| scene.scene.clone());
        Self { opened: doc.opened.clone(), scene, generation: doc.generation }
    }
}

/// Differences of the open document from another file.
#[derive(Default)]
pub struct Comparison {
    /// Elements in the order of the other file. Paths of changed and added ones are those in the open file.
    pub elements: Vec<ElementChange>,
    /// Number of changed numbers that follow from these changes.
    pub derived: u64,
    /// Differences of the scenes, the other file's first; empty if one of the files has no scene.
    pub scenes: SceneDifference,
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
    /// Number of renamed files.
    pub renamed: usize,
    /// Differing files of two folders, archives or discs. Then there are no elements.
    pub files: Option<Vec<FileChange>>,
    /// The other file; `None` if folders are compared.
    pub other_file: Option<Arc<Opened>>,
    /// The open file; `None` if folders are compared.
    pub own: Option<OpenFile>,
    /// Messages about files and folders that cannot be read.
    pub problems: Vec<String>,
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
        go_on: &(dyn Fn() -> bool + Sync),
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
        let opened = open_as(library, path, doc.opened.document.format);
        let opened = opened.map_err(|error| error.to_string())?;
        if !go_on() {
            return Err(CANCELLED.to_owned());
        }
        // Archives with a scene, such as banks of sounds, are compared by their elements.
        let has_files = |opened: &Opened| {
            let members = opened.members(library);
            doc.scene.is_none() && members.is_some_and(|members| !members.are_parts())
        };
        let mut comparison = match other {
            ComparedFile::File(path) if has_files(&opened) && has_files(&doc.opened) => {
                Self::of_files(library, [path, &doc.opened.path], go_on)?
            }
            _ => Self::of_documents(library, doc, &opened, go_on)?,
        };
        let failures = [&opened, &doc.opened].into_iter().filter_map(|file| file.read_failure());
        comparison.problems.extend(failures);
        Ok(Self { other_file: Some(opened), own: Some(OpenFile::of(doc)), ..comparison })
    }

    fn of_documents(
        library: &Library,
        doc: &Doc,
        other: &Arc<Opened>,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, String> {
        let (format, found) = (doc.opened.document.format.id, other.document.format.id);
        if found != format {
            return Err(format!("expected {format}, the format of the open file; found {found}"));
        }
        let (mut changes, mut comparison) = (ElementChanges::default(), Self::default());
        let compared = differences(&other.document, &doc.opened.document, &mut |change| {
            changes.add(change);
            if go_on() { Ok(()) } else { Err(io::Error::other(CANCELLED)) }
        });
        compared.map_err(|error| error.to_string())?;
        comparison.derived = changes.derived;
        for change in &changes.elements {
            comparison.count(change.kind);
        }
        comparison.elements = changes.elements.into_iter().map(in_open_file).collect();
        comparison.compare_scenes(library, doc, other, go_on).ok_or(CANCELLED)?;
        Ok(comparison)
    }

    fn of_files(
        library: &Library,
        [before, after]: [&str; 2],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Self, String> {
        let lists = [files_to_compare(library, before)?, files_to_compare(library, after)?];
        let compared = file_changes(library, lists, go_on);
        let FileChanges { changes: files, problems } =
            compared.map_err(|error| if go_on() { error } else { CANCELLED.to_owned() })?;
        let mut comparison = Self { problems, ..Self::default() };
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

    /// Compares the scenes; `None` if `go_on` returns `false`.
    fn compare_scenes(
        &mut self,
        library: &Library,
        doc: &Doc,
        other: &Arc<Opened>,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<()> {
        let (Some(own), Some(scene)) = (&doc.scene, other.scene(library)) else { return Some(()) };
        let difference = SceneDifference::unless_cancelled(&scene, &own.scene, go_on)?;
        self.removed_faces = difference.a.iter().filter(|face| face.has(FaceChange::ALONE)).count();
        self.scenes = difference;
        self.other = Some(Arc::new(KeptScene {
            name: other.path.clone(),
            visibility: Visibility::initial(&scene),
            posed: Arc::new(first_pose(&scene).1),
            scene,
            ..KeptScene::default()
        }));
        Some(())
    }

    /// The other file and the open file, whose bytes can be compared; `None` if folders are compared.
    pub fn files_of_bytes(&self) -> Option<(&Arc<Opened>, &OpenFile)> {
        self.other_file.as_ref().zip(self.own.as_ref())
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

    /// Position of the element whose difference is the field at `path` of a file, or contains it.
    pub fn element_at(&self, file: PairedFile, path: &str) -> Option<usize> {
        let elements = self.elements.iter().enumerate();
        let found = elements.filter_map(|(at, change)| {
            let element = path_in(change, file)?;
            let field = below(path, element)?;
            let is_of = |own: &String| below(field, own).or(below(own, field)).is_some();
            let differs =
                change.fields.is_empty() || field.is_empty() || change.fields.iter().any(is_of);
            differs.then_some((element.len(), at))
        });
        found.max_by_key(|(len, at)| (*len, std::cmp::Reverse(*at))).map(|(_, at)| at)
    }

    /// The bytes of an element of a file that differ first: those of its first changed field. Of a removed element, those
    /// in the other file.
    pub fn first_bytes(&self, change: &ElementChange) -> Option<(PairedFile, Span)> {
        let (file, opened) = match change.kind {
            Kind::Removed => (PairedFile::A, self.other_file.as_ref()?),
            _ => (PairedFile::B, &self.own.as_ref()?.opened),
        };
        let (tree, element) = (&opened.document.tree, path_in(change, file)?);
        let field = change.fields.first().and_then(|field| {
            let dot = if element.is_empty() || field.starts_with('[') { "" } else { "." };
            tree.span(&format!("{element}{dot}{field}"))
        });
        Some((file, field.or_else(|| tree.span(element))?))
    }

    /// The placed faces of an element of the other file.
    pub fn other_faces(&self, change: &ElementChange) -> Vec<FaceRef> {
        let (Some(other), Some(file)) = (&self.other, &self.other_file) else { return Vec::new() };
        let path = path_in(change, PairedFile::A);
        path.map_or_else(Vec::new, |path| {
            other_faces::faces_at(&other.scene, file.document.source.id(), path)
        })
    }

    /// The faces of both files by their differences: first those of the open file, which the rows count. A last row
    /// counts the faces that only the other file has.
    pub fn colourings(&self) -> [Colouring; 2] {
        let own = self.colouring();
        let row_of = |face: &FaceChange| {
            let main = face.main();
            if main == Some(FaceChange::ALONE) {
                return own.alone.unwrap_or(0);
            }
            let label = main.map_or(EQUAL, FaceChange::name);
            own.rows.iter().position(|row| row.label == label).unwrap_or(own.rows.len()) as u32
        };
        let row_of = self.scenes.a.iter().map(row_of).collect();
        let other = Colouring { row_of, ..own.clone() };
        [own, other]
    }

    /// The faces of the open file by their differences.
    pub fn colouring(&self) -> Colouring {
        let main: Vec<Option<FaceChange>> = self.scenes.b.iter().map(|face| face.main()).collect();
        let count = |change| main.iter().filter(|other| **other == change).count() as u32;
        let mut rows: Vec<Row> = Vec::new();
        let mut row_of_change = [0; FaceChange::ALL.len()];
        for (change, row) in FaceChange::ALL.into_iter().zip(&mut row_of_change) {
            let count = count(Some(change));
            if count > 0 {
                *row = rows.len() as u32;
                let paint = Some(Paint::solid(change.colour()));
                rows.push(Row { label: change.name().to_owned(), count, paint });
            }
        }
        let alone = (self.removed_faces > 0).then_some(rows.len() as u32);
        if alone.is_some() {
            let paint = Some(Paint::solid(FaceChange::REMOVED_COLOUR));
            let count = u32::try_from(self.removed_faces).unwrap_or(u32::MAX);
            rows.push(Row { label: "removed".to_owned(), count, paint });
        }
        let equal = rows.len() as u32;
        rows.push(Row { label: EQUAL.to_owned(), count: count(None), paint: None });
        let row_of = main.iter().map(|main| {
            let at = FaceChange::ALL.into_iter().position(|change| Some(change) == *main);
            at.and_then(|at| row_of_change.get(at).copied()).unwrap_or(equal)
        });
        Colouring { title: "differences".to_owned(), rows, row_of: row_of.collect(), alone }
    }
}

/// Path of an element in a file; `None` if it is not there.
fn path_in(change: &ElementChange, file: PairedFile) -> Option<&str> {
    match (file, change.kind) {
        (PairedFile::A, Kind::Added) | (PairedFile::B, Kind::Removed) => None,
        (PairedFile::A, _) => Some(change.b_path.as_deref().unwrap_or(&change.path)),
        (PairedFile::B, _) => Some(&change.path),
    }
}

/// The rest of a path after that of a field that contains it, or is the same; `None` for another field.
fn below<'p>(path: &'p str, field: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(field)?;
    let is_whole = field.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']);
    is_whole.then(|| rest.trim_start_matches('.'))
}

/// Opens a file in a format if possible. A file without a format is opened as text or bytes, as the open one.
fn open_as(
    library: &Library,
    path: &str,
    format: &'static FormatInfo,
) -> Result<Arc<Opened>, OpenError> {
    if ![plain::BYTES.id, plain::TEXT.id].contains(&format.id) {
        return library.open(path, Some(format.id)).or_else(|_| library.open(path, None));
    }
    match library.place(path)? {
        ResolvedPath::File(source) => Ok(library.open_plain(&source, Some(format), None)),
        _ => Err(OpenError::NotFound(format!("{path}: expected a file, found a folder"))),
    }
}

/// A change with the path in the open file, which is the second one.
fn in_open_file(change: ElementChange) -> ElementChange {
    match change.b_path {
        Some(path) => ElementChange { path, b_path: Some(change.path), ..change },
        None => change,
    }
}
