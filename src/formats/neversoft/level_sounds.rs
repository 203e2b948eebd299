//! The sounds of a level: the bank and the cues of its name, and which banks are there for all levels.
//!
//! Source: format document `ps1-sound.md`, section 5.

use std::collections::HashSet;
use std::sync::Arc;

use super::sfx::bank;
use crate::bytes::{Problem, Problems, Severity, Span};
use crate::container::Context;
use crate::scene::Scene;

/// Endings of banks.
const BANKS: [&str; 3] = ["vab", "vh", "kat"];

/// Banks of no level that are told of by name.
const MAX_TOLD: usize = 8;

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
        let names = match common.split_at_checked(MAX_TOLD) {
            Some((first, more)) if !more.is_empty() => {
                format!("{} and {} more", first.join(", "), more.len())
            }
            _ => common.join(", "),
        };
        let message = format!("{own}; banks of no level, for all of them: {names}");
        problems.push(Problem::new(Severity::Note, told_at, "", message));
    }
}

/// Banks in the folder that are called like no level there.
fn common(context: Context<'_>) -> Vec<String> {
    let made = context.siblings.of_folder("banks of no level", &|| {
        let names = context.siblings.names();
        let lower: HashSet<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        let is_common = |name: &&String| {
            let lower_name = name.to_ascii_lowercase();
            let Some((stem, end)) = lower_name.rsplit_once('.') else { return false };
            let of_level = |file: String| lower.contains(&file);
            BANKS.contains(&end)
                && !of_level(format!("{stem}.psx"))
                && !of_level(format!("{stem}_t.trg"))
        };
        Arc::new(names.iter().filter(is_common).cloned().collect::<Vec<String>>())
    });
    made.downcast_ref().cloned().unwrap_or_default()
}
