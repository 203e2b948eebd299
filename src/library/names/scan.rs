//! Finds names in texts: level scripts, lists made by users, notes.

use std::collections::BTreeSet;

use crate::bytes::Source;
use crate::library::Library;

/// Maximum size of a text.
const MAX_TEXT: u64 = 16 << 20;
/// Longest name that the games hash.
const MAX_NAME: usize = 1023;
/// Maximum percentage of characters that do not occur in texts.
const STRANGE: usize = 3;

impl Library {
    /// Adds the possible names in a text to the dictionary; `None` if the file is not a text. Returns
    /// their number.
    pub fn learn(&self, source: &Source) -> Option<usize> {
        let text = text_of(source)?;
        Some(self.names.add_words(&text, source.file_name()))
    }
}

/// The content of a text file; files that are too long are not read.
pub(in crate::library) fn text_of(source: &Source) -> Option<String> {
    if source.len() > MAX_TEXT { None } else { text(source.bytes()) }
}

/// The characters of a text; if it is not UTF-8, each byte becomes a character. `None` if it is not a
/// text.
pub(in crate::library) fn text(bytes: &[u8]) -> Option<String> {
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

/// All possible names: lines, quoted parts, words.
pub fn candidates(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for line in text.lines() {
        found.insert(line.trim());
        for quote in ['"', '\''] {
            // Every part between two quotation marks, opening or closing: false candidates are harmless,
            // since their hashes match nothing.
            found.extend(line.split(quote).map(str::trim));
        }
        let apart = |c: char| c.is_whitespace() || "\"'`,;()[]{}<>=|".contains(c);
        let words = line.split(apart);
        found.extend(words.map(|word| word.trim_matches(['.', ':', '!', '?'])));
    }
    found.retain(|name| name.len() <= MAX_NAME && name.contains(char::is_alphanumeric));
    found
}
