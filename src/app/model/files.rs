//! Files that are not open: roots, listings, recent files, and what is known of each.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::paths;
use super::thumbnails::Thumbnails;
use crate::bytes::Severity;
use crate::library::{Entry, demo};

/// How many recent files are kept, pinned ones apart.
const MAX_RECENT: usize = 20;

/// What a folder or container holds, as far as it was looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Listing {
    Loading,
    Entries(Arc<Vec<Entry>>),
    Failed(String),
}

/// Format of a file, from its first bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sniff {
    Known { id: &'static str, name: &'static str, title: Option<String> },
    Unknown,
}

/// A file that was opened before.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Recent {
    pub path: String,
    pub pinned: bool,
}

/// The files that can be opened, and those that were.
#[derive(Default)]
pub struct Files {
    /// Folders and containers shown in Files.
    pub roots: Vec<String>,
    pub listings: HashMap<String, Listing>,
    /// Containers that are looked at as a whole, whose members come second.
    pub collapsed: HashSet<String>,
    /// Version, another after every change of roots or listings.
    pub changes: u64,
    pub sniffs: HashMap<String, Sniff>,
    pub thumbnails: Thumbnails,
    /// The worst problem of each file that was opened, by path.
    pub worst: HashMap<String, Severity>,
    /// Newest first.
    pub recent: Vec<Recent>,
    /// Recent files that are gone.
    pub missing: BTreeSet<String>,
}

impl Files {
    /// Takes over what a folder or container holds.
    pub fn list(&mut self, path: String, listing: Listing) {
        self.listings.insert(path, listing);
        self.changes += 1;
    }

    /// Shows a folder or container, instead of what is there if it is not below it.
    pub fn show_root(&mut self, path: &str) {
        if !self.roots.iter().any(|root| paths::is_below(path, root)) {
            self.roots = vec![path.to_owned()];
            self.changes += 1;
        }
    }

    /// A file was opened: the newest of the recent ones.
    pub fn add_recent(&mut self, path: &str) {
        if path.starts_with(demo::FOLDER) {
            return;
        }
        let recent = &mut self.recent;
        let pinned = recent.iter().any(|r| r.path == path && r.pinned);
        recent.retain(|r| r.path != path);
        recent.insert(0, Recent { path: path.to_owned(), pinned });
        let mut kept = 0;
        recent.retain(|r| {
            kept += usize::from(!r.pinned);
            r.pinned || kept <= MAX_RECENT
        });
        self.missing.remove(path);
    }

    /// Pins a recent file, or lets it go again.
    pub fn pin_recent(&mut self, path: &str) {
        for recent in self.recent.iter_mut().filter(|recent| recent.path == path) {
            recent.pinned = !recent.pinned;
        }
    }

    /// A file could not be opened.
    pub fn note_missing(&mut self, path: &str) {
        if self.recent.iter().any(|recent| recent.path == path) {
            self.missing.insert(path.to_owned());
        }
    }

    /// The file `by` steps behind `path` in its folder, among those that some format claims.
    pub fn beside(&self, path: &str, by: isize) -> Option<&str> {
        let folder = paths::inner_folders(path).pop().or_else(|| paths::parent(path))?;
        let Listing::Entries(entries) = self.listings.get(&folder)? else {
            return None;
        };
        let unknown = |path: &str| self.sniffs.get(path) == Some(&Sniff::Unknown);
        let files: Vec<&str> = entries
            .iter()
            .filter(|entry| !entry.is_folder && !unknown(&entry.path))
            .map(|entry| entry.path.as_str())
            .collect();
        let at = files.iter().position(|file| *file == path)?;
        let next = (at as isize + by).rem_euclid(files.len() as isize) as usize;
        files.get(next).copied().filter(|next| *next != path)
    }
}
