//! Edited files that are not saved: everything that opens one gets the edited version, including
//! pictures, companions and exports.

use std::path::Path;

use super::{Library, lock};
use crate::bytes::Source;

impl Library {
    /// Replaces the content of the file `stored` from now on with these bytes, which are unpacked if the
    /// file is packed on disk; `None` restores the content on disk. Everything built from the old bytes
    /// is rebuilt when it is opened.
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

    /// `true` if any file has unsaved edits.
    pub(super) fn is_changing(&self) -> bool {
        !lock(&self.edited).is_empty()
    }

    /// The current version of `stored`: itself, or the edited one.
    pub(super) fn current(&self, stored: Source) -> Source {
        // The usual case: no edits, so names need not be compared.
        if !self.is_changing() {
            return stored;
        }
        let key = key(&stored);
        lock(&self.edited).get(&key).cloned().unwrap_or(stored)
    }
}

/// A key that does not depend on how a file was reached: the canonical path of a file on disk; for a
/// member that of the outermost file and the inner path.
fn key(source: &Source) -> String {
    let (outer, inner) = source.name().split_once("//").unwrap_or((source.name(), ""));
    let outer = Path::new(outer);
    let outer = outer.canonicalize().unwrap_or_else(|_| outer.to_path_buf());
    format!("{}//{inner}", outer.display())
}
