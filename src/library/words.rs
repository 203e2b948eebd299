//! Names in texts: level scripts, lists that people made, notes.

use std::collections::BTreeSet;

use super::Library;
use crate::bytes::Source;

/// Texts longer than this are none.
const MAX_TEXT: u64 = 16 << 20;
/// Longest name that the games hash.
const MAX_NAME: usize = 1023;
/// Greatest percentage of characters that no text has.
const STRANGE: usize = 3;

impl Library {
    /// Takes in the names that a text may hold; `None` when the file is no text. Returns how many
    /// there may be.
    pub fn learn(&self, source: &Source) -> Option<usize> {
        let text = text_of(source)?;
        Some(self.names.add_words(&text, source.file_name()))
    }
}

/// The characters of a file that is a text, and is not read where it is too long for one.
pub(super) fn text_of(source: &Source) -> Option<String> {
    if source.len() > MAX_TEXT { None } else { text(source.bytes()) }
}

/// The characters of a text, byte by byte where it is not UTF-8; `None` when it is none.
pub(super) fn text(bytes: &[u8]) -> Option<String> {
    if bytes.is_empty() || bytes.len() as u64 > MAX_TEXT || bytes.contains(&0) {
        return None;
    }
    let strange = |byte: &&u8| **byte < b' ' && !matches!(**byte, b'\t' | b'\n' | b'\r' | 0x0C);
    if bytes.iter().filter(strange).count() > bytes.len() * STRANGE / 100 {
        return None;
    }
    let latin = || bytes.iter().map(|byte| char::from(*byte)).collect();
    Some(std::str::from_utf8(bytes).map_or_else(|_| latin(), str::to_owned))
}

/// Everything that may be a name: lines, what stands in quotes, words.
pub fn candidates(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for line in text.lines() {
        found.insert(line.trim());
        for quote in ['"', '\''] {
            // Every piece between two marks, whichever of them opens: names are few, and those
            // that are none name nothing.
            found.extend(line.split(quote).map(str::trim));
        }
        let apart = |c: char| c.is_whitespace() || "\"'`,;()[]{}<>=|".contains(c);
        let words = line.split(apart);
        found.extend(words.map(|word| word.trim_matches(['.', ':', '!', '?'])));
    }
    found.retain(|name| name.len() <= MAX_NAME && name.contains(char::is_alphanumeric));
    found
}
