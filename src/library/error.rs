//! Errors of opening a file.

use std::fmt;

use crate::bytes::{ReadError, Source};
use crate::formats::{Head, unsupported};

/// Reason why a file could not be opened.
#[allow(missing_docs, reason = "the message of a variant explains its fields")]
#[derive(Debug)]
pub enum OpenError {
    /// The path does not exist, or cannot be read.
    NotFound(String),
    /// A required companion is missing; the message names it.
    Lacking { source: Source, message: String },
    /// No format recognises the content.
    Unknown { path: String, source: Source },
    /// `--as` named an unknown format.
    NoSuchFormat(String),
    /// `--as` named a description with mistakes.
    Mistaken(Vec<String>),
    /// A format recognised the file, but could not read anything.
    Failed { path: String, source: Source, format: &'static str, error: ReadError },
    /// A container that is skipped when everything is traversed, with the reason.
    NotEntered { path: String, why: String },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::NotFound(what) | OpenError::Lacking { message: what, .. } => {
                f.write_str(what)
            }
            OpenError::Mistaken(lines) => f.write_str(&lines.join("\n")),
            OpenError::Unknown { path, source } => match unsupported(&Head::of(source)) {
                Some(kind) => write!(f, "{path}: this is {kind}"),
                None => write!(f, "{path}: unknown format"),
            },
            OpenError::NotEntered { path, why } => write!(f, "{path}: {why}"),
            OpenError::NoSuchFormat(id) => write!(f, "unknown format {id:?}"),
            OpenError::Failed { path, format, error, .. } => {
                write!(f, "{path}: recognised as {format}, but {error}")
            }
        }
    }
}

impl std::error::Error for OpenError {}
