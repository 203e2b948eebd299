//! State of the field tree: its file, the expanded fields, and the cached texts of rows.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::outline::{Outline, Path};
use super::row::{FieldProblem, Row, locate, path_of};
use crate::app::model::Doc;
use crate::app::model::selection::field_reference::prepare;
use crate::bytes::{FieldId, FieldKind, SourceId, Tree};
use crate::library::{Library, Meanings, Opened};

/// Maximum number of rows that are cached; more than fit into any window.
const KEPT_ROWS: usize = 2_048;
/// Groups of up to this many fields are expanded automatically when they are selected elsewhere.
const SMALL_GROUP: u32 = 64;

/// Expanded tree of the displayed file.
#[derive(Default)]
pub struct Browser {
    file: Option<Arc<Opened>>,
    /// Resolves hash names.
    library: Option<Arc<Library>>,
    pub outline: Outline,
    rows: HashMap<Path, Option<Rc<Row>>>,
    /// Problems by field path.
    problems: Vec<(String, FieldProblem)>,
    /// Generation of the document, of the name lists, and number of problems.
    known: (u64, u64, u64),
    /// Expanded field paths of files displayed before, by file path.
    before: HashMap<String, Vec<String>>,
    /// The rows were made with the tables of keys.
    has_keys: bool,
    /// Group that was expanded automatically, to be collapsed with the next selection.
    opened_by_itself: Option<Path>,
}

impl Browser {
    pub fn tree(&self) -> Option<&Tree> {
        self.file.as_ref().map(|file| &*file.document.tree)
    }

    pub fn file(&self) -> Option<&Arc<Opened>> {
        self.file.as_ref()
    }

    pub fn library(&self) -> Option<&Arc<Library>> {
        self.library.as_ref()
    }

    pub fn source(&self) -> Option<SourceId> {
        self.tree().map(|tree| tree.source().id())
    }

    /// Shows another file, or the same one read again; expanded fields stay expanded, by field path.
    /// Returns `true` if something changed.
    pub fn show(&mut self, file: Option<&Arc<Opened>>, library: &Arc<Library>) -> bool {
        self.library.get_or_insert_with(|| library.clone());
        if self.file.as_ref().map(Arc::as_ptr) == file.map(Arc::as_ptr) {
            return false;
        }
        if let Some(old) = self.file.take() {
            let tree = &old.document.tree;
            let open = self.outline.open_paths();
            let ids = open.iter().filter_map(|path| locate(tree, path));
            let names = ids.map(|(id, _)| tree.path(&id)).collect();
            self.before.insert(old.path.clone(), names);
        }
        self.rows.clear();
        self.known = (0, 0, 0);
        self.problems.clear();
        self.opened_by_itself = None;
        self.has_keys = false;
        self.file = file.cloned();
        let Some(file) = file else {
            self.outline = Outline::default();
            return true;
        };
        let tree = &file.document.tree;
        let count = tree.child_count(&FieldId::root());
        self.outline = Outline::new(u32::try_from(count).unwrap_or(u32::MAX));
        let names = self.before.get(&file.path).cloned().unwrap_or_default();
        for id in names.iter().filter_map(|name| tree.find(name).ok()) {
            self.expand(&path_of(tree, &id));
        }
        true
    }

    /// Reads the tables of keys in the background, and recomputes the rows when they are ready.
    pub fn prepare_keys(&mut self, ctx: &egui::Context) {
        let Some(file) = self.file.as_ref().filter(|_| !self.has_keys) else { return };
        let ctx = ctx.clone();
        prepare(&file.document.tree, move || ctx.request_repaint());
        if file.document.tree.has_keys_prepared() {
            self.has_keys = true;
            self.rows.clear();
        }
    }

    /// The row at `path`, from the cache or computed now.
    pub fn row(&mut self, path: &[u32]) -> Option<Rc<Row>> {
        if let Some(row) = self.rows.get(path) {
            return row.clone();
        }
        let mut row = Row::at(&self.file.as_ref()?.document.tree, path);
        if let Some(row) = row.as_mut().filter(|row| row.bit.is_none()) {
            row.trouble = self.worst_problem(&row.field.path);
            if let Some((file, library)) = self.file.as_ref().zip(self.library.as_ref()) {
                let meanings = Meanings::of(&file.document, &library.names).without_waiting();
                row.meaning = meanings.meaning(&row.field).into_owned();
            }
        }
        let row = row.map(Rc::new);
        if self.rows.len() >= KEPT_ROWS {
            self.rows.clear();
        }
        self.rows.insert(path.to_vec(), row.clone());
        row
    }

    /// Updates the problems of the document if there are new ones.
    pub fn note_problems(&mut self, doc: &Doc) {
        let known = (doc.generation, doc.names, doc.problems.total());
        if self.known == known {
            return;
        }
        self.known = known;
        let source = self.source();
        let here = doc.problems.iter().filter(|p| Some(p.span.source) == source);
        self.problems = here
            .filter(|problem| !problem.field.is_empty())
            .map(|problem| {
                let trouble =
                    FieldProblem { severity: problem.severity, text: problem.to_string() };
                (problem.field.clone(), trouble)
            })
            .collect();
        self.rows.clear();
    }

    /// Severity of the worst problem of a field; for problems inside it, of the worst of those.
    fn worst_problem(&self, path: &str) -> Option<FieldProblem> {
        let is = |field: &str| field == path;
        let inside = |field: &str| {
            let below = field.strip_prefix(path).filter(|_| !path.is_empty());
            below.is_some_and(|rest| rest.starts_with(['.', '[']))
        };
        let worst = |holds: &dyn Fn(&str) -> bool| {
            let found = self.problems.iter().filter(|(field, _)| holds(field));
            found.map(|(_, trouble)| trouble).max_by_key(|trouble| trouble.severity).cloned()
        };
        worst(&is).or_else(|| {
            let severity = worst(&inside)?.severity;
            Some(FieldProblem { severity, text: format!("{} inside", severity.name()) })
        })
    }

    fn count(&mut self, path: &[u32]) -> u32 {
        self.row(path).map_or(0, |row| row.children)
    }

    pub fn expand(&mut self, path: &[u32]) -> bool {
        let count = self.count(path);
        self.outline.expand(path, count)
    }

    /// Expands all ancestors of `path`, so that its row is visible.
    pub fn expand_above(&mut self, path: &[u32]) {
        for depth in 1..path.len() {
            self.expand(&path[..depth]);
        }
    }

    /// Expands a field in an outline of search results.
    pub fn expand_in(&mut self, outline: &mut Outline, path: &[u32]) -> bool {
        let count = self.count(path);
        outline.expand(path, count)
    }

    pub fn collapse_all(&mut self) {
        for path in self.outline.open_paths().iter().filter(|path| path.len() == 1) {
            self.outline.collapse(path);
        }
    }

    /// Makes the field visible, with its children if it is a small group. Returns its position.
    pub fn reveal(&mut self, field: &str) -> Option<Path> {
        let tree = self.tree()?;
        let id = tree.find(field).ok()?;
        let path = path_of(tree, &id);
        if let Some(old) = self.opened_by_itself.take()
            && !path.starts_with(&old)
        {
            self.outline.collapse(&old);
        }
        self.expand_above(&path);
        let row = self.row(&path)?;
        let small = row.field.kind == FieldKind::Group && row.children <= SMALL_GROUP;
        if small && self.expand(&path) {
            self.opened_by_itself = Some(path.clone());
        }
        Some(path)
    }
}
