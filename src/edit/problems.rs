//! What is odd about a document that was not before it was changed.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::bytes::{Problem, Severity};
use crate::formats::Document;

/// The problems of two versions of a document, held against each other by what they say of what kind
/// of field: where that stands, and its number in a list, may have changed.
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
        let mut old: HashMap<Saying, usize> = HashMap::new();
        for problem in before.problems.iter() {
            *old.entry(Saying::of(&problem, true)).or_default() += 1;
        }
        let mut take = |saying: &Saying| match old.get_mut(saying) {
            Some(count @ 1..) => {
                *count -= 1;
                true
            }
            _ => false,
        };
        // Of several that say the same, those that are where they were are the old ones.
        let after: Vec<_> = after.problems.iter().collect();
        let here: Vec<bool> =
            after.iter().map(|problem| take(&Saying::of(problem, true))).collect();
        let mut moved: HashMap<Saying, usize> = HashMap::new();
        for (saying, count) in old {
            *moved.entry(saying.anywhere()).or_default() += count;
        }
        let (mut new, mut keeps_errors) = (Vec::new(), false);
        for (problem, here) in after.into_iter().zip(here) {
            let left = moved.get_mut(&Saying::of(&problem, false)).filter(|count| **count > 0);
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

/// What a problem says.
#[derive(PartialEq, Eq, Hash)]
struct Saying {
    severity: Severity,
    field: String,
    message: String,
}

impl Saying {
    /// That of a problem, of its field or of any of its kind.
    fn of(problem: &Problem, here: bool) -> Self {
        let Problem { severity, field, message, .. } = problem;
        let saying = Self { severity: *severity, field: field.clone(), message: message.clone() };
        if here { saying } else { saying.anywhere() }
    }

    /// The same of any field of its kind: `models[].faces[].flags`.
    fn anywhere(self) -> Self {
        let field = self.field.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        Self { field, ..self }
    }
}
