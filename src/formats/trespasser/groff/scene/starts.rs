//! Where the player enters the level, and the check points that lead back into it.

use super::Made;
use super::level::{Level, Thing};
use super::saved::Saved;
use crate::scene::Start;

/// Metres from the stored place to the eyes. Whether that place is at the feet or in the middle of
/// the body is not known; in either case nobody looks from below the ground.
const EYE_HEIGHT: f32 = 1.6;

/// Adds the player's own place, then the check points: where the level puts them, or the scene when
/// it is the scene that was opened.
pub fn add(level: &Level<'_>, saved: Option<(&Saved<'_>, bool)>, made: &mut Made<'_>) {
    for class in ["Player", "Teleport"] {
        let of_class = level.things.iter().filter(|thing| level.facts(thing).is_class(class));
        made.scene.starts.extend(of_class.filter_map(|thing| start(thing, saved)));
    }
}

fn start(thing: &Thing, saved: Option<(&Saved<'_>, bool)>) -> Option<Start> {
    let there = saved.and_then(|(saved, _)| saved.place_of(thing.hash)?.0);
    let place = match saved {
        Some((_, true)) => there.or(thing.home),
        _ => thing.home.or(there),
    }?;
    // Heads look along the local Y axis, which is −Z here.
    let ahead = place.z_axis.truncate() * -1.0;
    let (name, at) = (thing.name.clone(), place.w_axis.truncate());
    Some(Start::new(name, at, ahead, EYE_HEIGHT, thing.origin.clone()))
}
