//! What was done to a file, and how far it is undone.

use serde::{Deserialize, Serialize};

use super::{EditError, Order, Splice, apply_beside, reread::reread};
use crate::container::Context;
use crate::formats::Document;

/// One thing that was done, as one gesture: what undo takes back at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// In words: `set flags on 214 faces`.
    pub name: String,
    /// What was asked for: what a recipe is made of.
    pub orders: Vec<Order>,
    /// What it came to.
    pub splices: Vec<Splice>,
    /// CRC-32 of the file behind it.
    pub crc32: u32,
}

impl Step {
    /// Carries orders out, and says what that came to. Slow for large files.
    ///
    /// # Errors
    /// As of [`apply_beside`].
    pub fn carry_out(
        name: impl Into<String>,
        document: &Document,
        orders: Vec<Order>,
        context: Context<'_>,
    ) -> Result<(Self, Document), EditError> {
        let changed = apply_beside(document, &orders, context)?;
        let splices = Splice::between(document.source.bytes(), changed.source.bytes());
        let crc32 = changed.source.crc32();
        Ok((Self { name: name.into(), orders, splices, crc32 }, changed))
    }
}

/// The steps of a file from what it was when it was opened first, those that are undone too.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    /// CRC-32 before all steps.
    base: u32,
    steps: Vec<Step>,
    /// Steps that are done; the others were undone and can be done again.
    done: usize,
    /// Steps that the file on disk has; `None` where what was saved can no longer be gone back to.
    saved: Option<usize>,
}

impl History {
    /// Nothing was done yet to a file with this CRC-32.
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

    /// How many steps are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// How many steps the file on disk has, where that can be gone back to.
    pub fn saved(&self) -> Option<usize> {
        self.saved
    }

    /// Whether the file differs from what was saved last.
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.done)
    }

    /// The steps that were made since the file was saved last, where it only went forward since.
    pub fn unsaved(&self) -> &[Step] {
        let from = self.saved.filter(|saved| *saved <= self.done).unwrap_or(0);
        self.steps.get(from..self.done).unwrap_or(&[])
    }

    /// The step that undo takes back.
    pub fn to_undo(&self) -> Option<&Step> {
        self.steps.get(self.done.checked_sub(1)?)
    }

    /// The step that redo does again.
    pub fn to_redo(&self) -> Option<&Step> {
        self.steps.get(self.done)
    }

    /// Adds what was done; what was undone before is gone.
    pub fn push(&mut self, step: Step) {
        self.steps.truncate(self.done);
        if self.saved.is_some_and(|saved| saved > self.done) {
            self.saved = None;
        }
        self.steps.push(step);
        self.done += 1;
    }

    /// Says that `done` steps are done.
    pub fn go_to(&mut self, done: usize) {
        self.done = done.min(self.steps.len());
    }

    /// Says that the file on disk has what `done` steps made.
    pub fn mark_saved(&mut self, done: usize) {
        self.saved = Some(done.min(self.steps.len()));
    }

    /// After how many steps the file had this CRC-32: the latest time.
    pub fn place_of(&self, crc32: u32) -> Option<usize> {
        let behind = self.steps.iter().rposition(|step| step.crc32 == crc32);
        behind.map(|at| at + 1).or((self.base == crc32).then_some(0))
    }

    /// The bytes after `to` steps, from those after `from`. `None` where they do not belong to it.
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

    /// CRC-32 of the file after so many steps.
    fn crc_at(&self, done: usize) -> Option<u32> {
        match done.checked_sub(1) {
            None => Some(self.base),
            Some(last) => Some(self.steps.get(last)?.crc32),
        }
    }

    /// The document after `to` steps, from the one after `from`, read anew.
    ///
    /// # Errors
    /// Where `document` is not what `from` steps made, or cannot be read.
    pub fn document_at(
        &self,
        from: usize,
        document: &Document,
        to: usize,
    ) -> Result<Document, EditError> {
        let bytes = self.bytes_at(from, document.source.bytes(), to);
        reread(document, bytes.ok_or(EditError::Stray)?)
    }
}
