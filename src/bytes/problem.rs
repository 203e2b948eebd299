//! Problems of a file, each said once, with its span and the rule that is broken.

use std::fmt;

use super::Span;

/// How bad it is. `Error` breaks a rule of the format, `Warning` is readable but odd or depends on
/// something outside the file, `Note` is an unknown bit or value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Severity {
    /// An unknown bit or value.
    Note,
    /// Readable but odd, or something outside the file is missing.
    Warning,
    /// A rule of the format is broken.
    Error,
}

impl Severity {
    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One thing that is wrong: where, in which field, and which rule it breaks.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Severity of the problem.
    pub severity: Severity,
    /// The bytes concerned; for a read past the end, the bytes that were needed.
    pub span: Span,
    /// For a read past the end: how many of the needed bytes there were.
    pub available: Option<u64>,
    /// Field path, `models[3].faces[7].flags`; empty for the file as a whole.
    pub field: String,
    /// One sentence.
    pub message: String,
}

impl Problem {
    /// What is wrong with these bytes of the field with this path.
    pub fn new(
        severity: Severity,
        span: Span,
        field: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self { severity, span, available: None, field: field.into(), message: message.into() }
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

/// A list of problems that cannot grow without bound: a ruined file must not fill memory.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    /// How many were not kept, and the worst of all.
    dropped: u64,
    worst: Option<Severity>,
    lost: Option<String>,
}

impl Problems {
    /// The most that are kept.
    pub const LIMIT: usize = 1000;

    /// True when a further problem is only counted: callers may skip building its text.
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

    /// Adds a problem about a field, or an empty path for none.
    pub fn tell(
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

    /// Why the file cannot be written back from what was read of it; `None` where it can.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Notes that what was read does not hold all that was stored; the first reason stays.
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

    /// The worst severity met, dropped ones included.
    pub fn worst(&self) -> Option<Severity> {
        self.worst
    }

    /// True where nothing is odd.
    pub fn is_empty(&self) -> bool {
        self.worst.is_none()
    }

    /// Number met, dropped ones included.
    pub fn total(&self) -> u64 {
        self.list.len() as u64 + self.dropped
    }

    /// The kept problems in the order they were met, then one that counts the rest.
    pub fn iter(&self) -> impl Iterator<Item = std::borrow::Cow<'_, Problem>> {
        use std::borrow::Cow;
        let rest = (self.dropped > 0).then(|| {
            Cow::Owned(Problem {
                severity: self.worst.unwrap_or(Severity::Note),
                span: Span::default(),
                available: None,
                field: String::new(),
                message: format!("{} more problems are not listed", self.dropped),
            })
        });
        self.list.iter().map(Cow::Borrowed).chain(rest)
    }
}
