//! Sounds of a level: the bank and cues with the level's name, and the list of shared banks.
//!
//! Source: format document `ps1-sound.md`, section 5.

use std::collections::HashSet;
use std::sync::Arc;

use super::sfx::bank;
use crate::bytes::{Problem, Problems, Severity, Span};
use crate::container::Context;
use crate::scene::Scene;

/// File extensions of sound banks.
const BANKS: [&str; 3] = ["vab", "vh", "kat"];

/// Maximum number of shared banks that are listed by name.
const MAX_REPORTED: usize = 8;

/// Adds the sounds, instruments and cues of the bank `base` to the scene of a level. With `reported_at`,
/// also reports the shared banks in the folder as a note at that span; pass `None` if the file may not be
/// a level.
pub fn add(
    scene: &mut Scene,
    base: &str,
    reported_at: Option<Span>,
    context: Context<'_>,
    problems: &mut Problems,
) {
    if !scene.sounds.is_empty() {
        return;
    }
    if let Some((bank, _)) = bank(base, context) {
        (scene.sounds, scene.programs, scene.cues) = (bank.sounds, bank.programs, bank.cues);
    }
    let Some(reported_at) = reported_at else { return };
    let common = common(context);
    if !common.is_empty() {
        let own = if scene.sounds.is_empty() {
            "no sound bank for this level"
        } else {
            "sound bank found"
        };
        let names = match common.split_at_checked(MAX_REPORTED) {
            Some((first, more)) if !more.is_empty() => {
                format!("{} and {} more", first.join(", "), more.len())
            }
            _ => common.join(", "),
        };
        let message = format!("{own}; banks shared by all levels: {names}");
        problems.push(Problem::new(Severity::Note, reported_at, "", message));
    }
}

/// Banks in the folder that are not named after one of its levels.
fn common(context: Context<'_>) -> Arc<Vec<String>> {
    let made = context.siblings.of_folder("banks that belong to no level", &|| {
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
    made.downcast().unwrap_or_default()
}
