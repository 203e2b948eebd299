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
    let is_common = |name: &String| {
        let Some((stem, end)) = name.rsplit_once('.') else { return false };
        let of_level = |file: String| context.siblings.has(&file);
        BANKS.iter().any(|bank| bank.eq_ignore_ascii_case(end))
            && !of_level(format!("{stem}.psx"))
            && !of_level(format!("{stem}_t.trg"))
    };
    context.siblings.names().into_iter().filter(is_common).collect()
}
