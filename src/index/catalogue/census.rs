//! Totals of each format: files, coverage, problems by kind.

use std::collections::BTreeMap;

use serde::Serialize;

use super::redaction::{kind, without_folders};
use crate::index::facts::FileFacts;

/// Maximum number of kinds of problems of a format that are listed, most frequent first.
const MAX_KINDS: usize = 40;

/// Collects the totals.
#[derive(Default)]
pub struct Formats(BTreeMap<String, Numbers>);

#[derive(Default)]
struct Numbers {
    files: u64,
    bytes: u64,
    status: BTreeMap<&'static str, u64>,
    /// Bytes of fields, padding, and unread bytes.
    coverage: [u64; 3],
    /// First message and count, by severity and kind of the message.
    problems: BTreeMap<(&'static str, String), (String, u64)>,
}

/// Totals of a format.
#[derive(Serialize)]
pub struct Row {
    /// Empty for unknown files.
    format: String,
    files: u64,
    bytes: u64,
    status: BTreeMap<&'static str, u64>,
    coverage: [u64; 3],
    /// Severity, first message of its kind, and count.
    problems: Vec<(&'static str, String, u64)>,
}

impl Formats {
    /// Adds a file.
    pub fn add(&mut self, facts: &FileFacts) {
        let numbers = self.0.entry(facts.format.unwrap_or_default().to_owned()).or_default();
        numbers.files += 1;
        numbers.bytes += facts.size;
        *numbers.status.entry(facts.status).or_default() += 1;
        for (sum, bytes) in numbers.coverage.iter_mut().zip(facts.coverage) {
            *sum += bytes;
        }
        for problem in &facts.problems {
            let key = (problem.severity.name(), kind(&problem.message));
            let first = || (without_folders(&problem.message), 0);
            numbers.problems.entry(key).or_insert_with(first).1 += 1;
        }
    }

    /// The formats with their totals.
    pub fn rows(self) -> Vec<Row> {
        self.0.into_iter().map(|(format, numbers)| row(format, numbers)).collect()
    }
}

fn row(format: String, numbers: Numbers) -> Row {
    let Numbers { files, bytes, status, coverage, problems } = numbers;
    let listed =
        problems.into_iter().map(|((severity, _), (first, count))| (severity, first, count));
    let mut problems: Vec<_> = listed.collect();
    problems.sort_by_key(|(_, _, count)| std::cmp::Reverse(*count));
    problems.truncate(MAX_KINDS);
    Row { format, files, bytes, status, coverage, problems }
}
