//! Why a change is refused.

use crate::bytes::{PathMiss, ReadError};
use crate::formats::Refusal;

/// Why a change is refused. The document is as it was.
#[allow(missing_docs, reason = "the message of a variant explains its fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    /// No field has this path.
    #[error(transparent)]
    NoField(#[from] PathMiss),
    /// A pattern and its condition name no field.
    #[error("no field matches {pattern}")]
    NoMatch { pattern: String },
    /// A pattern names fields, of which none fulfils the condition.
    #[error("the condition holds for none of the {met} fields that match {pattern}")]
    NoneFulfils { pattern: String, met: u64 },
    /// The field has no value of its own: a group, an array.
    #[error("{path} has no value of its own")]
    NoValue { path: String },
    /// What is written is no value of the field.
    #[error("{path}: {why}")]
    Misread { path: String, why: String },
    /// The condition cannot be read.
    #[error("in the condition, at letter {at}: {why}")]
    Condition { at: usize, why: String },
    /// A name in the condition is none of those that its field has.
    #[error("in the condition, beside {field}: {why}")]
    Word { field: String, why: String },
    /// The value is of another kind than the field.
    #[error("{path} is stored as {stored}")]
    Mismatch { path: String, stored: &'static str },
    /// The value is outside what the field can store.
    #[error("{path} can be from {least} to {most}")]
    OutOfRange { path: String, least: i128, most: i128 },
    /// The number is past the end of the list that it counts into.
    #[error("{path}: there is no {list}[{number}], only {count} of them")]
    PastEnd { path: String, list: &'static str, number: u64, count: usize },
    /// With it the file would break a rule of its format that it keeps.
    #[error("{path}: with it there would be an {problem}")]
    Breaks { path: String, problem: String },
    /// The text is longer than its field.
    #[error("{path} has room for {bytes} bytes of text")]
    TooLong { path: String, bytes: usize },
    /// More bytes than the field has from there on.
    #[error("{path} has {bytes} bytes: these reach past its end")]
    TooManyBytes { path: String, bytes: usize },
    /// A letter that the text's code page lacks.
    #[error("{path} cannot hold the letter {letter:?}, which its code page (1252) lacks")]
    NoLetter { path: String, letter: char },
    /// Others follow from the field; the first that would move.
    #[error("{path} says how the file is laid out: with this value {moved} would move")]
    Governs { path: String, moved: String },
    /// The field is read as something else than what was set.
    #[error("{path} cannot hold this: it would be read as {read}")]
    NotHeld { path: String, read: String },
    /// The file would be written without it: the field follows from others.
    #[error("{path} follows from other fields: the file would be written without its new value")]
    Follows { path: String },
    /// More than its own field would be written otherwise.
    #[error("with another length of {path} more would change than what lies behind it")]
    Spreads { path: String },
    /// The steps of another file.
    #[error("the file is not what these changes were made to")]
    Stray,
    /// By its bytes the file is not known as what it is any more.
    #[error("{}with it the file would no longer be known as {name}", front(.path))]
    Unknown { path: String, name: &'static str },
    /// With this value the file cannot be read.
    #[error("{}the file could not be read with it: {error}", front(.path))]
    Unreadable { path: String, error: ReadError },
    /// The file cannot be written with it.
    #[error("{0}")]
    Refused(Refusal),
}

/// What stands in front of a sentence about the field at `path`; nothing where it is about none.
fn front(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}: ") }
}
