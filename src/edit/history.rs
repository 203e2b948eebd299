//! Undo history of a file.

use serde::{Deserialize, Serialize};

use super::{EditError, EditOp, Splice, apply_beside, reparse::reparse};
use crate::container::Context;
use crate::formats::Document;

/// One applied edit: the unit of undo.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Description: `set flags on 214 faces`.
    pub name: String,
    /// The edit operations, from which recipes are made.
    pub orders: Vec<EditOp>,
    /// The changed bytes.
    pub splices: Vec<Splice>,
    /// CRC-32 of the file after the step.
    pub crc32: u32,
}

impl Step {
    /// Applies edit operations, and returns the changed document and the step. Slow for large files.
    ///
    /// # Errors
    /// See [`apply_beside`].
    pub fn carry_out(
        name: impl Into<String>,
        document: &Document,
        orders: Vec<EditOp>,
        context: Context<'_>,
    ) -> Result<(Self, Document), EditError> {
        let changed = apply_beside(document, &orders, context)?;
        let splices = Splice::between(document.source.bytes(), changed.source.bytes());
        let crc32 = changed.source.crc32();
        Ok((Self { name: name.into(), orders, splices, crc32 }, changed))
    }
}

/// The steps of a file since it was first opened, including undone ones.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    /// CRC-32 before all steps.
    base: u32,
    steps: Vec<Step>,
    /// Number of steps that are applied; further ones were undone and can be redone.
    done: usize,
    /// Number of steps in the file on disk; `None` if the saved state can no longer be reached.
    saved: Option<usize>,
}

impl History {
    /// An empty history of a file with this CRC-32.
    pub fn new(base: u32) -> Self {
        Self { base, steps: Vec::new(), done: 0, saved: Some(0) }
    }

    /// CRC-32 of the file before all steps.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// All steps, the undone ones last.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Number of applied steps.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Number of steps in the file on disk, if that state can be reached.
    pub fn saved(&self) -> Option<usize> {
        self.saved
    }

    /// `true` if the file differs from its last saved state.
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.done)
    }

    /// The steps since the file was saved, if none of the saved ones was undone.
    pub fn unsaved(&self) -> &[Step] {
        let from = self.saved.filter(|saved| *saved <= self.done).unwrap_or(0);
        self.steps.get(from..self.done).unwrap_or(&[])
    }

    /// The step that undo reverts.
    pub fn to_undo(&self) -> Option<&Step> {
        self.steps.get(self.done.checked_sub(1)?)
    }

    /// The step that redo applies.
    pub fn to_redo(&self) -> Option<&Step> {
        self.steps.get(self.done)
    }

    /// Adds a step, and drops undone ones.
    pub fn push(&mut self, step: Step) {
        self.steps.truncate(self.done);
        if self.saved.is_some_and(|saved| saved > self.done) {
            self.saved = None;
        }
        self.steps.push(step);
        self.done += 1;
    }

    /// Sets the number of applied steps.
    pub fn go_to(&mut self, done: usize) {
        self.done = done.min(self.steps.len());
    }

    /// Marks the state after `done` steps as saved.
    pub fn mark_saved(&mut self, done: usize) {
        self.saved = Some(done.min(self.steps.len()));
    }

    /// Number of steps after which the file had this CRC-32; the largest one.
    pub fn place_of(&self, crc32: u32) -> Option<usize> {
        let behind = self.steps.iter().rposition(|step| step.crc32 == crc32);
        behind.map(|at| at + 1).or((self.base == crc32).then_some(0))
    }

    /// Converts the bytes after `from` steps to those after `to`. `None` if the bytes do not match.
    pub fn bytes_at(&self, from: usize, bytes: &[u8], to: usize) -> Option<Vec<u8>> {
        let mut all = bytes.to_vec();
        if from <= to {
            for step in self.steps.get(from..to)? {
                all = Splice::apply_all(&step.splices, &all)?;
            }
        } else {
            for step in self.steps.get(to..from)?.iter().rev() {
                all = Splice::undo_all(&step.splices, &all)?;
            }
        }
        let is_it = crc32fast::hash(&all) == self.crc_at(to)?;
        is_it.then_some(all)
    }

    /// CRC-32 of the file after `done` steps.
    fn crc_at(&self, done: usize) -> Option<u32> {
        match done.checked_sub(1) {
            None => Some(self.base),
            Some(last) => Some(self.steps.get(last)?.crc32),
        }
    }

    /// Re-reads the document as it was after `to` steps, from the one after `from`.
    ///
    /// # Errors
    /// If `document` is not the state after `from` steps, or the result cannot be read.
    pub fn document_at(
        &self,
        from: usize,
        document: &Document,
        to: usize,
    ) -> Result<Document, EditError> {
        let bytes = self.bytes_at(from, document.source.bytes(), to);
        reparse(document, bytes.ok_or(EditError::Stray)?)
    }
}
