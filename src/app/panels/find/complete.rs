//! What the word that is being typed may become: a filter, or one of its values.

use std::ops::Range;

use crate::formats;
use crate::index::{KEYS, Kind};

/// So many letters are typed before filters are offered: any word begins like one of them.
const MIN_LETTERS: usize = 2;
/// Entries that are offered.
const MAX_OFFERED: usize = 8;

/// What a part of the query may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The part that is replaced, in bytes.
    pub at: Range<usize>,
    pub entries: Vec<Entry>,
}

/// See [`Offer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What the part becomes.
    pub text: String,
    /// What that means.
    pub meaning: String,
    /// Whether a value is still to be typed behind it.
    pub is_key: bool,
}

/// What is offered for the word of `text` that ends at `cursor`, in bytes.
pub fn offer(text: &str, cursor: usize) -> Option<Offer> {
    let before = text.get(..cursor)?;
    // In the middle of a word nothing is replaced.
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
        Some((key, value)) => (start + key.len() + 1..cursor, values(key, value)),
        None => (start..cursor, keys(word)),
    };
    let now = text.get(at.clone())?;
    let is_more = entries.iter().any(|entry| entry.text != now);
    is_more.then_some(Offer { at, entries })
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

/// The values of filters that take one of a few.
fn values(key: &str, typed: &str) -> Vec<Entry> {
    let all: Vec<(&str, &str)> = match key.to_lowercase().as_str() {
        "kind" => Kind::ALL.map(|kind| (kind.name(), "")).to_vec(),
        "problem" => vec![("error", ""), ("warning", ""), ("note", "")],
        "format" => {
            let infos = formats::all().iter().map(|format| format.info());
            infos.map(|info| (info.id, info.name)).collect()
        }
        _ => return Vec::new(),
    };
    let typed = typed.to_lowercase();
    // A format goes by its last part: `psx` is `neversoft.psx`.
    let begins = |value: &str| value.split('.').any(|part| part.starts_with(&typed));
    let mut fitting: Vec<(&str, &str)> =
        all.into_iter().filter(|(value, _)| value.starts_with(&typed) || begins(value)).collect();
    // What begins so comes first.
    fitting.sort_by_key(|(value, _)| !value.starts_with(&typed));
    fitting.truncate(MAX_OFFERED);
    let entry = |(value, meaning): (&str, &str)| Entry {
        text: value.to_owned(),
        meaning: meaning.to_owned(),
        is_key: false,
    };
    fitting.into_iter().map(entry).collect()
}

impl Offer {
    /// The query with one of the entries in its place, and where one goes on typing, in bytes.
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
