//! Finds the names that belong to hashes of a file, in the files around it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use crate::bytes::Source;
use crate::container::{Siblings, Unnamed, disk_path, has_extension, path_text};
use crate::formats::{hash_of_file, real_name};
use crate::library::{Library, ResolvedPath, lock};

/// Extensions of texts that may contain names: level scripts, lists made by users.
const TEXTS: [&str; 5] = ["eel", "txt", "lst", "csv", "dbg"];
/// Maximum number of files that are searched for names in a folder, and of those elsewhere.
const MAX_FILES: usize = 64;

/// A file that may contain names.
#[derive(Clone, PartialEq, Eq, Hash)]
enum NameFile {
    /// Name of a file in the same folder.
    Near(String),
    /// Path of a file from [`Library::consult`].
    Consulted(String),
    /// Name of a file elsewhere in the game.
    Elsewhere(String),
}

/// Files that may contain names for the files of one folder, the nearest first.
#[derive(Default)]
struct FilesWithNames {
    all: Vec<NameFile>,
    searched: Mutex<HashSet<NameFile>>,
}

impl Library {
    /// Adds files and folders in which names are searched for, in addition to those near a file.
    pub fn consult(&self, paths: &[String]) {
        lock(&self.consulted).extend_from_slice(paths);
        self.change_locations();
    }

    /// Searches for the names of a file until all are known, nearest files first: levels and texts next
    /// to it, the files from [`consult`](Self::consult), levels elsewhere in the game.
    pub(in crate::library) fn search_nearby_files(
        &self,
        beside: &impl Siblings,
        unnamed: &Unnamed,
    ) {
        if self.names.knows_all(&unnamed.hashes) {
            return;
        }
        let files = self.files_with_names(beside, unnamed);
        for file in &files.all {
            if lock(&files.searched).contains(file) {
                continue;
            }
            let source = match file {
                NameFile::Near(name) => beside.open(name).ok(),
                NameFile::Consulted(path) => self.file_at(path),
                NameFile::Elsewhere(name) => beside.open_elsewhere(name, &unnamed.spread).ok(),
            };
            let Some(source) = source else { continue };
            self.search_for_names(&source);
            // Recorded afterwards, so that another thread does not proceed without its names.
            lock(&files.searched).insert(file.clone());
            if self.names.knows_all(&unnamed.hashes) {
                return;
            }
        }
    }

    /// The files that may contain names for the files of this folder. They are listed once per folder and
    /// game.
    fn files_with_names(&self, beside: &impl Siblings, unnamed: &Unnamed) -> Arc<FilesWithNames> {
        let made = beside.of_game("files with names", &unnamed.spread, &|| {
            let all = self.list_files_with_names(beside, unnamed);
            Arc::new(FilesWithNames { all, searched: Mutex::default() })
        });
        made.downcast().unwrap_or_default()
    }

    fn list_files_with_names(
        &self,
        beside: &impl Siblings,
        Unnamed { holders, spread, .. }: &Unnamed,
    ) -> Vec<NameFile> {
        let names = beside.names();
        let is_level = |name: &&String| has_extension(name, holders);
        let texts = names.iter().filter(|name| has_extension(name, &TEXTS));
        let near = names.iter().filter(is_level).chain(texts).cloned().map(NameFile::Near);
        let consulted = self.consulted(holders).into_iter().map(NameFile::Consulted);
        let all = beside.names_elsewhere(spread, holders);
        // The names in this folder are the first ones.
        let elsewhere = all.iter().skip(names.iter().filter(is_level).count());
        let elsewhere = elsewhere.cloned().map(NameFile::Elsewhere);
        near.take(MAX_FILES).chain(consulted.chain(elsewhere).take(MAX_FILES)).collect()
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
        all.filter(|path| has_extension(path, holders) || has_extension(path, &TEXTS)).collect()
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
