//! The plausibility rules: small scenes that keep them, and the same scenes read wrong.

mod motion;
mod pictures;
mod places;
mod shapes;
mod sounds;
mod sums;

use gouraud::plausibility::{Outcome, Subject};
use gouraud::scene::Scene;

/// Outcome of a rule; `None` where it has nothing to check.
fn outcome(scene: &Scene, key: &str) -> Option<Outcome> {
    let all = Subject::new(None, Some(scene)).outcomes();
    all.into_iter().find(|outcome| outcome.rule.key == key)
}

#[track_caller]
fn checked(scene: &Scene, key: &str) -> Outcome {
    outcome(scene, key).unwrap_or_else(|| panic!("{key} checks nothing"))
}

fn worst(outcome: &Outcome) -> f64 {
    outcome.worst.as_ref().expect("something breaks the rule").value
}
