//! Finds the problems that an edit introduces.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::bytes::{Problem, Severity};
use crate::formats::Document;

/// Comparison of the problems of two versions of a document. Problems are matched by message and kind of
/// field, as positions and list indices may have changed.
#[derive(Debug, Default)]
pub struct NewProblems<'a> {
    /// Problems that only the second version has, in the order of that version.
    pub new: Vec<Cow<'a, Problem>>,
    /// Number of problems that only the first version has.
    pub gone: usize,
    /// `true` if both versions have an identical error.
    pub keeps_errors: bool,
}

impl<'a> NewProblems<'a> {
    /// Compares the problems of `before` and `after`.
    pub fn between(before: &Document, after: &'a Document) -> Self {
        let mut old: HashMap<ProblemKey, usize> = HashMap::new();
        for problem in before.problems.iter() {
            *old.entry(ProblemKey::of(&problem, true)).or_default() += 1;
        }
        let mut take = |key: &ProblemKey| match old.get_mut(key) {
            Some(count @ 1..) => {
                *count -= 1;
                true
            }
            _ => false,
        };
        // If several problems are equal, those with an unchanged position are the old ones.
        let after: Vec<_> = after.problems.iter().collect();
        let here: Vec<bool> =
            after.iter().map(|problem| take(&ProblemKey::of(problem, true))).collect();
        let mut moved: HashMap<ProblemKey, usize> = HashMap::new();
        for (key, count) in old {
            *moved.entry(key.anywhere()).or_default() += count;
        }
        let (mut new, mut keeps_errors) = (Vec::new(), false);
        for (problem, here) in after.into_iter().zip(here) {
            let left = moved.get_mut(&ProblemKey::of(&problem, false)).filter(|count| **count > 0);
            match left {
                _ if here => {}
                Some(count) => *count -= 1,
                None => {
                    new.push(problem);
                    continue;
                }
            }
            keeps_errors |= problem.severity == Severity::Error;
        }
        Self { new, gone: moved.into_values().sum(), keeps_errors }
    }
}

/// Key of a problem for matching.
#[derive(PartialEq, Eq, Hash)]
struct ProblemKey {
    severity: Severity,
    field: String,
    message: String,
}

impl ProblemKey {
    /// Key of a problem, with its exact field or with the kind of field.
    fn of(problem: &Problem, here: bool) -> Self {
        let Problem { severity, field, message, .. } = problem;
        let key = Self { severity: *severity, field: field.clone(), message: message.clone() };
        if here { key } else { key.anywhere() }
    }

    /// Replaces the field with its kind: `models[].faces[].flags`.
    fn anywhere(self) -> Self {
        let field = self.field.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        Self { field, ..self }
    }
}
