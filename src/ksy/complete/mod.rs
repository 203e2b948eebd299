//! Completes the word that is being typed: a key, a word or an expression of a description, or an expression
//! over the fields of a document.
//!
//! | file | content |
//! |---|---|
//! | `cursor` | keys around the cursor, from the lines of the text |
//! | `section` | keys and words of each section of a description |
//! | `names` | names in expressions |

mod cursor;
mod names;
mod section;

use std::ops::Range;

use self::names::NameScope;
use super::description::Description;
use crate::bytes::{FieldId, Tree};

/// Meaning of keys.
const KEY: &str = "key";
/// Maximum number of suggestions.
const MAX_ENTRIES: usize = 128;

/// Text that is completed.
#[derive(Clone, Copy)]
pub enum CompletionScope<'a> {
    /// A description, as it was last loaded. The text may have changed, and may have mistakes.
    Text(&'a Description),
    /// An expression over the fields of a document, from this one outwards.
    Fields(&'a Tree, &'a FieldId),
}

/// Suggestions for a part of a text.
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
    /// Kind of word or type of value: `key`, `an integer`.
    pub meaning: String,
}

impl Suggestion {
    fn new(text: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self { text: text.into(), meaning: meaning.into() }
    }

    /// `true` for a key of a description, which a colon follows.
    pub fn is_key(&self) -> bool {
        self.meaning == KEY
    }
}

/// Words with one meaning.
fn words<'a>(words: impl IntoIterator<Item = &'a str>, meaning: &str) -> Vec<Suggestion> {
    words.into_iter().map(|word| Suggestion::new(word, meaning)).collect()
}

/// Suggestions for the word of `text` that ends at byte `cursor`; `None` if nothing fits.
pub fn complete(text: &str, cursor: usize, scope: CompletionScope<'_>) -> Option<Completion> {
    let before = text.get(..cursor)?;
    let (start, mut entries) = match scope {
        CompletionScope::Text(description) => section::suggested(before, description)?,
        CompletionScope::Fields(tree, at) => NameScope::Fields(tree, at).suggested(before)?,
    };
    let word = before.get(start..)?;
    let typed = word.to_lowercase();
    entries.retain(|entry| entry.text.to_lowercase().starts_with(&typed));
    entries.sort();
    entries.dedup();
    entries.truncate(MAX_ENTRIES);
    let is_done = matches!(entries.as_slice(), [only] if only.text == word);
    (!entries.is_empty() && !is_done).then_some(Completion { at: start..cursor, entries })
}
