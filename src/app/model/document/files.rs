//! Files that need not be open: roots, listings, recent files, and their formats and problems.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use crate::app::model::document::paths;
use crate::app::model::document::thumbnails::Thumbnails;
use crate::bytes::Severity;
use crate::library::{Entry, Game, Sniffed, demo};

/// Maximum number of recent files that are kept, not counting pinned ones.
const MAX_RECENT: usize = 20;

/// Content of a folder or container, once it is listed.
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

impl Sniff {
    pub fn of(found: Option<Sniffed>) -> Self {
        found.map_or(Self::Unknown, |found| Self::Known {
            id: found.format.id,
            name: found.format.name,
            title: found.title,
        })
    }
}

/// A file that was opened before.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Recent {
    pub path: String,
    pub pinned: bool,
}

/// The files that can be opened or were opened.
#[derive(Default)]
pub struct Files {
    /// Folders, discs and archives in Files; none is below another.
    pub roots: Vec<String>,
    /// Files and folders that are marked for a bulk operation.
    pub marked: BTreeSet<String>,
    pub listings: HashMap<String, Listing>,
    /// Containers that are collapsed at first because they are viewed as a whole.
    pub collapsed: HashSet<String>,
    /// Version, which changes with every change of roots or listings.
    pub changes: u64,
    pub sniffs: HashMap<String, Sniff>,
    /// Games to which discs and folders belong.
    pub games: HashMap<String, Game>,
    pub thumbnails: Thumbnails,
    /// The worst problem of each file that was opened, by path.
    pub worst: HashMap<String, Severity>,
    /// Newest first.
    pub recent: Vec<Recent>,
    /// Recent files that are missing.
    pub missing: BTreeSet<String>,
}

impl Files {
    /// Stores the listing of a folder or container.
    pub fn list(&mut self, path: String, listing: Listing) {
        self.listings.insert(path, listing);
        self.changes += 1;
    }

    /// The root that contains or is `path`.
    pub fn root_of(&self, path: &str) -> Option<&str> {
        self.roots.iter().map(String::as_str).find(|root| paths::is_below(path, root))
    }

    /// Adds a folder, disc or archive, unless it is below a root. Roots below it are removed.
    pub fn add_root(&mut self, path: &str) {
        if self.root_of(path).is_some() {
            return;
        }
        let is_below = |root: &String| paths::is_below(root, path);
        let at = self.roots.iter().position(is_below).unwrap_or(self.roots.len());
        self.roots.retain(|root| !is_below(root));
        self.roots.insert(at.min(self.roots.len()), path.to_owned());
        self.changes += 1;
    }

    /// Closes a root.
    pub fn close_root(&mut self, path: &str) {
        self.roots.retain(|root| root != path);
        self.marked.retain(|marked| !paths::is_below(marked, path));
        self.changes += 1;
    }

    /// Marked paths, without those inside another marked path.
    pub fn chosen(&self) -> Vec<String> {
        let is_in = |path: &String, other: &String| path != other && paths::is_below(path, other);
        let outermost = |path: &&String| !self.marked.iter().any(|other| is_in(path, other));
        self.marked.iter().filter(outermost).cloned().collect()
    }

    /// Adds an opened file as the newest recent one.
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

    /// Pins or unpins a recent file.
    pub fn pin_recent(&mut self, path: &str) {
        for recent in self.recent.iter_mut().filter(|recent| recent.path == path) {
            recent.pinned = !recent.pinned;
        }
    }

    /// Records that a file could not be opened.
    pub fn note_missing(&mut self, path: &str) {
        if self.recent.iter().any(|recent| recent.path == path) {
            self.missing.insert(path.to_owned());
        }
    }

    /// The file `by` steps after `path` in its folder, counting only files of known formats.
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
