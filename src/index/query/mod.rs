//! Queries: words and filters, as they are typed.
//!
//! All terms must hold; a leading `-` turns one round, `|` between two means "or" and binds tighter
//! than the blank, quotes keep blanks together. `docs/cli.md` has the grammar.

mod key;
mod parse;

use std::ops::Range;

use super::{FaceWord, Kind};
use crate::bytes::Severity;

pub use key::{KEYS, Key};

/// What is looked for: of each list one term must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Terms of which one must hold, for each of the parts that blanks separate.
    pub all: Vec<Vec<Term>>,
}

/// One condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Holds where the condition does not.
    pub negated: bool,
    /// The condition.
    pub what: What,
    /// Where it stands in the query, in bytes.
    pub at: Range<usize>,
}

/// A condition. Words are in lower case.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Occurs in the name, path, caption or text.
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
    /// `flag:` and `surface:`: some faces have all bits of the mask.
    Faced(FaceWord, u32),
    /// `caption:`
    Caption(String),
    /// `bytes:`
    Bytes(Vec<u8>),
    /// `problem:`
    Problem(Severity),
    /// `same-as:`, a path as typed.
    SameAs(String),
}

/// Size of a texture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// Across and down.
    Both(u32, u32),
    /// Either side.
    Side(Number),
}

/// How large the box around a model is, in the units of its scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    /// Along X, Y and Z.
    All([f64; 3]),
    /// Along any of them.
    Side(Number),
}

/// A number, or a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// This one.
    Is(f64),
    /// `>n`
    Above(f64),
    /// `<n`
    Below(f64),
}

/// What is wrong with a query: where, and what would be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The part that makes no sense, in bytes of the query.
    pub at: Range<usize>,
    /// A sentence.
    pub message: String,
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

impl Query {
    /// Reads what was typed.
    ///
    /// # Errors
    /// At the word that makes no sense.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        parse::query(text)
    }

    /// The words that hits are ranked by: those that must occur.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.all.iter().filter_map(|any| match any.as_slice() {
            [Term { negated: false, what: What::Word(word) | What::Name(word), .. }] => {
                Some(word.as_str())
            }
            _ => None,
        })
    }

    /// The words that are looked for in names, texts and paths.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.all.iter().flatten().filter_map(|term| match &term.what {
            What::Word(word) | What::Name(word) | What::Path(word) | What::Caption(word) => {
                Some(word.as_str())
            }
            _ => None,
        })
    }

    /// The bytes that are looked for in files, each once.
    pub(super) fn patterns(&self) -> Vec<&[u8]> {
        let mut all = Vec::new();
        for term in self.all.iter().flatten() {
            if let What::Bytes(bytes) = &term.what
                && !all.contains(&bytes.as_slice())
            {
                all.push(bytes.as_slice());
            }
        }
        all
    }
}
