//! Reasons for refusing an edit.

use crate::bytes::{PathMiss, ReadError};
use crate::formats::Refusal;
use crate::ksy::Mistake;

/// Reason for refusing an edit. The document is unchanged.
#[allow(missing_docs, reason = "the message of a variant explains its fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    /// No field has this path.
    #[error(transparent)]
    NoField(#[from] PathMiss),
    /// The pattern of an operation matches no field.
    #[error("no field matches {pattern}")]
    NoMatch { pattern: String },
    /// No field that matches the pattern fulfils the condition.
    #[error("the condition holds for none of the {met} fields that match {pattern}")]
    NoneFulfils { pattern: String, met: u64 },
    /// The field is a group or an array.
    #[error("{path} has no value")]
    NoValue { path: String },
    /// The text is not a valid value of the field.
    #[error("{path}: {why}")]
    Misread { path: String, why: String },
    /// The condition is invalid.
    #[error("invalid condition at character {at}: {why}")]
    Condition { at: usize, why: String },
    /// A name in the condition is not among those of its field.
    #[error("invalid condition for {field}: {why}")]
    Word { field: String, why: String },
    /// The type of the value is not that of the field.
    #[error("{path} is stored as {stored}")]
    Mismatch { path: String, stored: &'static str },
    /// The value is outside what the field can store.
    #[error("{path} must be from {least} to {most}")]
    OutOfRange { path: String, least: i128, most: i128 },
    /// The index is past the end of its list.
    #[error("{path}: {list}[{number}] does not exist; the list has {count} elements")]
    PastEnd { path: String, list: String, number: u64, count: usize },
    /// The change would break a rule of the format that the file satisfies.
    #[error("{path}: the change causes an {problem}")]
    Breaks { path: String, problem: String },
    /// The text is longer than its field.
    #[error("{path} can store up to {bytes} bytes of text")]
    TooLong { path: String, bytes: usize },
    /// More bytes than the field has after that position.
    #[error("{path} has {bytes} bytes; the new bytes extend past its end")]
    TooManyBytes { path: String, bytes: usize },
    /// A character that is not in the text's code page.
    #[error("{path} cannot store the character {letter:?}: it is not in code page 1252")]
    NoLetter { path: String, letter: char },
    /// The field affects the layout; `moved` is the first field that would move.
    #[error("{path} affects the layout of the file: {moved} would move")]
    Governs { path: String, moved: String },
    /// The field would be read back as a different value.
    #[error("{path} cannot store this value: it would be read as {read}")]
    NotHeld { path: String, read: String },
    /// The field is computed from others when the file is written.
    #[error(
        "{path} is computed from other fields: its new value would be lost when the file is written"
    )]
    Follows { path: String },
    /// The change would affect more than the field and the positions of the data after it.
    #[error("changing the length of {path} would change more than the data after it")]
    Spreads { path: String },
    /// The steps belong to another file.
    #[error("the changes were made to another version of the file")]
    Stray,
    /// The file would no longer be recognised as its format.
    #[error("{}the file would no longer be recognised as {name}", front(.path))]
    Unknown { path: String, name: &'static str },
    /// The file could not be read with this value.
    #[error("{}the changed file could not be read: {error}", front(.path))]
    Unreadable { path: String, error: ReadError },
    /// The file cannot be written with the change.
    #[error("{0}")]
    Refused(Refusal),
}

impl From<Mistake> for EditError {
    fn from(mistake: Mistake) -> Self {
        EditError::Condition { at: mistake.at + 1, why: mistake.message }
    }
}

/// Prefix of a message about the field at `path`; empty if there is none.
fn front(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}: ") }
}
