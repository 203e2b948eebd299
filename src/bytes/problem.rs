//! Problems of a file, each with its span and the violated rule.

use std::fmt;

use super::Span;

/// Severity of a problem. An `Error` violates a rule of the format; a `Warning` is unusual but readable,
/// or depends on something outside the file; a `Note` is an unknown bit or value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Severity {
    /// An unknown bit or value.
    Note,
    /// Unusual but readable, or something outside the file is missing.
    Warning,
    /// Violates a rule of the format.
    Error,
}

impl Severity {
    /// The word used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A problem: its bytes, its field, and the violated rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Severity of the problem.
    pub severity: Severity,
    /// The bytes; for a read past the end, the bytes that were needed.
    pub span: Span,
    /// For a read past the end: number of available bytes.
    pub available: Option<u64>,
    /// Field path, `models[3].faces[7].flags`; empty for the file as a whole.
    pub field: String,
    /// One sentence.
    pub message: String,
    /// Name of the kind of error, such as `EndOfStreamError`, for formats with a description.
    pub kind: Option<&'static str>,
}

impl Problem {
    /// A problem of these bytes, in the field with this path.
    pub fn new(
        severity: Severity,
        span: Span,
        field: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        let (field, message) = (field.into(), message.into());
        Self { severity, span, available: None, field, message, kind: None }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {:#x}", self.severity.name(), self.span.start)?;
        if !self.field.is_empty() {
            write!(f, " in {}", self.field)?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(available) = self.available {
            write!(f, " (needs {} bytes, {available} available)", self.span.len)?;
        }
        Ok(())
    }
}

/// The error of every reader: the problem that stopped it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadError(pub Box<Problem>);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ReadError {}

impl From<Problem> for ReadError {
    fn from(problem: Problem) -> Self {
        Self(Box::new(problem))
    }
}

/// Result of reading.
pub type Result<T> = std::result::Result<T, ReadError>;

/// A list of problems with a limited length, so that a damaged file cannot fill the memory.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    /// Number of dropped problems, and the worst severity.
    dropped: u64,
    worst: Option<Severity>,
    lost: Option<String>,
}

impl Problems {
    /// Maximum number of stored problems.
    pub const LIMIT: usize = 1000;

    /// `true` if further problems are only counted: callers may skip building their text.
    pub fn is_full(&self) -> bool {
        self.list.len() >= Self::LIMIT
    }

    /// Adds a problem; beyond the limit it is only counted.
    pub fn push(&mut self, problem: Problem) {
        self.count(problem.severity);
        if self.is_full() {
            self.dropped += 1;
        } else {
            self.list.push(problem);
        }
    }

    /// Adds a problem of a field; the path may be empty.
    pub fn report(
        &mut self,
        severity: Severity,
        span: Span,
        field: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.push(Problem::new(severity, span, field, message));
    }

    /// Counts a problem whose text was not built because the list is full.
    pub fn push_uncounted(&mut self, severity: Severity) {
        self.count(severity);
        self.dropped += 1;
    }

    /// Counts errors whose texts were not built.
    pub fn drop_errors(&mut self, count: u64) {
        if count > 0 {
            self.count(Severity::Error);
            self.dropped += count;
        }
    }

    /// Reason why the file cannot be written back from its records; `None` if it can.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Notes that the records do not hold everything that was stored. Only the first reason is
    /// kept.
    pub fn lose(&mut self, why: &impl fmt::Display) {
        self.lost.get_or_insert_with(|| why.to_string());
    }

    fn count(&mut self, severity: Severity) {
        self.worst = self.worst.max(Some(severity));
    }

    /// Adds the problems of another list.
    pub fn extend(&mut self, other: Problems) {
        self.worst = self.worst.max(other.worst);
        self.dropped += other.dropped;
        self.lost = self.lost.take().or(other.lost);
        for problem in other.list {
            self.push(problem);
        }
    }

    /// The worst severity, including dropped problems.
    pub fn worst(&self) -> Option<Severity> {
        self.worst
    }

    /// `true` if there are no problems.
    pub fn is_empty(&self) -> bool {
        self.worst.is_none()
    }

    /// Number of problems, including dropped ones.
    pub fn total(&self) -> u64 {
        self.list.len() as u64 + self.dropped
    }

    /// The stored problems in the order in which they were found, then one that counts the rest.
    pub fn iter(&self) -> impl Iterator<Item = std::borrow::Cow<'_, Problem>> {
        use std::borrow::Cow;
        let rest = (self.dropped > 0).then(|| {
            Cow::Owned(Problem {
                severity: self.worst.unwrap_or(Severity::Note),
                span: Span::default(),
                available: None,
                field: String::new(),
                message: format!("{} more problems are not listed", self.dropped),
                kind: None,
            })
        });
        self.list.iter().map(Cow::Borrowed).chain(rest)
    }
}
