//! Differences that saving a file would write.

use std::path::PathBuf;

use crate::edit::{Difference, Kind};

/// Maximum number of differences that are listed; more are only counted.
pub const MAX_LISTED: usize = 5_000;

/// Differences that saving a file would write; incomplete while they are computed.
#[derive(Debug)]
pub struct SavePlan {
    /// Path of the file.
    pub path: String,
    /// Titles of the unsaved steps, oldest first.
    pub steps: Vec<String>,
    /// The first differences, field by field.
    pub differences: Vec<Difference>,
    /// Number of differences of each kind.
    pub changed: u64,
    pub added: u64,
    pub removed: u64,
    /// Files on disk that would be written, with their sizes before and after.
    pub files: Vec<PlannedFile>,
    /// Problems that the edits introduce.
    pub new_problems: Vec<String>,
    /// Number of problems that the edits fix.
    pub gone_problems: usize,
    /// Reason why the file cannot be written.
    pub refusal: Option<String>,
}

/// A file to write.
#[derive(Debug)]
pub struct PlannedFile {
    pub path: PathBuf,
    pub before: u64,
    pub after: u64,
    /// Only some of its bytes are written, for example in a disc image.
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

    /// Adds a difference.
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
