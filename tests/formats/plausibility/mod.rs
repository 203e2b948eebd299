//! Plausibility rules, applied to small correct scenes and to the same scenes with reading errors.

mod geometry;
mod motion;
mod positions;
mod sounds;
mod sums;
mod textures;

use gouraud::plausibility::{Outcome, Subject};
use gouraud::scene::Scene;

/// Outcome of a rule; `None` if the rule does not apply.
fn outcome(scene: &Scene, key: &str) -> Option<Outcome> {
    let all = Subject::new(None, Some(scene)).outcomes();
    all.into_iter().find(|outcome| outcome.rule.key == key)
}

#[track_caller]
fn checked(scene: &Scene, key: &str) -> Outcome {
    outcome(scene, key).unwrap_or_else(|| panic!("{key} checks nothing"))
}

fn worst(outcome: &Outcome) -> f64 {
    outcome.worst.as_ref().expect("an element breaks the rule").value
}
