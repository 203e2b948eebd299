//! Problems of fields, found while records are checked.

use crate::bytes::{Problem, Problems, ReadError, Severity, Span, Tree, Value};
use crate::formats::Refusal;

/// Reports problems of fields by their paths.
pub struct Report<'a> {
    tree: &'a Tree,
    problems: &'a mut Problems,
    pub(in crate::formats) computed: Vec<(String, Value)>,
    pub(in crate::formats) to_rebuild: Vec<String>,
}

impl<'a> Report<'a> {
    pub(in crate::formats) fn new(tree: &'a Tree, problems: &'a mut Problems) -> Self {
        Self { tree, problems, computed: Vec::new(), to_rebuild: Vec::new() }
    }

    /// Records the computed value of a field whose stored value differs from it.
    pub fn compute(&mut self, path: impl Into<String>, value: Value) {
        self.computed.push((path.into(), value));
    }

    /// Records a table that differs from the one built from the rest of the file.
    pub fn rebuild(&mut self, path: impl Into<String>) {
        self.to_rebuild.push(path.into());
    }

    /// `true` if reading ended before the file did: missing data is reported already.
    pub fn is_cut(&self) -> bool {
        self.problems.lost().is_some()
    }

    /// Reports a violated rule of the format.
    pub fn error(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.report(Severity::Error, path, message);
    }

    /// Reports something unusual that can be read.
    pub fn warning(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.report(Severity::Warning, path, message);
    }

    /// Reports something unknown.
    pub fn note(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.report(Severity::Note, path, message);
    }

    /// Reports a problem of the field with this path; an empty path means the file.
    pub fn report(
        &mut self,
        severity: Severity,
        path: impl Into<String>,
        message: impl Into<String>,
    ) {
        if self.problems.is_full() {
            // The problem is only counted; its span is not stored.
            self.problems.push_uncounted(severity);
            return;
        }
        let (field, message) = (path.into(), message.into());
        let whole = Span::new(self.tree.source().id(), 0, 0);
        let span = self.tree.span(&field).filter(|_| !field.is_empty()).unwrap_or(whole);
        self.problems.push(Problem::new(severity, span, field, message));
    }

    /// Reports the first of `paths`, and their number.
    pub fn first(
        &mut self,
        severity: Severity,
        paths: impl IntoIterator<Item = String>,
        what: &str,
    ) {
        let mut paths = paths.into_iter();
        let Some(first) = paths.next() else { return };
        match 1 + paths.count() {
            1 => self.report(severity, first, what),
            count => self.report(severity, first, format!("{what} ({count} like this)")),
        }
    }
}

impl From<ReadError> for Refusal {
    /// Converts an error of writing a value.
    fn from(error: ReadError) -> Self {
        let Problem { field, message, .. } = *error.0;
        Refusal(if field.is_empty() { message } else { format!("{field}: {message}") })
    }
}
