//! Problems of views. Problems with the same reason are listed once, with their number.

use std::collections::HashMap;

use crate::bytes::{Problems, Severity};
use crate::ksy::diagnostic::Position;
use crate::scene::Origin;

/// Position of the expression, and the reason.
type Reason = (Position, &'static str);

#[derive(Default)]
pub(super) struct Reports {
    known: HashMap<Reason, usize>,
    list: Vec<Report>,
    /// Problems that are listed one by one.
    pub problems: Problems,
}

struct Report {
    severity: Severity,
    origin: Origin,
    message: String,
    more: u64,
}

impl Reports {
    /// Counts a problem whose reason is known; `false` if it is new.
    pub fn repeats(&mut self, reason: Reason) -> bool {
        let report = self.known.get(&reason).and_then(|index| self.list.get_mut(*index));
        report.map(|report| report.more += 1).is_some()
    }

    pub fn add(&mut self, reason: Reason, severity: Severity, origin: Origin, message: String) {
        self.known.insert(reason, self.list.len());
        self.list.push(Report { severity, origin, message, more: 0 });
    }

    pub fn finish(self) -> Problems {
        let mut problems = self.problems;
        for Report { severity, origin, message, more } in self.list {
            let message = match more {
                0 => message,
                _ => format!("{message} (and {more} more)"),
            };
            problems.report(severity, origin.span, origin.path, message);
        }
        problems
    }
}
