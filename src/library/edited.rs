//! Files that were changed and not saved: whoever asks for one gets it as it was changed, pictures,
//! companions and exports alike.

use std::path::Path;

use super::{Library, lock};
use crate::bytes::Source;

impl Library {
    /// From now on the file that `stored` is, is this: plain bytes, where it is packed on disk.
    /// `None` for what is on disk. What was made of the old bytes is made anew when it is opened.
    pub fn put_edited(&self, stored: &Source, bytes: Option<Vec<u8>>) {
        let key = key(stored);
        let source = bytes.map(|bytes| stored.edited(bytes));
        source.iter().for_each(|source| self.remember(source));
        let mut edited = lock(&self.edited);
        let old = match source {
            Some(source) => edited.insert(key, source),
            None => edited.remove(&key),
        };
        drop(edited);
        old.iter().for_each(|old| self.close_source(old));
    }

    /// Whether any file was changed and not saved.
    pub(super) fn is_changing(&self) -> bool {
        !lock(&self.edited).is_empty()
    }

    /// What stands for `stored`: itself, unless it was changed.
    pub(super) fn current(&self, stored: Source) -> Source {
        // Nearly always: nothing was changed at all, and no name is looked at.
        if !self.is_changing() {
            return stored;
        }
        let key = key(&stored);
        lock(&self.edited).get(&key).cloned().unwrap_or(stored)
    }
}

/// The same for a file however it was reached: on disk by its real path, a member by that of the
/// outermost file and the way inside.
fn key(source: &Source) -> String {
    let (outer, inner) = source.name().split_once("//").unwrap_or((source.name(), ""));
    let outer = Path::new(outer);
    let outer = outer.canonicalize().unwrap_or_else(|_| outer.to_path_buf());
    format!("{}//{inner}", outer.display())
}
