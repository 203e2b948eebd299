//! Why nothing could be opened.

use std::fmt;

use crate::bytes::{ReadError, Source};
use crate::formats::{Head, unsupported};

/// Why nothing could be opened.
#[allow(missing_docs, reason = "the message of a variant explains its fields")]
#[derive(Debug)]
pub enum OpenError {
    /// The path names nothing, or it cannot be read.
    NotFound(String),
    /// A file without which nothing can be said of this one is missing; the sentence says which.
    Lacking { source: Source, message: String },
    /// No format claims the bytes.
    Unknown { path: String, source: Source },
    /// `--as` named a format there is none of.
    NoSuchFormat(String),
    /// Claimed, and nothing can be said about it.
    Failed { path: String, source: Source, format: &'static str, error: ReadError },
    /// A container whose files a walk over everything leaves out, with the reason.
    NotEntered { path: String, why: String },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::NotFound(what) | OpenError::Lacking { message: what, .. } => {
                f.write_str(what)
            }
            OpenError::Unknown { path, source } => match unsupported(&Head::of(source)) {
                Some(said) => write!(f, "{path}: this is {said}"),
                None => write!(f, "{path}: no format claims this file"),
            },
            OpenError::NotEntered { path, why } => write!(f, "{path}: {why}"),
            OpenError::NoSuchFormat(id) => write!(f, "there is no format {id:?}"),
            OpenError::Failed { path, format, error, .. } => {
                write!(f, "{path}: recognised as {format}, but {error}")
            }
        }
    }
}

impl std::error::Error for OpenError {}
