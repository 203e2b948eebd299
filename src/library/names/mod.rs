//! Names for hashes: a dictionary of built-in names, typed ones, and those found in opened files.

mod hashed_files;
pub mod lists;
mod nearby_files;
pub(super) mod scan;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use self::lists::NameList;
use crate::container::Names;
use crate::formats::{Document, hashes_of, name_hashes};

/// A growing dictionary that all opened files use. Several names of one hash are all kept.
#[derive(Default)]
pub struct NameBook {
    /// Locked only for look-ups and insertions: names are collected before, and no other code is called
    /// under the lock.
    names: RwLock<HashMap<u32, Vec<KnownName>>>,
    /// Changes with every added or removed name.
    revision: AtomicU64,
}

#[derive(Clone)]
struct KnownName {
    name: Arc<str>,
    from: Arc<str>,
}

impl KnownName {
    fn is_typed(&self) -> bool {
        &*self.from == TYPED
    }
}

/// Origin of names that the user typed.
pub const TYPED: &str = "typed";
/// Origins of built-in names.
pub const BUILT_IN: [&str; 2] = ["built-in list", "demo set"];

impl NameBook {
    /// The built-in names.
    pub fn built_in() -> Self {
        let book = Self::default();
        for engine in name_hashes() {
            for (list, from) in [engine.names, engine.demo_names].into_iter().zip(BUILT_IN) {
                book.add_text(list, from, engine.of_name);
            }
        }
        book
    }

    /// Adds a name under its hash, with its origin. The first name of a hash stays the displayed one;
    /// typed names come after those of files and lists.
    pub fn add(&self, hash: u32, name: &str, from: &str) {
        self.enter([(hash, name)], from);
    }

    /// All names that are known for a hash.
    pub(super) fn all_of(&self, hash: u32) -> String {
        let mut all: Vec<String> = Vec::new();
        self.each(hash, &mut |name, _| all.push(name.to_owned()));
        all.join(" or ")
    }

    /// Adds the names of companions, which a file refers to by their hashes.
    pub(super) fn add_companions(&self, names: &[String], hash: fn(&str) -> u32) {
        self.enter(names.iter().map(|name| (hash(name), name.as_str())), "name of a file");
    }

    /// Adds a name that the user typed under its hash in every engine.
    pub fn add_typed(&self, name: &str) {
        for engine in name_hashes() {
            self.add((engine.of_name)(name), name, TYPED);
        }
    }

    /// Adds names under their hashes, all from one origin.
    fn enter<'a>(&self, all: impl IntoIterator<Item = (u32, &'a str)>, from: &str) {
        let from: Arc<str> = Arc::from(from);
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        let mut is_news = false;
        for (hash, name) in all {
            let known = names.entry(hash).or_default();
            let is_same = |known: &KnownName| known.name.eq_ignore_ascii_case(name);
            // Typed names may have the wrong case.
            if &*from != TYPED {
                known.retain(|known| !(known.is_typed() && is_same(known)));
            }
            // For case-insensitive hashes a name in another case is not a collision.
            if !known.iter().any(is_same) {
                let at = known.iter().position(KnownName::is_typed).filter(|_| &*from != TYPED);
                let new = KnownName { name: Arc::from(name), from: from.clone() };
                known.insert(at.unwrap_or(known.len()), new);
                is_news = true;
            }
        }
        if is_news {
            self.revision.fetch_add(1, Ordering::Release);
        }
    }

    /// Revision: if it has changed, names resolved before may be out of date.
    pub fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    /// `true` if a file or a list names each of these hashes.
    pub fn knows_all(&self, hashes: &[u32]) -> bool {
        let names = self.read();
        let is_known = |known: &Vec<KnownName>| known.iter().any(|known| !known.is_typed());
        hashes.iter().all(|hash| names.get(hash).is_some_and(is_known))
    }

    /// Adds the names in a document, since other files refer to the same elements by hash.
    pub fn learn(&self, document: &Document) {
        let mut all = Vec::new();
        document.content.named().names(&mut |hash, name| all.push((hash, name.to_owned())));
        let all = all.iter().map(|(hash, name)| (*hash, name.as_str()));
        self.enter(all, document.source.file_name());
    }

    /// Reads lines `0xHHHHHHHH name`, or bare names to be hashed with `hash` (the format of
    /// io_thps_scene's `DebugNames.dbg`); lines that start with `#` are comments. Returns the number of
    /// names.
    pub fn add_text(&self, text: &str, from: &str, hash: impl Fn(&str) -> u32) -> usize {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let name = |line| {
            let stored = stored_name(line);
            stored.unwrap_or_else(|| (hash(line), line))
        };
        let all: Vec<(u32, &str)> = lines.map(name).collect();
        self.enter(all.iter().copied(), from);
        all.len()
    }

    /// Adds a name list; the origin includes the contributor if the list states one. Returns the number
    /// of names.
    pub fn add_pack(&self, pack: &NameList, from: &str) -> usize {
        for entry in &pack.names {
            self.enter([(entry.hash, entry.name.as_str())], &entry.origin(from));
        }
        pack.words
    }

    /// All names with their hashes and origins, by hash.
    pub fn all(&self) -> Vec<(u32, String, String)> {
        let names = self.read();
        let every = names.iter().flat_map(|(hash, known)| {
            known.iter().map(|known| (*hash, known.name.to_string(), known.from.to_string()))
        });
        let mut all: Vec<_> = every.collect();
        drop(names);
        // A stable sort: the first name of a hash stays the first.
        all.sort_by_key(|(hash, ..)| *hash);
        all
    }

    /// Replaces the names typed by the user, for all engines.
    pub fn set_typed(&self, names: &[String]) {
        {
            let mut known = self.names.write().unwrap_or_else(PoisonError::into_inner);
            known.values_mut().for_each(|names| names.retain(|known| !known.is_typed()));
            self.revision.fetch_add(1, Ordering::Release);
        }
        self.enter(names.iter().flat_map(|name| hashed(name)), TYPED);
    }

    /// Adds everything in a text that may be a name: its lines, quoted parts, and words. Returns their
    /// number.
    pub fn add_words(&self, text: &str, from: &str) -> usize {
        let words = scan::candidates(text);
        self.enter(words.iter().flat_map(|word| hashed(word)), from);
        words.len()
    }

    /// `true` if no name is known.
    pub fn is_empty(&self) -> bool {
        self.read().is_empty()
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<u32, Vec<KnownName>>> {
        self.names.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name with its hash for each engine.
pub fn hashed(name: &str) -> [(u32, &str); 2] {
    hashes_of(name).map(|hash| (hash, name))
}

/// Hash and name of a line `0xHHHHHHHH name`.
fn stored_name(line: &str) -> Option<(u32, &str)> {
    let (first, name) = line.split_once(char::is_whitespace)?;
    let digits = first.strip_prefix("0x").or_else(|| first.strip_prefix("0X"))?;
    Some((u32::from_str_radix(digits, 16).ok()?, name.trim()))
}

impl Names for NameBook {
    fn name(&self, hash: u32) -> Option<String> {
        Some(self.read().get(&hash)?.first()?.name.to_string())
    }

    fn each(&self, hash: u32, f: &mut dyn FnMut(&str, &str)) {
        let known = self.read().get(&hash).cloned().unwrap_or_default();
        known.iter().for_each(|known| f(&known.name, &known.from));
    }
}
