//! Unique file names, and patterns that match names.

use std::collections::HashSet;

use super::TakenNames;
use crate::container::free_number;

/// Generates unique names, ignoring case: the second `wall` becomes `wall~2`.
#[derive(Default)]
pub struct UniqueNames {
    before: TakenNames,
    taken: HashSet<String>,
}

impl UniqueNames {
    /// Creates a generator that avoids these file names.
    pub fn without(taken: &TakenNames) -> Self {
        Self { before: taken.clone(), ..Self::default() }
    }

    /// Returns `stem` (already safe) followed by `end`, or by `~2`, `~3` … and `end`.
    pub fn unique(&mut self, stem: &str, end: &str) -> String {
        self.unique_stem(stem, &[end]) + end
    }

    /// Returns `stem`, or `stem` with `~2`, `~3` …, such that its combination with each of `ends` is new.
    pub fn unique_stem(&mut self, stem: &str, ends: &[&str]) -> String {
        let full = |name: &str, end: &&str| format!("{name}{end}").to_lowercase();
        let is_taken = |name: &str| {
            let mut all = ends.iter().map(|end| full(name, end));
            all.any(|name| self.taken.contains(&name) || self.before.has(&name))
        };
        let mut name = stem.to_owned();
        if is_taken(stem) {
            // A linear search would be slow: thousands of subjects may have the same name.
            let number = free_number(|number| is_taken(&format!("{stem}~{number}")));
            name = format!("{stem}~{number}");
        }
        self.taken.extend(ends.iter().map(|end| full(&name, end)));
        name
    }
}

/// `true` if all of `name` matches `pattern`, in which `*` is any run of characters and `?` any one
/// character. Case is ignored.
pub fn matches_glob(pattern: &str, name: &str) -> bool {
    let fold = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<_>>();
    let (pattern, name) = (fold(pattern), fold(name));
    let (mut p, mut n) = (0, 0);
    // Position to continue from after a mismatch: after the last star, one character further.
    let mut retry = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                p += 1;
                retry = Some((p, n));
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((after_star, from)) = retry else { return false };
                p = after_star;
                n = from + 1;
                retry = Some((after_star, n));
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}
