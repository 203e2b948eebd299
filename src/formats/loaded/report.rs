//! Problems of fields, found while records are checked.

use crate::bytes::{Problem, Problems, ReadError, Severity, Span, Tree, Value};
use crate::formats::Refusal;

/// Tells what is odd about fields, by their paths.
pub struct Report<'a> {
    tree: &'a Tree,
    problems: &'a mut Problems,
    pub(super) computed: Vec<(String, Value)>,
    pub(super) to_rebuild: Vec<String>,
}

impl<'a> Report<'a> {
    pub(super) fn new(tree: &'a Tree, problems: &'a mut Problems) -> Self {
        Self { tree, problems, computed: Vec::new(), to_rebuild: Vec::new() }
    }

    /// Records the computed value of a field that differs from it.
    pub fn compute(&mut self, path: impl Into<String>, value: Value) {
        self.computed.push((path.into(), value));
    }

    /// Records a table that differs from the one built from the rest of the file.
    pub fn rebuild(&mut self, path: impl Into<String>) {
        self.to_rebuild.push(path.into());
    }

    /// True if reading ended before the file did: missing data is reported already.
    pub fn is_cut(&self) -> bool {
        self.problems.lost().is_some()
    }

    /// Breaks a rule of the format.
    pub fn error(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.tell(Severity::Error, path, message);
    }

    /// Can be read, but is odd.
    pub fn warning(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.tell(Severity::Warning, path, message);
    }

    /// Is not understood.
    pub fn note(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.tell(Severity::Note, path, message);
    }

    /// Tells of the field with this path; an empty one is the file.
    pub fn tell(
        &mut self,
        severity: Severity,
        path: impl Into<String>,
        message: impl Into<String>,
    ) {
        if self.problems.is_full() {
            // It is only counted: nobody needs to know where it is.
            self.problems.push_uncounted(severity);
            return;
        }
        let (field, message) = (path.into(), message.into());
        let whole = Span::new(self.tree.source().id(), 0, 0);
        let span = self.tree.span(&field).filter(|_| !field.is_empty()).unwrap_or(whole);
        self.problems.push(Problem::new(severity, span, field, message));
    }

    /// Tells of the first of `paths`, and how many there are.
    pub fn first(
        &mut self,
        severity: Severity,
        paths: impl IntoIterator<Item = String>,
        what: &str,
    ) {
        let mut paths = paths.into_iter();
        let Some(first) = paths.next() else { return };
        match 1 + paths.count() {
            1 => self.tell(severity, first, what),
            count => self.tell(severity, first, format!("{what} ({count} like this)")),
        }
    }
}

impl From<ReadError> for Refusal {
    /// A value that cannot be written.
    fn from(error: ReadError) -> Self {
        let Problem { field, message, .. } = *error.0;
        Refusal(if field.is_empty() { message } else { format!("{field}: {message}") })
    }
}
