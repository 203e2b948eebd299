//! Names behind 32-bit hashes: dictionaries and what the user types or opened files contain.

use std::collections::HashMap;
use std::sync::RwLock;

use crate::container::Names;

/// A growing dictionary that every opened file may use.
#[derive(Default)]
pub struct NameBook {
    names: RwLock<HashMap<u32, String>>,
}

impl NameBook {
    /// Adds a name under its hash. The first name of a hash stays.
    pub fn add(&self, hash: u32, name: &str) {
        let mut names = self.names.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        names.entry(hash).or_insert_with(|| name.to_owned());
    }

    /// Reads lines `0xHHHHHHHH name`, or bare names to be hashed with `hash` (the form of
    /// io_thps_scene's `DebugNames.dbg`). Returns how many names were added.
    pub fn add_text(&self, text: &str, hash: impl Fn(&str) -> u32) -> usize {
        let mut added = 0;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let stored = line.split_once(char::is_whitespace).and_then(|(first, name)| {
                let digits = first.strip_prefix("0x").or_else(|| first.strip_prefix("0X"))?;
                Some((u32::from_str_radix(digits, 16).ok()?, name.trim()))
            });
            let (hash, name) = stored.unwrap_or_else(|| (hash(line), line));
            self.add(hash, name);
            added += 1;
        }
        added
    }

    pub fn is_empty(&self) -> bool {
        self.names.read().unwrap_or_else(std::sync::PoisonError::into_inner).is_empty()
    }
}

impl Names for NameBook {
    fn name(&self, hash: u32) -> Option<String> {
        let names = self.names.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        names.get(&hash).cloned()
    }
}
