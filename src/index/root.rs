//! Where is looked: a folder, a disc, an archive, or a part of one.

use std::path::Path;

use crate::container::splits;

/// A place that is indexed, as the user wrote it and as the index knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    shown: String,
    stored: String,
    /// The file or folder on disk that it is in, or itself.
    unit: String,
}

impl Root {
    /// The root at `path`, whether or not something is there.
    pub fn new(path: &str) -> Self {
        let shown = path.trim_end_matches('/');
        let shown = if shown.is_empty() { path } else { shown };
        for (outer, inner) in splits(shown) {
            // What is in no folder on disk, as the demo, has no other name.
            if let Ok(unit) = Path::new(outer).canonicalize() {
                let unit = unit.to_string_lossy().into_owned();
                let rest = shown.get(outer.len()..).filter(|_| inner.is_some()).unwrap_or("");
                return Self { shown: shown.to_owned(), stored: format!("{unit}{rest}"), unit };
            }
        }
        Self { shown: shown.to_owned(), stored: shown.to_owned(), unit: shown.to_owned() }
    }

    /// Path as the user wrote it.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Path as the index knows it.
    pub(super) fn stored(&self) -> &str {
        &self.stored
    }

    /// What is brought up to date: the file or folder on disk.
    pub(super) fn unit(&self) -> &str {
        &self.unit
    }

    /// How a path that the index knows begins where the user wrote the root otherwise.
    pub(super) fn is_renamed(&self) -> bool {
        self.shown != self.stored
    }

    /// The path that the index knows, as the user would write it; `None` for what is elsewhere.
    pub fn show(&self, stored: &str) -> Option<String> {
        let rest = stored.strip_prefix(&self.stored)?;
        let is_below = rest.is_empty() || rest.starts_with('/') || self.stored.ends_with('/');
        is_below.then(|| format!("{}{rest}", self.shown))
    }

    /// The path that the index knows for one that the user wrote.
    pub fn store(path: &str) -> String {
        Self::new(path).stored
    }
}

/// Whether a path is that of a folder, or below it.
pub(super) fn is_in(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The paths below `path`: from the first, up to but not the second.
pub(super) fn below(path: &str) -> (String, String) {
    let folder = path.trim_end_matches('/');
    // '0' is the letter behind '/'.
    (format!("{folder}/"), format!("{folder}0"))
}
