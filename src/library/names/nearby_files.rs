//! Finds the names that belong to hashes of a file, in the files around it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use crate::bytes::Source;
use crate::container::{Siblings, Unnamed, disk_path, path_text};
use crate::formats::{hash_of_file, real_name};
use crate::library::{Library, ResolvedPath, lock};

/// Names of the files in a folder that have been searched.
type SearchedNames = HashSet<String>;

/// Extensions of texts that may contain names: level scripts, lists made by users.
const TEXTS: [&str; 5] = ["eel", "txt", "lst", "csv", "dbg"];
/// Maximum number of files that are searched for the names of one file.
const MAX_FILES: usize = 64;

impl Library {
    /// Adds files and folders in which names are searched for, in addition to those near a file.
    pub fn consult(&self, paths: &[String]) {
        lock(&self.consulted).extend_from_slice(paths);
    }

    /// Searches for the names of a file until all are known, nearest files first: levels and texts next
    /// to it, the files from [`consult`](Self::consult), levels elsewhere in the game.
    pub(in crate::library) fn search_nearby_files(
        &self,
        beside: &impl Siblings,
        unnamed: &Unnamed,
    ) {
        let Unnamed { hashes, holders, spread } = unnamed;
        if self.names.knows_all(hashes) {
            return;
        }
        let near = beside.names();
        let levels = near.iter().filter(|name| ends_in(name, holders));
        let texts = near.iter().filter(|name| ends_in(name, &TEXTS));
        let done = beside
            .of_folder("names looked through", &|| Arc::new(Mutex::new(SearchedNames::new())));
        let done = done.downcast_ref::<Mutex<SearchedNames>>();
        for name in levels.chain(texts).take(MAX_FILES) {
            if done.is_some_and(|done| lock(done).contains(name)) {
                continue;
            }
            if let Ok(source) = beside.open(name) {
                self.search_for_names(&source);
            }
            // Recorded afterwards, so that another thread does not proceed without its names.
            if let Some(done) = done {
                lock(done).insert(name.clone());
            }
            if self.names.knows_all(hashes) {
                return;
            }
        }
        let consulted = self.consulted(holders);
        let together = consulted.iter().map(|path| self.file_at(path));
        let far = beside.names_elsewhere(spread);
        let far = far.iter().filter(|name| ends_in(name, holders) && !near.contains(name));
        let elsewhere = far.map(|name| beside.open_elsewhere(name, spread).ok());
        for source in together.chain(elsewhere).take(MAX_FILES).flatten() {
            self.search_for_names(&source);
            if self.names.knows_all(hashes) {
                return;
            }
        }
    }

    /// Searches the files around a file that is named by a hash for its real name.
    pub(in crate::library) fn look_for_real_name(&self, file_name: &str, beside: &impl Siblings) {
        let Some(unnamed) = hash_of_file(file_name) else { return };
        if real_name(file_name, &self.names).is_none() {
            self.search_nearby_files(beside, &unnamed);
        }
    }

    /// Paths of the files from [`consult`](Self::consult), including those in its folders.
    fn consulted(&self, holders: &[&str]) -> Vec<String> {
        let paths = lock(&self.consulted).clone();
        let inside = |path: &String| {
            let listing = self.listings.of(&disk_path(path)).ok();
            let inside = listing.iter().flat_map(|listing| &listing.entries);
            let inside = inside.map(|entry| path_text(&entry.path));
            inside.chain([path.clone()]).collect::<Vec<_>>()
        };
        let all = paths.iter().flat_map(inside);
        all.filter(|path| ends_in(path, holders) || ends_in(path, &TEXTS)).collect()
    }

    fn file_at(&self, path: &str) -> Option<Source> {
        match self.place(path).ok()? {
            ResolvedPath::File(source) => Some(source),
            _ => None,
        }
    }

    /// Adds the names in a file to the dictionary, once. Only its source stays open.
    pub(in crate::library) fn search_for_names(&self, source: &Source) {
        let key = (source.name().to_owned(), source.len());
        // The names of an open file were added when it was opened.
        if lock(&self.looked_through).contains(&key) || self.is_open(source) {
            return;
        }
        if self.read(source, None).is_err() {
            self.learn(source);
        }
        // Recorded afterwards, so that another thread does not proceed without its names.
        lock(&self.looked_through).insert(key);
    }
}

/// `true` if `name` has one of these extensions, ignoring case.
pub(super) fn ends_in(name: &str, endings: &[&str]) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
}
