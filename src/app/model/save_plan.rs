//! What saving a file would change.

use std::path::PathBuf;

use crate::edit::{Difference, Kind};

/// Differences that are listed; of more only the number is told.
pub const MAX_LISTED: usize = 5_000;

/// What saving a file would change, as far as it was found out.
#[derive(Debug)]
pub struct SavePlan {
    /// Path of the file.
    pub path: String,
    /// Steps that are not saved, in words, the first one first.
    pub steps: Vec<String>,
    /// Field by field, the first of them.
    pub differences: Vec<Difference>,
    /// How many there are of each kind.
    pub changed: u64,
    pub added: u64,
    pub removed: u64,
    /// Files on disk that are written, with their sizes before and after.
    pub files: Vec<PlannedFile>,
    /// Problems that the file has now and had not before.
    pub new_problems: Vec<String>,
    /// Problems that it had and has no more.
    pub gone_problems: usize,
    /// Why it cannot be written at all.
    pub refusal: Option<String>,
}

/// A file that is written.
#[derive(Debug)]
pub struct PlannedFile {
    pub path: PathBuf,
    pub before: u64,
    pub after: u64,
    /// Only some of its bytes are written: a disc image.
    pub in_place: bool,
}

impl SavePlan {
    pub fn new(path: String, steps: Vec<String>) -> Self {
        Self {
            path,
            steps,
            differences: Vec::new(),
            changed: 0,
            added: 0,
            removed: 0,
            files: Vec::new(),
            new_problems: Vec::new(),
            gone_problems: 0,
            refusal: None,
        }
    }

    /// Takes in one difference.
    pub fn add(&mut self, difference: Difference) {
        *match difference.kind {
            Kind::Changed => &mut self.changed,
            Kind::Added => &mut self.added,
            Kind::Removed => &mut self.removed,
        } += 1;
        if self.differences.len() < MAX_LISTED {
            self.differences.push(difference);
        }
    }

    pub fn total(&self) -> u64 {
        self.changed + self.added + self.removed
    }
}
