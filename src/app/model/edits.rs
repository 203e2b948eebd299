//! Files that were changed: what was done to each, and what of it is not saved.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::State;
use crate::edit::{History, Order};
use crate::library::Opened;

/// Something to be changed in a file, as one gesture.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Path of the file.
    pub path: String,
    /// What is done, in words: `set flags on 214 faces`.
    pub name: String,
    pub orders: Vec<Order>,
}

/// Changed files, by path.
#[derive(Default)]
pub struct Edits(BTreeMap<String, FileEdits>);

/// What was done to one file.
pub struct FileEdits {
    /// The file as it is on disk, which knows how it is packed.
    pub base: Arc<Opened>,
    pub history: Arc<History>,
    /// How many steps are to be done; what undo and redo change.
    pub wanted: usize,
    /// Asked for while something else was carried out.
    pub waiting: VecDeque<Edit>,
    /// Something is being carried out.
    pub is_busy: bool,
}

impl FileEdits {
    pub fn new(base: Arc<Opened>, history: History) -> Self {
        let wanted = history.done();
        let history = Arc::new(history);
        Self { base, history, wanted, waiting: VecDeque::new(), is_busy: false }
    }

    pub fn is_dirty(&self) -> bool {
        self.history.is_dirty()
    }
}

impl Edits {
    pub fn get(&self, path: &str) -> Option<&FileEdits> {
        self.0.get(path)
    }

    pub fn get_mut(&mut self, path: &str) -> Option<&mut FileEdits> {
        self.0.get_mut(path)
    }

    pub fn insert(&mut self, path: String, edits: FileEdits) {
        self.0.insert(path, edits);
    }

    pub fn remove(&mut self, path: &str) -> Option<FileEdits> {
        self.0.remove(path)
    }

    /// Whether a file has changes that are not saved.
    pub fn is_dirty(&self, path: &str) -> bool {
        self.get(path).is_some_and(FileEdits::is_dirty)
    }

    /// Paths of the files with changes that are not saved.
    pub fn dirty(&self) -> impl Iterator<Item = (&String, &FileEdits)> {
        self.0.iter().filter(|(_, edits)| edits.is_dirty())
    }

    /// How many steps of each file are to be done: what a moment of undo remembers.
    pub fn wanted(&self) -> BTreeMap<String, usize> {
        self.0.iter().map(|(path, edits)| (path.clone(), edits.wanted)).collect()
    }

    /// Asks for so many steps of each file. Files that were not changed at that moment go back to
    /// what they were at first.
    pub fn want(&mut self, steps: &BTreeMap<String, usize>) {
        for (path, edits) in &mut self.0 {
            let wanted = steps.get(path).copied().unwrap_or(0);
            edits.wanted = wanted.min(edits.history.steps().len());
        }
    }

    /// The files of which something is to be carried out and nothing is.
    pub fn to_do(&self) -> Vec<String> {
        let is_waiting = |edits: &FileEdits| {
            !edits.is_busy
                && (!edits.waiting.is_empty() || edits.wanted != edits.history.done())
        };
        self.0.iter().filter(|(_, edits)| is_waiting(edits)).map(|(path, _)| path.clone()).collect()
    }
}

impl State {
    /// The edits of the open document.
    pub fn own_edits(&self) -> Option<&FileEdits> {
        self.edits.get(&self.doc.as_ref()?.opened.path)
    }

    fn own_edits_mut(&mut self) -> Option<&mut FileEdits> {
        self.edits.get_mut(&self.doc.as_ref()?.opened.path)
    }

    /// Whether undo has anything to take back.
    pub fn can_undo(&self) -> bool {
        self.undo.can_go_back() || self.own_edits().is_some_and(|edits| edits.wanted > 0)
    }

    /// Whether redo has anything to do again.
    pub fn can_redo(&self) -> bool {
        let undone = |edits: &FileEdits| edits.wanted < edits.history.steps().len();
        self.undo.can_go_forward() || self.own_edits().is_some_and(undone)
    }

    pub(super) fn step_back(&mut self) {
        if let Some(edits) = self.own_edits_mut() {
            edits.wanted = edits.wanted.saturating_sub(1);
        }
    }

    pub(super) fn step_forward(&mut self) {
        if let Some(edits) = self.own_edits_mut() {
            edits.wanted = (edits.wanted + 1).min(edits.history.steps().len());
        }
    }

    /// What undo takes back next, in words, where that is a change of a file.
    pub fn undo_name(&self) -> Option<&str> {
        let step_of = |edits: &'_ FileEdits| edits.wanted.checked_sub(1);
        let Some(before) = self.undo.last() else {
            let edits = self.own_edits()?;
            return edits.history.steps().get(step_of(edits)?).map(|step| step.name.as_str());
        };
        self.edits.0.iter().find_map(|(path, edits)| {
            let then = before.edits.get(path).copied().unwrap_or(0);
            let step = edits.history.steps().get(step_of(edits)?)?;
            (then < edits.wanted).then_some(step.name.as_str())
        })
    }
}
