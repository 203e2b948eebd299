//! The sounds of a level: the bank and the cues of its name, and which banks are there for all levels.
//!
//! Source: format document `ps1-sound.md`, section 5.

use super::sfx::bank;
use crate::bytes::{Problem, Problems, Severity, Span};
use crate::container::Context;
use crate::scene::Scene;

/// Endings of banks.
const BANKS: [&str; 3] = ["vab", "vh", "kat"];

/// Adds the sounds, instruments and cues of the bank called `base` to the scene of a level, and tells
/// of further banks at the place `told_at`: nothing, where it may not be a level.
pub fn add(
    scene: &mut Scene,
    base: &str,
    told_at: Option<Span>,
    context: Context<'_>,
    problems: &mut Problems,
) {
    if !scene.sounds.is_empty() {
        return;
    }
    if let Some((bank, _)) = bank(base, context) {
        (scene.sounds, scene.programs, scene.cues) = (bank.sounds, bank.programs, bank.cues);
    }
    let Some(told_at) = told_at else { return };
    let common = common(context);
    if !common.is_empty() {
        let own = if scene.sounds.is_empty() { "it has no sound bank" } else { "its bank is here" };
        let message = format!("{own}; banks of no level, for all of them: {}", common.join(", "));
        problems.push(Problem::new(Severity::Note, told_at, "", message));
    }
}

/// Banks in the folder that are called like no level there.
fn common(context: Context<'_>) -> Vec<String> {
    let names = context.siblings.names();
    let split = |name: &str| {
        let (stem, end) = name.rsplit_once('.')?;
        Some((stem.to_ascii_lowercase(), end.to_ascii_lowercase()))
    };
    let is_level = |stem: &str| {
        let of_level = |(other, end): (String, String)| {
            (end == "psx" && other == stem) || (end == "trg" && other == format!("{stem}_t"))
        };
        names.iter().filter_map(|name| split(name)).any(of_level)
    };
    let is_common = |name: &&String| {
        split(name).is_some_and(|(stem, end)| BANKS.contains(&end.as_str()) && !is_level(&stem))
    };
    names.iter().filter(is_common).cloned().collect()
}
