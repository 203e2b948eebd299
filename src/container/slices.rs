//! Members that are stored verbatim, each in one piece of one source.

use super::{Member, Members, join};
use crate::bytes::{Problem, ReadError, Severity, Source};

/// Members that are slices of one file, opened on demand.
pub struct Slices {
    source: Source,
    /// Name of the container in the paths of members: the file that was opened.
    shown: String,
    /// Error message such as `the bank has no sound`, for missing members.
    missing: &'static str,
    list: Vec<Member>,
    are_parts: bool,
}

impl Slices {
    /// `missing` is the error message for a missing member, to which its index is appended.
    pub fn new(source: &Source, missing: &'static str, list: Vec<Member>) -> Self {
        let shown = source.name().to_owned();
        Self { source: source.clone(), shown, missing, list, are_parts: false }
    }

    /// Declares the members as parts of the file (see [`Members::are_parts`]).
    pub fn parts(self) -> Self {
        Self { are_parts: true, ..self }
    }

    /// Uses `shown` as the name of the container.
    pub fn shown_in(self, shown: &str) -> Self {
        Self { shown: shown.to_owned(), ..self }
    }
}

impl Members for Slices {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn are_parts(&self) -> bool {
        self.are_parts
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let opened = self.list.get(index).and_then(|member| {
            let span = member.span?;
            self.source.member(join(&self.shown, &member.path), span.start, span.len)
        });
        opened.ok_or_else(|| {
            ReadError::from(Problem {
                severity: Severity::Error,
                span: self.source.span(),
                available: None,
                field: String::new(),
                message: format!("{} {index}", self.missing),
                kind: None,
            })
        })
    }
}
