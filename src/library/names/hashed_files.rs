//! Real names of files that are named by hashes.

use crate::container::has_extension;
use crate::formats::{hash_of_file, is_named_by_hash, real_name};
use crate::library::{Entry, Library, ResolvedPath};

/// Maximum number of files in one listing that are searched for the names of others.
const MAX_NAME_HOLDERS: usize = 1024;

impl Library {
    /// Real name of the file at `path` and the origin of that name, if the file is named by a hash whose
    /// name is known.
    pub fn real_name(&self, path: &str) -> Option<(String, String)> {
        real_name(last_part(path), &self.names)
    }

    /// Display name of the file at `path`: the real name if it is known.
    pub fn display_name(&self, path: &str) -> String {
        self.real_name(path).map_or_else(|| last_part(path).to_owned(), |(name, _)| name)
    }

    /// Replaces hashes in the names of listed files with real names, after searching the triggers and
    /// part lists among them.
    pub(in crate::library) fn name_hashed(&self, entries: &mut [Entry]) {
        let hashed = |entry: &Entry| hash_of_file(&entry.name).filter(|_| !entry.is_folder);
        if let Some(unnamed) = entries.iter().find_map(hashed) {
            let holders =
                entries.iter().filter(|entry| has_extension(&entry.name, unnamed.holders));
            for holder in holders.take(MAX_NAME_HOLDERS) {
                if let Ok(ResolvedPath::File(source)) = self.place(&holder.path) {
                    self.search_for_names(&source);
                }
            }
        }
        let is_named = |entry: &&mut Entry| !entry.is_folder && is_named_by_hash(&entry.name);
        for entry in entries.iter_mut().filter(is_named) {
            if let Some((name, from)) = self.real_name(&entry.name) {
                (entry.name, entry.named_by) = (name, Some(from));
            }
        }
    }
}

/// The last component of a path.
fn last_part(path: &str) -> &str {
    path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(path)
}
