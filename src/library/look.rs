//! Names that a file keeps only the hashes of, from the files around it.

use super::folder::Beside;
use super::{Library, Place, lock};
use crate::bytes::Source;
use crate::container::{Siblings, Unnamed};

/// Endings of texts that may hold names: level scripts, lists that people made.
const TEXTS: [&str; 5] = ["eel", "txt", "lst", "csv", "dbg"];
/// No more files than these are looked through for the names of one.
const MOST_FILES: usize = 64;

impl Library {
    /// Asks these paths for names too, wherever they are: they were named together.
    pub fn consult(&self, paths: &[String]) {
        lock(&self.consulted).extend_from_slice(paths);
    }

    /// Learns from the files around one until all its names are known, the nearest first: levels
    /// and texts beside it, what was named together with it, levels elsewhere in the game.
    pub(super) fn look_around(&self, beside: &Beside<'_>, unnamed: &Unnamed) {
        let Unnamed { hashes, holders, spread } = unnamed;
        let is_known = || self.names.knows_all(hashes);
        if is_known() {
            return;
        }
        let near = beside.names();
        let levels = near.iter().filter(|name| ends_in(name, holders));
        let texts = near.iter().filter(|name| ends_in(name, &TEXTS));
        let mut left = MOST_FILES;
        for name in levels.chain(texts).take(left) {
            left -= 1;
            if let Ok(source) = beside.open(name) {
                self.look_through(&source);
            }
            if is_known() {
                return;
            }
        }
        let consulted = lock(&self.consulted).clone();
        let of_names = |path: &&String| ends_in(path, holders) || ends_in(path, &TEXTS);
        for path in consulted.iter().filter(of_names).take(left) {
            left -= 1;
            if let Ok(Place::File(source)) = self.place(path) {
                self.look_through(&source);
            }
        }
        let far = beside.names_elsewhere(spread);
        let far = far.iter().filter(|name| ends_in(name, holders) && !near.contains(name));
        for name in far.take(left) {
            if is_known() {
                return;
            }
            if let Ok(source) = beside.open_elsewhere(name, spread) {
                self.look_through(&source);
            }
        }
    }

    /// Learns the names of a file, once. Nothing of it is kept but its bytes.
    fn look_through(&self, source: &Source) {
        let id = source.id();
        // Whoever opened it has learned from it.
        if lock(&self.looked_through).contains(&id) || lock(&self.documents).contains_key(&id) {
            return;
        }
        match self.read(source, None) {
            Ok(opened) if opened.document.source.id() != id => {
                self.close_source(&opened.document.source);
            }
            Ok(_) => {}
            Err(_) => {
                self.learn(source);
            }
        }
        // Told afterwards: others who ask meanwhile must not go without.
        lock(&self.looked_through).insert(id);
    }
}

fn ends_in(name: &str, endings: &[&str]) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
}
