//! Reports violated rules while reading: errors that stop it, and problems that do not.

use std::fmt;

use super::Cursor;
use crate::bytes::{Problem, ReadError, Recorder, Result, Severity, Span};

impl<R: Recorder> Cursor<'_, R> {
    pub(super) fn field_path(&self, name: &str) -> String {
        let mut path = String::new();
        for part in &self.path {
            part.append_to(&mut path);
        }
        if !path.is_empty() && !name.is_empty() && !name.starts_with('[') {
            path.push('.');
        }
        path + name
    }

    /// An error at the cursor, for `return Err(..)`.
    pub fn fail(&self, message: fmt::Arguments<'_>) -> ReadError {
        self.fail_at((self.pos(), 0), "", message)
    }

    /// An error of a field of the innermost group.
    pub fn fail_at(
        &self,
        (offset, len): (u64, u64),
        field: &str,
        message: fmt::Arguments<'_>,
    ) -> ReadError {
        ReadError::from(Problem {
            severity: Severity::Error,
            span: Span::new(self.source_id(), offset, len),
            available: None,
            field: self.field_path(field),
            message: message.to_string(),
            kind: None,
        })
    }

    /// Records a problem of `field` (a path below the innermost group; may be empty) and continues.
    pub fn problem(
        &mut self,
        severity: Severity,
        span: (u64, u64),
        field: &str,
        message: fmt::Arguments<'_>,
    ) {
        if self.problems.is_full() {
            self.problems.push_uncounted(severity);
            return;
        }
        let mut problem = *self.fail_at(span, field, message).0;
        problem.severity = severity;
        self.problems.push(problem);
    }

    /// Records an error as a problem, and continues.
    pub fn keep(&mut self, error: ReadError) {
        self.problems.push(*error.0);
    }

    /// Records an error that ended the reading of a block, so that the file cannot be written back.
    pub fn lose(&mut self, error: ReadError) {
        self.problems.lose(&error);
        self.keep(error);
    }

    /// Notes that the records do not hold everything that is stored, for a reason that is already
    /// reported as a problem.
    pub fn lose_because(&mut self, why: fmt::Arguments<'_>) {
        self.problems.lose(&why);
    }

    /// The value of `result`, or `None` with the error recorded as a problem.
    pub fn or_keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.keep(error)).ok()
    }

    /// Checks a stored count against the remaining bytes before anything is allocated: returns the
    /// largest possible number of elements of at least `min_size` bytes, and reports a problem if the
    /// count is larger.
    pub fn bounded(&mut self, field: &str, count: u64, min_size: u64) -> usize {
        let most = self.remaining() / min_size.max(1);
        if count > most {
            let pos = self.pos();
            let left = self.remaining();
            self.problem(
                Severity::Error,
                (pos, left),
                field,
                format_args!(
                    "expected {count} elements of at least {min_size} bytes; {left} bytes are left"
                ),
            );
        }
        usize::try_from(count.min(most)).unwrap_or(usize::MAX)
    }
}
