//! Mistakes in descriptions, with their positions.

use std::fmt;

use super::names::shortened;

/// Maximum length of a message or path, in bytes.
const MAX_LEN: usize = 1000;

/// A position in a description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
}

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The description cannot be used.
    Error,
    /// The description can be used.
    Warning,
}

/// A mistake or a matter of style in a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Severity.
    pub level: Level,
    /// Position in the file.
    pub at: Position,
    /// Path of the node: `/seq/0/type`.
    pub path: String,
    /// Message, one sentence.
    pub message: String,
    /// Index of the file; 0 is the description itself, others its imports.
    pub file: usize,
}

impl Diagnostic {
    pub(super) fn error(at: Position, path: impl Into<String>, message: impl Into<String>) -> Self {
        let (path, message) = (path.into(), message.into());
        let path = shortened(&path, MAX_LEN).into_owned();
        let message = shortened(&message, MAX_LEN).into_owned();
        Self { level: Level::Error, at, path, message, file: 0 }
    }

    pub(super) fn warning(
        at: Position,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self { level: Level::Warning, ..Self::error(at, path, message) }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = if self.level == Level::Error { "error" } else { "warning" };
        let Position { line, column } = self.at;
        write!(out, "{line}:{column}: {level}: {} ({})", self.message, self.path)
    }
}
