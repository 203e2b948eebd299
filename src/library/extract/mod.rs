//! Extracts files from folders, archives, discs and wrappers as they are stored, for the command line and
//! the window.
//!
//! * [`Plan::add`] finds the files to extract, without unpacking them.
//! * [`Plan::run`] writes them below a folder and never outside, each through a temporary file.

mod plan;
mod write;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Opened;
use crate::bytes::Source;

pub use write::{Existing, Step, write_with};

/// Options for each path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExtractOptions {
    /// Put the files of each path into a folder named after the path.
    pub folders: bool,
    /// Write archives and wrapped files unchanged instead of their contents.
    pub as_stored: bool,
    /// Write a file that contains no other files unchanged, instead of refusing it.
    pub plain: bool,
}

/// The files of an extraction.
#[derive(Default)]
pub struct Plan {
    files: Vec<Planned>,
    /// Messages about members that cannot be read.
    pub left_out: Vec<String>,
    /// Messages about members that are written completely but are flawed.
    pub flawed: Vec<String>,
    taken: std::collections::HashSet<PathBuf>,
    /// Folders of the planned files, whose names no file may get.
    folders: std::collections::HashSet<PathBuf>,
}

/// One file to write.
pub struct Planned {
    /// Target relative to the folder: sanitised, and unique in the plan.
    pub to: PathBuf,
    /// Size in bytes, if it is known before reading.
    pub size: u64,
    from: FileSource,
}

/// Source of a planned file.
enum FileSource {
    /// A file on disk, or in the demo.
    Path(String),
    Member(Arc<Opened>, usize),
    Bytes(Source),
}

/// Reason why nothing can be extracted from a path.
#[derive(Debug)]
pub enum Refused {
    /// The path cannot be opened.
    Unopened(super::OpenError),
    /// The path is a file that contains no other files; the text is the message.
    HoldsNothing(String),
    /// The path is a folder without files.
    Empty(String),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Unopened(error) => error.fmt(f),
            Refused::HoldsNothing(message) => f.write_str(message),
            Refused::Empty(path) => write!(f, "{path}: no files in this folder"),
        }
    }
}

impl Plan {
    /// The files, in the order they are written.
    pub fn files(&self) -> &[Planned] {
        &self.files
    }

    /// Total size of all files, in bytes.
    pub fn size(&self) -> u64 {
        self.files.iter().fold(0, |all, file| all.saturating_add(file.size))
    }

    /// The files that already exist in `folder`.
    pub fn existing(&self, folder: &Path) -> std::collections::HashSet<PathBuf> {
        let is_there = |file: &&Planned| folder.join(&file.to).symlink_metadata().is_ok();
        self.files.iter().filter(is_there).map(|file| file.to.clone()).collect()
    }
}
