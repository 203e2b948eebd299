//! What is odd about a document that was not before it was changed.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::bytes::{Problem, Severity};
use crate::formats::Document;

/// The problems of two versions of a document, held against each other by what they say.
#[derive(Debug, Default)]
pub struct NewProblems<'a> {
    /// Those that only the second has, in its order.
    pub new: Vec<Cow<'a, Problem>>,
    /// How many only the first has.
    pub gone: usize,
    /// Whether both have errors that are the same.
    pub keeps_errors: bool,
}

impl<'a> NewProblems<'a> {
    /// What is other in `after` than it was in `before`.
    pub fn between(before: &Document, after: &'a Document) -> Self {
        let told = |document: &Document| -> BTreeSet<String> {
            document.problems.iter().map(|problem| problem.to_string()).collect()
        };
        let (old, now) = (told(before), told(after));
        let is_new = |problem: &Cow<'_, Problem>| !old.contains(&problem.to_string());
        let (new, kept): (Vec<_>, Vec<_>) = after.problems.iter().partition(is_new);
        Self {
            new,
            gone: old.difference(&now).count(),
            keeps_errors: kept.iter().any(|problem| problem.severity == Severity::Error),
        }
    }
}
