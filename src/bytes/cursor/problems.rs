//! Reports of broken rules while reading: errors that stop it, problems that do not.

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

    /// An error about a field of the innermost group.
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
        })
    }

    /// Keeps a problem about `field` (a path below the innermost group; may be empty) and goes on.
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

    /// Keeps an error met on the way, and goes on.
    pub fn keep(&mut self, error: ReadError) {
        self.problems.push(*error.0);
    }

    /// Keeps an error that ended the reading of a part, which cannot be written back for it.
    pub fn lose(&mut self, error: ReadError) {
        self.problems.lose(&error);
        self.keep(error);
    }

    /// Notes that what was read does not hold all that is stored, of which a problem tells already.
    pub fn lose_because(&mut self, why: fmt::Arguments<'_>) {
        self.problems.lose(&why);
    }

    /// The value of `result`, or `None` with the error kept as a problem.
    pub fn or_keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.keep(error)).ok()
    }

    /// Checks a stored count against the bytes left before anything is allocated: the largest
    /// number of elements of at least `min_size` bytes that can follow, with a problem when the
    /// file promises more.
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
                    "{count} elements of at least {min_size} bytes cannot follow, only {left} \
                     bytes are left"
                ),
            );
        }
        usize::try_from(count.min(most)).unwrap_or(usize::MAX)
    }
}
