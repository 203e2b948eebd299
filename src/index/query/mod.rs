//! Queries of words and filters.
//!
//! All terms must match; a leading `-` negates a term, `|` between two terms means "or" and binds tighter
//! than a space, quotes keep spaces. `docs/cli.md` has the grammar.

mod key;
mod parse;

use std::ops::Range;

use super::{FaceWord, Kind};
use crate::bytes::Severity;

pub use key::{KEYS, Key};

/// A query: one term of each list must match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Alternatives for each part of the query.
    pub all: Vec<Vec<Term>>,
}

/// One condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Matches if the condition does not hold.
    pub negated: bool,
    /// The condition.
    pub what: Predicate,
    /// Position in the query, in bytes.
    pub at: Range<usize>,
    /// Position of the value of a filter, behind an opening quote; `None` if quotes interrupt the value.
    pub value_at: Option<usize>,
}

/// A condition. Words are in lower case.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// The word occurs in the name, path, caption or text.
    Word(String),
    /// `kind:`
    Kind(Kind),
    /// `format:`, the whole id.
    Format(String),
    /// `game:`
    Game(String),
    /// `path:`
    Path(String),
    /// `name:`
    Name(String),
    /// `hash:`
    Hash(u32),
    /// `crc:`
    Crc(u32),
    /// `size:`
    Size(Size),
    /// `box:`
    Extent(Extent),
    /// `codec:`
    Codec(String),
    /// `depth:`
    Depth(Number),
    /// `faces:`
    Faces(Number),
    /// `seconds:`
    Seconds(Number),
    /// `bytes-long:`
    BytesLong(Number),
    /// `flag:` and `surface:`: some faces have all bits of this mask; `material:`: some faces have this
    /// number.
    Faced(FaceWord, u32),
    /// `caption:`
    Caption(String),
    /// `bytes:`
    Bytes(Vec<u8>),
    /// `where:`, a condition on the fields of an entry.
    Where(String),
    /// `problem:`
    Problem(Severity),
    /// `same-as:`, a path as typed.
    SameAs(String),
}

/// Size of a texture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// Width and height.
    Both(u32, u32),
    /// Either side.
    Side(Number),
}

/// Size of a model's bounding box, in the units of its scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    /// Along X, Y and Z.
    All([f64; 3]),
    /// Along any axis.
    Side(Number),
}

/// A number or a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Exactly this number.
    Is(f64),
    /// `>n`
    Above(f64),
    /// `<n`
    Below(f64),
}

/// An error in a query: its position and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Position of the error, in bytes of the query.
    pub at: Range<usize>,
    /// Message for the user.
    pub message: String,
}

impl Mistake {
    /// A mistake in the condition of `where:`, which begins at `value_at` in the term `term`.
    pub(in crate::index) fn in_condition(
        mistake: &crate::ksy::Mistake,
        condition: &str,
        value_at: Option<usize>,
        term: &Range<usize>,
    ) -> Self {
        let word = mistake.range_in(condition);
        // At the end of the condition, the closing quote is marked.
        let word = value_at.map(|at| at + word.start..at + word.end.max(word.start + 1));
        let at = word.filter(|word| word.end <= term.end).unwrap_or_else(|| term.clone());
        Self { at, message: format!("where: {}", mistake.message) }
    }
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

impl Query {
    /// Parses a query.
    ///
    /// # Errors
    /// At the first invalid term.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        parse::query(text)
    }

    /// `true` if a word of the query is in one of the names, or if it asks for their hash.
    pub fn names<'a>(&self, hash: u32, names: impl Iterator<Item = &'a str> + Clone) -> bool {
        let has = |word: &str| names.clone().any(|name| name.to_lowercase().contains(word));
        self.all.iter().flatten().filter(|term| !term.negated).any(|term| match &term.what {
            Predicate::Word(word) | Predicate::Name(word) => has(word),
            Predicate::Hash(other) => *other == hash,
            _ => false,
        })
    }

    /// Required words, by which hits are ranked.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.all.iter().filter_map(|any| match any.as_slice() {
            [
                Term {
                    negated: false, what: Predicate::Word(word) | Predicate::Name(word), ..
                },
            ] => Some(word.as_str()),
            _ => None,
        })
    }

    /// Words to search for in names, texts and paths.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.all.iter().flatten().filter_map(|term| match &term.what {
            Predicate::Word(word)
            | Predicate::Name(word)
            | Predicate::Path(word)
            | Predicate::Caption(word) => Some(word.as_str()),
            _ => None,
        })
    }

    /// Conditions to evaluate on files, without duplicates.
    pub(super) fn conditions(&self) -> Vec<&str> {
        let mut all = Vec::new();
        for term in self.all.iter().flatten() {
            if let Predicate::Where(condition) = &term.what
                && !all.contains(&condition.as_str())
            {
                all.push(condition.as_str());
            }
        }
        all
    }

    /// Bytes to search for in files, without duplicates.
    pub(super) fn patterns(&self) -> Vec<&[u8]> {
        let mut all = Vec::new();
        for term in self.all.iter().flatten() {
            if let Predicate::Bytes(bytes) = &term.what
                && !all.contains(&bytes.as_slice())
            {
                all.push(bytes.as_slice());
            }
        }
        all
    }
}
