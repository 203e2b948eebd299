//! Totals of outcomes over many files.

use super::{Outcome, RULES, Rule};

/// Totals of every rule.
#[derive(Clone, Debug)]
pub struct Sums(Vec<RuleSum>);

/// One rule, summed over files.
#[derive(Clone, Debug)]
pub struct RuleSum {
    /// The rule.
    pub rule: &'static Rule,
    /// Number of files that have something to check.
    pub files: u64,
    /// Number of files that break the rule.
    pub broken_files: u64,
    /// Number of elements that were checked in all files.
    pub checked: u64,
    /// Number of elements that break the rule.
    pub broken: u64,
    /// Worst value in a file that breaks the rule, and the path of the file.
    pub worst: Option<(f64, String)>,
}

impl Default for Sums {
    fn default() -> Self {
        let sum =
            |rule| RuleSum { rule, files: 0, broken_files: 0, checked: 0, broken: 0, worst: None };
        Self(RULES.map(sum).into())
    }
}

impl Sums {
    /// Adds the outcomes of the file at `path`.
    pub fn add<'a>(&mut self, path: &str, outcomes: impl IntoIterator<Item = &'a Outcome>) {
        for outcome in outcomes {
            let Some(sum) = self.0.iter_mut().find(|sum| sum.rule == outcome.rule) else {
                continue;
            };
            sum.files += 1;
            sum.checked += outcome.checked;
            sum.broken += outcome.broken;
            if !outcome.is_broken() {
                continue;
            }
            sum.broken_files += 1;
            if let Some(worst) = &outcome.worst
                && sum.worst.as_ref().is_none_or(|(value, _)| worst.value > *value)
            {
                sum.worst = Some((worst.value, path.to_owned()));
            }
        }
    }

    /// Rules that had something to check, in the order of [`RULES`].
    pub fn iter(&self) -> impl Iterator<Item = &RuleSum> {
        self.0.iter().filter(|sum| sum.files > 0)
    }
}
