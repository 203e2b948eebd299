//! Completes the word that is being typed to a filter or one of its values.

use std::ops::Range;

use crate::bytes::{FieldId, Tree};
use crate::formats::{self, FormatInfo};
use crate::index::{KEYS, Kind};
use crate::ksy::{self, CompletionScope, Suggestion};

/// Number of letters after which filters are suggested, since any word may begin like the name of a
/// filter.
const MIN_LETTERS: usize = 2;
/// Maximum number of suggestions that are listed.
const MAX_OFFERED: usize = 8;

/// Suggestions for a part of the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuerySuggestions {
    /// Bytes of the query that a suggestion replaces.
    pub at: Range<usize>,
    pub entries: Vec<Entry>,
}

/// A suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Replacement text.
    pub text: String,
    /// Meaning of the suggestion.
    pub meaning: String,
    /// A value has to be typed after the suggestion.
    pub is_key: bool,
}

/// Suggestions for the word of `text` that ends at byte `cursor`; `described` are the formats that the user
/// described.
pub fn offer(
    text: &str,
    cursor: usize,
    described: &[&'static FormatInfo],
) -> Option<QuerySuggestions> {
    let before = text.get(..cursor)?;
    // No suggestions in the middle of a word.
    if text.get(cursor..)?.starts_with(|c: char| !c.is_whitespace() && c != '|') {
        return None;
    }
    let is_quoted = before.matches('"').count() % 2 == 1;
    let start = before.rfind(|c: char| c.is_whitespace() || c == '|').map_or(0, |at| at + 1);
    let word = before.get(start..)?;
    if is_quoted || word.contains('"') {
        return None;
    }
    let start = start + usize::from(word.starts_with('-'));
    let word = before.get(start..)?;
    let (at, entries) = match word.split_once(':') {
        Some((key, value)) => (start + key.len() + 1..cursor, values(key, value, described)),
        None => (start..cursor, keys(word)),
    };
    let now = text.get(at.clone())?;
    let is_more = entries.iter().any(|entry| entry.text != now);
    is_more.then_some(QuerySuggestions { at, entries })
}

/// Beginning of a condition in quotes.
const CONDITION: &str = "where:\"";

/// Suggestions for the name at byte `cursor` in a condition: fields of a document, from `scope` outwards.
pub fn offer_fields(
    text: &str,
    cursor: usize,
    tree: &Tree,
    scope: &FieldId,
) -> Option<QuerySuggestions> {
    let before = text.get(..cursor)?;
    let start = before.rfind(CONDITION)? + CONDITION.len();
    let inside = before.get(start..).filter(|inside| !inside.contains('"'))?;
    let found = ksy::complete(inside, inside.len(), CompletionScope::Fields(tree, scope))?;
    let entry = |Suggestion { text, meaning }| Entry { text, meaning, is_key: true };
    let entries = found.entries.into_iter().take(MAX_OFFERED).map(entry).collect();
    Some(QuerySuggestions { at: start + found.at.start..cursor, entries })
}

fn keys(word: &str) -> Vec<Entry> {
    if word.chars().count() < MIN_LETTERS {
        return Vec::new();
    }
    let word = word.to_lowercase();
    let fitting = KEYS.iter().filter(|key| key.name.starts_with(&word));
    let entry = |key: &crate::index::Key| Entry {
        text: format!("{}:", key.name),
        meaning: key.meaning.to_owned(),
        is_key: true,
    };
    fitting.map(entry).collect()
}

/// Values of a filter with a fixed set of values.
fn values(key: &str, typed: &str, described: &[&'static FormatInfo]) -> Vec<Entry> {
    let all: Vec<(&str, &str)> = match key.to_lowercase().as_str() {
        "kind" => Kind::ALL.map(|kind| (kind.name(), "")).to_vec(),
        "problem" => vec![("error", ""), ("warning", ""), ("note", "")],
        "format" => {
            let compiled = formats::all().iter().map(|format| format.info());
            let infos = compiled.chain(described.iter().copied());
            infos.map(|info| (info.id, info.name)).collect()
        }
        _ => return Vec::new(),
    };
    let typed = typed.to_lowercase();
    // Formats also match by their last component: `psx` finds `neversoft.psx`.
    let begins = |value: &str| value.split('.').any(|part| part.starts_with(&typed));
    let mut fitting: Vec<(&str, &str)> =
        all.into_iter().filter(|(value, _)| value.starts_with(&typed) || begins(value)).collect();
    // Values that begin with the typed text come first.
    fitting.sort_by_key(|(value, _)| !value.starts_with(&typed));
    fitting.truncate(MAX_OFFERED);
    let entry = |(value, meaning): (&str, &str)| Entry {
        text: value.to_owned(),
        meaning: meaning.to_owned(),
        is_key: false,
    };
    fitting.into_iter().map(entry).collect()
}

impl QuerySuggestions {
    /// The query with an entry inserted, and the new cursor position in bytes.
    pub fn taken(&self, text: &str, entry: &Entry) -> (String, usize) {
        let before = text.get(..self.at.start).unwrap_or_default();
        let after = text.get(self.at.end..).unwrap_or_default();
        let gap = if entry.is_key || after.starts_with(' ') { "" } else { " " };
        let head = format!("{before}{}{gap}", entry.text);
        let skipped = usize::from(!entry.is_key && gap.is_empty());
        let cursor = head.len() + skipped;
        (head + after, cursor)
    }
}
