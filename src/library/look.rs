//! Names that a file keeps only the hashes of, from the files around it.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::{Library, Place, lock};
use crate::bytes::Source;
use crate::container::{Siblings, Unnamed};
use crate::formats::{hash_of_file, real_name};

/// Names of the files of a folder that were looked through.
type Done = HashSet<String>;

/// Endings of texts that may hold names: level scripts, lists that people made.
const TEXTS: [&str; 5] = ["eel", "txt", "lst", "csv", "dbg"];
/// No more files than these are looked through for the names of one.
const MAX_FILES: usize = 64;

impl Library {
    /// Asks these files and folders for names too, wherever they are: they were named together.
    pub fn consult(&self, paths: &[String]) {
        lock(&self.consulted).extend_from_slice(paths);
    }

    /// Learns from the files around one until all its names are known, the nearest first: levels
    /// and texts beside it, what was named together with it, levels elsewhere in the game.
    pub(super) fn look_around(&self, beside: &impl Siblings, unnamed: &Unnamed) {
        let Unnamed { hashes, holders, spread } = unnamed;
        if self.names.knows_all(hashes) {
            return;
        }
        let near = beside.names();
        let levels = near.iter().filter(|name| ends_in(name, holders));
        let texts = near.iter().filter(|name| ends_in(name, &TEXTS));
        let done = beside.of_folder("names looked through", &|| Arc::new(Mutex::new(Done::new())));
        let done = done.downcast_ref::<Mutex<Done>>();
        for name in levels.chain(texts).take(MAX_FILES) {
            if done.is_some_and(|done| lock(done).contains(name)) {
                continue;
            }
            if let Ok(source) = beside.open(name) {
                self.look_through(&source);
            }
            // Entered afterwards, so that nobody who asks meanwhile goes without its names.
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
            self.look_through(&source);
            if self.names.knows_all(hashes) {
                return;
            }
        }
    }

    /// Learns the real name of a file that is called by the hash of it, from the files around it.
    pub(super) fn look_for_real_name(&self, file_name: &str, beside: &impl Siblings) {
        let Some(unnamed) = hash_of_file(file_name) else { return };
        if real_name(file_name, &self.names).is_none() {
            self.look_around(beside, &unnamed);
        }
    }

    /// Paths of the files that are asked besides: themselves, and what lies in the folders.
    fn consulted(&self, holders: &[&str]) -> Vec<String> {
        let paths = lock(&self.consulted).clone();
        let inside = |path: &String| {
            let listing = self.listings.of(Path::new(path)).ok();
            let inside = listing.iter().flat_map(|listing| &listing.entries);
            let inside = inside.map(|entry| entry.path.to_string_lossy().into_owned());
            inside.chain([path.clone()]).collect::<Vec<_>>()
        };
        let all = paths.iter().flat_map(inside);
        all.filter(|path| ends_in(path, holders) || ends_in(path, &TEXTS)).collect()
    }

    fn file_at(&self, path: &str) -> Option<Source> {
        match self.place(path).ok()? {
            Place::File(source) => Some(source),
            _ => None,
        }
    }

    /// Learns the names of a file, once. Nothing of it is kept but its bytes.
    pub(super) fn look_through(&self, source: &Source) {
        let key = (source.name().to_owned(), source.len());
        // Whoever opened it has learned from it.
        if lock(&self.looked_through).contains(&key) || self.is_open(source) {
            return;
        }
        if self.read(source, None).is_err() {
            self.learn(source);
        }
        // Told afterwards: others who ask meanwhile must not go without.
        lock(&self.looked_through).insert(key);
    }
}

/// True when the extension of `name` is one of these, in either case.
pub(super) fn ends_in(name: &str, endings: &[&str]) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
}
