//! Roots of the index: a folder, a disc, an archive, or a part of one.

use crate::container::{disk_path, path_text, splits};

/// An indexed path, as the user wrote it and as the index stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    shown: String,
    stored: String,
    /// The file or folder on disk that the path names, or that contains it.
    unit: String,
}

impl Root {
    /// The root at `path`, which need not exist.
    pub fn new(path: &str) -> Self {
        let shown = path.trim_end_matches('/');
        let shown = if shown.is_empty() { path } else { shown };
        for (outer, inner) in splits(shown) {
            // A path that is not on disk, like the demo, has no other form.
            if let Ok(unit) = disk_path(outer).canonicalize() {
                let unit = path_text(unit);
                let rest = shown.get(outer.len()..).filter(|_| inner.is_some()).unwrap_or("");
                return Self { shown: shown.to_owned(), stored: format!("{unit}{rest}"), unit };
            }
        }
        Self { shown: shown.to_owned(), stored: shown.to_owned(), unit: shown.to_owned() }
    }

    /// Path as the user wrote it.
    pub fn display_path(&self) -> &str {
        &self.shown
    }

    /// Path as stored in the index.
    pub(super) fn stored(&self) -> &str {
        &self.stored
    }

    /// The file or folder on disk that is updated.
    pub(super) fn unit(&self) -> &str {
        &self.unit
    }

    /// `true` if the user's path differs from the stored one.
    pub(super) fn is_renamed(&self) -> bool {
        self.shown != self.stored
    }

    /// Converts a stored path to the user's form; `None` if it is not below this root.
    pub fn show(&self, stored: &str) -> Option<String> {
        let rest = stored.strip_prefix(&self.stored)?;
        let is_below = rest.is_empty() || rest.starts_with('/') || self.stored.ends_with('/');
        is_below.then(|| format!("{}{rest}", self.shown))
    }

    /// Converts a user's path to the stored form.
    pub fn store(path: &str) -> String {
        Self::new(path).stored
    }
}

/// A path and the folders that contain it.
pub(super) fn folders_of(path: &str) -> impl Iterator<Item = &str> {
    let folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
    folders.chain([path])
}

/// Range of the paths below `path`: from the first, up to but excluding the second.
pub(super) fn below(path: &str) -> (String, String) {
    let folder = path.trim_end_matches('/');
    // '0' is the character after '/'.
    (format!("{folder}/"), format!("{folder}0"))
}
