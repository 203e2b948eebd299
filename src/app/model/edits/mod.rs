//! Changed files: the steps applied to each, and the unsaved ones.

pub mod carried;
pub mod changed;
mod edit_state;
pub mod save_plan;
pub mod stash;
pub mod transform_edit;
pub mod undo;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::app::model::async_cache::AsyncCache;
use crate::app::model::document::tab_id::TabId;
use crate::app::model::edits::changed::Changed;
use crate::bytes::SourceId;
use crate::edit::{EditOp, History};
use crate::library::Opened;

/// A change of a file, as one gesture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edit {
    /// Path of the file.
    pub path: String,
    /// Title of the edit, such as `set flags on 214 faces`.
    pub name: String,
    pub orders: Vec<EditOp>,
    /// The next edit of the same gesture, in another file.
    pub then: Option<Box<Edit>>,
    /// Continues a gesture: it is undone together with the edits before it.
    pub goes_on: bool,
}

impl Edit {
    /// Combines edits of other files and this edit, which is applied last, into one gesture.
    pub fn behind(self, first: Vec<Edit>) -> Self {
        let chain = first.into_iter().rev().fold(Self { goes_on: true, ..self }, |next, edit| {
            Self { then: Some(Box::new(next)), goes_on: true, ..edit }
        });
        Self { goes_on: false, ..chain }
    }
}

/// Changed files, by path.
#[derive(Default)]
pub struct Edits {
    pub(crate) files: BTreeMap<String, FileEdits>,
    /// Companions that are being read for an edit.
    pub reading: BTreeSet<String>,
}

/// Edits of one file.
pub struct FileEdits {
    /// The file as on disk, including how it is packed.
    pub base: Arc<Opened>,
    pub history: Arc<History>,
    /// Target number of applied steps; undo and redo change it.
    pub wanted: usize,
    /// Edits that were requested while another one was running.
    pub waiting: VecDeque<Edit>,
    /// An edit is running.
    pub is_busy: bool,
    /// The tab that requested the last edit.
    pub tab: TabId,
    /// Ranges that differ from the saved file; cached for a source and its counts of applied and saved
    /// edits.
    pub(crate) changed: AsyncCache<(SourceId, usize, Option<usize>), Arc<Changed>>,
}

impl FileEdits {
    pub fn new(base: Arc<Opened>, history: History) -> Self {
        let wanted = history.done();
        let history = Arc::new(history);
        let (waiting, changed) = (VecDeque::new(), AsyncCache::default());
        let (is_busy, tab) = (false, TabId::default());
        Self { base, history, wanted, waiting, is_busy, tab, changed }
    }

    pub fn is_dirty(&self) -> bool {
        self.history.is_dirty()
    }
}

impl Edits {
    pub fn get(&self, path: &str) -> Option<&FileEdits> {
        self.files.get(path)
    }

    /// Paths of the files with an edit history.
    pub fn paths(&self) -> impl Iterator<Item = &String> {
        self.files.keys()
    }

    pub fn get_mut(&mut self, path: &str) -> Option<&mut FileEdits> {
        self.files.get_mut(path)
    }

    pub fn insert(&mut self, path: String, edits: FileEdits) {
        self.files.insert(path, edits);
    }

    pub fn remove(&mut self, path: &str) -> Option<FileEdits> {
        self.files.remove(path)
    }

    /// `true` if a file has unsaved changes.
    pub fn is_dirty(&self, path: &str) -> bool {
        self.get(path).is_some_and(FileEdits::is_dirty)
    }

    /// `true` if no edit of a file is running or pending.
    pub fn is_settled(&self, path: &str) -> bool {
        let settled = |edits: &FileEdits| !edits.is_busy && edits.waiting.is_empty();
        !self.reading.contains(path) && self.get(path).is_none_or(settled)
    }

    /// `true` if any edit is running or pending.
    pub fn is_busy(&self) -> bool {
        let paths = self.files.keys().chain(&self.reading);
        !paths.into_iter().all(|path| self.is_settled(path))
    }

    /// Files with unsaved changes.
    pub fn dirty(&self) -> impl Iterator<Item = (&String, &FileEdits)> {
        self.files.iter().filter(|(_, edits)| edits.is_dirty())
    }

    /// Target number of steps for each file, as stored in an undo snapshot.
    pub fn targets(&self) -> BTreeMap<String, usize> {
        self.files.iter().map(|(path, edits)| (path.clone(), edits.wanted)).collect()
    }

    /// Sets the target number of steps for each file. Files that were unchanged in that snapshot go back
    /// to 0 steps.
    pub fn set_targets(&mut self, steps: &BTreeMap<String, usize>) {
        for (path, edits) in &mut self.files {
            let wanted = steps.get(path).copied().unwrap_or(0);
            edits.wanted = wanted.min(edits.history.steps().len());
        }
    }

    /// Files with pending work and no running edit.
    pub fn to_do(&self) -> Vec<String> {
        let is_waiting = |edits: &FileEdits| {
            !edits.is_busy && (!edits.waiting.is_empty() || edits.wanted != edits.history.done())
        };
        self.files
            .iter()
            .filter(|(_, edits)| is_waiting(edits))
            .map(|(path, _)| path.clone())
            .collect()
    }
}
