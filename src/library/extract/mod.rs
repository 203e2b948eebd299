//! Files out of folders, archives, discs and wrappers, as they are stored: what the command line and
//! the window extract.
//!
//! * [`Plan::add`] finds out which files there would be; nothing is unpacked for it.
//! * [`Plan::run`] writes them below a folder and never outside, each beside its place and renamed.

mod plan;
mod write;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Opened;
use crate::bytes::Source;

pub use write::{Existing, Step, write_with};

/// What is wanted of each path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wish {
    /// Everything of a path goes into a folder of the path's own name.
    pub folders: bool,
    /// Archives and wrapped files are written as they are, instead of what is in them.
    pub as_stored: bool,
    /// A file that holds nothing is written as it is, instead of refused.
    pub plain: bool,
}

/// The files of an extraction.
#[derive(Default)]
pub struct Plan {
    files: Vec<Planned>,
    /// Members that cannot be read, each with the reason, a sentence each.
    pub left_out: Vec<String>,
    /// Members of which all that is stored is written, though something is wrong with it; a sentence
    /// each.
    pub flawed: Vec<String>,
    taken: std::collections::HashSet<PathBuf>,
    /// Folders of the files.
    folders: std::collections::HashSet<PathBuf>,
}

/// One file to write.
pub struct Planned {
    /// Where to, below the folder: harmless, and given to no other file of the plan.
    pub to: PathBuf,
    /// Number of bytes, as far as it is known before it is read.
    pub size: u64,
    from: From,
}

/// Where a planned file comes from.
enum From {
    /// A file on disk, or in the demo.
    Path(String),
    Member(Arc<Opened>, usize),
    Bytes(Source),
}

/// Why there is nothing to extract from a path.
#[derive(Debug)]
pub enum Refused {
    /// It cannot be opened.
    Unopened(super::OpenError),
    /// It is a file that holds nothing; the sentence says so.
    HoldsNothing(String),
    /// It is a folder without files.
    Empty(String),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Unopened(error) => error.fmt(f),
            Refused::HoldsNothing(said) => f.write_str(said),
            Refused::Empty(path) => write!(f, "{path}: no files in this folder"),
        }
    }
}

impl Plan {
    /// The files, in the order they are written.
    pub fn files(&self) -> &[Planned] {
        &self.files
    }

    /// Number of bytes of all files together.
    pub fn size(&self) -> u64 {
        self.files.iter().fold(0, |all, file| all.saturating_add(file.size))
    }

    /// Which of the files are in `folder` already.
    pub fn existing(&self, folder: &Path) -> std::collections::HashSet<PathBuf> {
        let is_there = |file: &&Planned| folder.join(&file.to).symlink_metadata().is_ok();
        self.files.iter().filter(is_there).map(|file| file.to.clone()).collect()
    }
}
