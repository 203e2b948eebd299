//! Completes the word that is being typed in a description. Works on the lines of the text, so that it also
//! works while the text has mistakes.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::{attributes, encoding, load};

/// Maximum number of suggestions.
const MAX_ENTRIES: usize = 10;
/// Lines above the cursor that are searched for keys and names.
const MAX_LINES: usize = 20_000;

/// Suggestions for a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Bytes of the text that a suggestion replaces.
    pub at: Range<usize>,
    /// The suggestions, in alphabetical order.
    pub entries: Vec<Suggestion>,
}

/// A suggested word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Suggestion {
    /// Replacement of the word.
    pub text: String,
    /// Kind of word: a key, a type, a field.
    pub meaning: &'static str,
}

/// Suggestions for the word of `text` that ends at byte `cursor`.
pub fn completion(text: &str, cursor: usize) -> Option<Completion> {
    let before = text.get(..cursor)?;
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if text.get(cursor..)?.starts_with(is_of_word) {
        return None;
    }
    let line = before.rsplit('\n').next().unwrap_or(before);
    if line.contains(" #") || line.starts_with('#') {
        return None;
    }
    let start = before.rfind(|c| !is_of_word(c)).map_or(0, |at| at + 1);
    let lead = line.trim_start_matches([' ', '-']);
    let words = match lead.split_once(':') {
        None => keys(before, line),
        Some((key, value)) if value.starts_with(' ') => values(key, text),
        Some(_) => return None,
    };
    // In a key, dashes in front belong to the list.
    let start = if lead.contains(':') { start } else { cursor - lead.len() };
    let word = text.get(start..cursor)?;
    let mut entries: Vec<Suggestion> =
        words.into_iter().filter(|entry| entry.text.starts_with(word)).collect();
    entries.sort();
    entries.dedup();
    entries.truncate(MAX_ENTRIES);
    let is_more = entries.iter().any(|entry| entry.text != word);
    (is_more && !word.is_empty()).then_some(Completion { at: start..cursor, entries })
}

fn suggestions<'a>(
    words: impl IntoIterator<Item = &'a str>,
    meaning: &'static str,
) -> Vec<Suggestion> {
    let entry = |text: &str| Suggestion { text: text.to_owned(), meaning };
    words.into_iter().map(entry).collect()
}

/// Keys of the section that the last line of `before` belongs to.
fn keys(before: &str, line: &str) -> Vec<Suggestion> {
    let path = path_of(before, line);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let keys = match path.as_slice() {
        [] => load::TOP_KEYS,
        [.., "meta"] => load::META_KEYS,
        [.., "seq"] => attributes::COMMON_KEYS,
        [.., "params"] => attributes::PARAM_KEYS,
        [.., "instances", _] => {
            let extra = suggestions(["pos", "io", "value"], "key");
            let own = attributes::COMMON_KEYS.iter().copied().filter(|key| *key != "id");
            let repeated = suggestions(["repeat-expr", "repeat-until"], "key");
            return [suggestions(own, "key"), extra, repeated].concat();
        }
        [.., "types", _] => load::TOP_KEYS,
        _ => return Vec::new(),
    };
    let mut words = suggestions(keys.iter().copied(), "key");
    if path.last() == Some(&"seq") {
        words.extend(suggestions(["repeat-expr", "repeat-until"], "key"));
    }
    words
}

/// Keys around the last line of `before`, the outermost first.
fn path_of(before: &str, line: &str) -> Vec<String> {
    let column = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    let mut limit = column(line);
    let mut path = Vec::new();
    for above in before.lines().rev().skip(usize::from(!line.is_empty())).take(MAX_LINES) {
        let content = above.trim_start_matches([' ', '-']);
        let indent = column(above);
        if indent >= limit || content.is_empty() || content.starts_with('#') {
            continue;
        }
        limit = indent;
        if let Some((key, _)) = content.split_once(':') {
            path.push(key.trim().to_owned());
        }
        if limit == 0 {
            break;
        }
    }
    path.reverse();
    path
}

/// Values of a key.
fn values(key: &str, text: &str) -> Vec<Suggestion> {
    match key {
        "endian" | "bit-endian" => suggestions(["le", "be"], "byte order"),
        "repeat" => suggestions(["expr", "eos", "until"], "repetition"),
        "size-eos" | "include" | "consume" | "eos-error" => suggestions(["true", "false"], "bool"),
        "encoding" => suggestions(encoding::names(), "encoding"),
        "type" => {
            let mut words = suggestions(BUILT_IN, "built-in type");
            words.extend(owned(names_below(text, "types"), "type"));
            words
        }
        "enum" => owned(names_below(text, "enums"), "enum"),
        "doc" | "title" | "id" | "doc-ref" => Vec::new(),
        _ => {
            let mut words = owned(fields(text), "field");
            words.extend(suggestions(["_root", "_parent", "_io", "_index"], "built-in name"));
            words
        }
    }
}

const BUILT_IN: [&str; 29] = [
    "u1", "u2", "u4", "u8", "s1", "s2", "s4", "s8", "f4", "f8", "u2le", "u4le", "u8le", "s2le",
    "s4le", "s8le", "f4le", "f8le", "u2be", "u4be", "u8be", "s2be", "s4be", "s8be", "f4be", "f8be",
    "b1", "str", "strz",
];

fn owned(names: BTreeSet<String>, meaning: &'static str) -> Vec<Suggestion> {
    names.into_iter().map(|text| Suggestion { text, meaning }).collect()
}

/// Keys directly below every section of this name.
fn names_below(text: &str, section: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    // Indentation of the section, and of its entries once there is one.
    let mut inside: Option<(usize, Option<usize>)> = None;
    for line in text.lines().take(MAX_LINES) {
        let content = line.trim_start();
        let indent = line.len() - content.len();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if inside.is_some_and(|(outer, _)| indent <= outer) {
            inside = None;
        }
        let Some((key, _)) = content.split_once(':') else { continue };
        match &mut inside {
            Some((_, entries)) => {
                let first = *entries.get_or_insert(indent);
                names.extend((first == indent).then(|| key.to_owned()));
            }
            None if key == section => inside = Some((indent, None)),
            None => {}
        }
    }
    names
}

/// Names of all fields: ids, and keys of instances.
fn fields(text: &str) -> BTreeSet<String> {
    let mut names = names_below(text, "instances");
    for line in text.lines().take(MAX_LINES) {
        let content = line.trim_start_matches([' ', '-']);
        if let Some(id) = content.strip_prefix("id:") {
            names.insert(id.trim().to_owned());
        }
    }
    names
}
