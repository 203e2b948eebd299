//! Members that are stored as they are, each in one piece of one source.

use super::{Member, Members, join};
use crate::bytes::{Problem, ReadError, Severity, Source};

/// Members that are slices of one file, opened when they are wanted.
pub struct Slices {
    source: Source,
    /// Name that they are called by: the file that was opened.
    shown: String,
    /// `the bank has no sound`, for a member that is not there.
    missing: &'static str,
    list: Vec<Member>,
    are_parts: bool,
}

impl Slices {
    /// `missing` says what there is none of, before an index.
    pub fn new(source: &Source, missing: &'static str, list: Vec<Member>) -> Self {
        let shown = source.name().to_owned();
        Self { source: source.clone(), shown, missing, list, are_parts: false }
    }

    /// The same as parts of the file (see [`Members::are_parts`]).
    pub fn parts(self) -> Self {
        Self { are_parts: true, ..self }
    }

    /// The same, reached through the file at `shown`.
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
            })
        })
    }
}
