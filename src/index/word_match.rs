//! Matches words in texts without case.

use std::collections::BTreeSet;

/// `true` if `text` contains `word`, which is in lower case.
pub fn holds(text: &str, word: &str) -> bool {
    if word.is_empty() {
        return true;
    }
    if !text.is_ascii() {
        return text.to_lowercase().contains(word);
    }
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let Some((first, rest)) = word.split_first() else { return true };
    let other = first.to_ascii_uppercase();
    let mut starts = memchr::memchr2_iter(*first, other, text);
    starts.any(|at| {
        let behind = text.get(at + 1..at + 1 + rest.len());
        behind.is_some_and(|behind| behind.eq_ignore_ascii_case(rest))
    })
}

/// `true` if `text` begins with `word`, which is in lower case.
pub fn begins(text: &str, word: &str) -> bool {
    if !text.is_ascii() {
        return text.to_lowercase().starts_with(word);
    }
    let start = text.as_bytes().get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// A text as stored in the trigram tables: in lower case, between two line breaks.
pub(super) fn letters(text: &str) -> String {
    format!("\n{}\n", text.to_lowercase())
}

/// A query of the trigram tables for texts that may contain `word`, which is in lower case; `None` if it
/// is too short.
pub(super) fn trigrams(word: &str) -> Option<String> {
    let letters: Vec<char> = word.chars().collect();
    let triples: BTreeSet<String> =
        letters.windows(3).map(|three| three.iter().collect::<String>()).collect();
    joined(triples, " AND ")
}

/// Joins trigrams to a query.
pub(super) fn joined(triples: impl IntoIterator<Item = String>, by: &str) -> Option<String> {
    let quoted = |three: String| format!("\"{}\"", three.replace('"', "\"\""));
    // The trigram tables end a text at a NUL.
    let known = triples.into_iter().filter(|three| !three.contains('\0'));
    let all: Vec<String> = known.map(quoted).collect();
    (!all.is_empty()).then(|| all.join(by))
}
