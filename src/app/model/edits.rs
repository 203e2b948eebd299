//! Files that were changed: what was done to each, and what of it is not saved.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::changed::Changed;
use super::latest::Latest;
use crate::bytes::SourceId;
use crate::edit::{History, Order};
use crate::library::Opened;

/// Something to be changed in a file, as one gesture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edit {
    /// Path of the file.
    pub path: String,
    /// What is done, in words: `set flags on 214 faces`.
    pub name: String,
    pub orders: Vec<Order>,
    /// What comes next in another file, as a part of the same gesture.
    pub then: Option<Box<Edit>>,
    /// It is such a part: undo takes it back with what came before it.
    pub goes_on: bool,
}

impl Edit {
    /// As one gesture: what is asked of other files, and then this.
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
    pub(super) files: BTreeMap<String, FileEdits>,
    /// Companions that are being read, to be changed.
    pub reading: BTreeSet<String>,
}

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
    /// Ranges that differ from the saved file; cached for a source and its counts of applied and saved
    /// edits.
    pub(super) changed: Latest<(SourceId, usize, Option<usize>), Arc<Changed>>,
}

impl FileEdits {
    pub fn new(base: Arc<Opened>, history: History) -> Self {
        let wanted = history.done();
        let history = Arc::new(history);
        let (waiting, changed) = (VecDeque::new(), Latest::default());
        Self { base, history, wanted, waiting, is_busy: false, changed }
    }

    pub fn is_dirty(&self) -> bool {
        self.history.is_dirty()
    }
}

impl Edits {
    pub fn get(&self, path: &str) -> Option<&FileEdits> {
        self.files.get(path)
    }

    /// Paths of the files of which it is known what was done to them.
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

    /// Whether a file has changes that are not saved.
    pub fn is_dirty(&self, path: &str) -> bool {
        self.get(path).is_some_and(FileEdits::is_dirty)
    }

    /// Whether nothing is being done to a file, or about to be.
    pub fn is_settled(&self, path: &str) -> bool {
        let settled = |edits: &FileEdits| !edits.is_busy && edits.waiting.is_empty();
        !self.reading.contains(path) && self.get(path).is_none_or(settled)
    }

    /// Whether anything is being done to a file, or about to be.
    pub fn is_busy(&self) -> bool {
        let paths = self.files.keys().chain(&self.reading);
        !paths.into_iter().all(|path| self.is_settled(path))
    }

    /// Paths of the files with changes that are not saved.
    pub fn dirty(&self) -> impl Iterator<Item = (&String, &FileEdits)> {
        self.files.iter().filter(|(_, edits)| edits.is_dirty())
    }

    /// How many steps of each file are to be done: what a moment of undo remembers.
    pub fn wanted(&self) -> BTreeMap<String, usize> {
        self.files.iter().map(|(path, edits)| (path.clone(), edits.wanted)).collect()
    }

    /// Asks for so many steps of each file. Files that were not changed at that moment go back to
    /// what they were at first.
    pub fn want(&mut self, steps: &BTreeMap<String, usize>) {
        for (path, edits) in &mut self.files {
            let wanted = steps.get(path).copied().unwrap_or(0);
            edits.wanted = wanted.min(edits.history.steps().len());
        }
    }

    /// The files of which something is to be carried out and nothing is.
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
