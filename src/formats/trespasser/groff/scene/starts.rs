//! Start of the player in the level, and the check points at which play resumes.

use super::level::{Level, LevelInstance};
use super::saved::Saved;
use super::scene_builder::Draft;
use crate::scene::Start;

/// Metres from the stored position to the eyes. It is unknown whether the position is at the feet or in
/// the middle of the body; either way the eyes are above the ground.
const EYE_HEIGHT: f32 = 1.6;

/// Adds the player's own position, then the check points: at the level's transforms, or at the saved
/// scene's if that is the opened file.
pub fn add(level: &Level<'_>, saved: Option<(&Saved<'_>, bool)>, draft: &mut Draft<'_>) {
    for class in ["Player", "Teleport"] {
        let starts = level.of_class(class).filter_map(|instance| start(instance, saved));
        draft.scene.starts.extend(starts);
    }
}

fn start(instance: &LevelInstance, saved: Option<(&Saved<'_>, bool)>) -> Option<Start> {
    let there = saved.and_then(|(saved, _)| saved.transform_of(instance.hash)?.0);
    let transform = match saved {
        Some((_, true)) => there.or(instance.transform),
        _ => instance.transform.or(there),
    }?;
    // Heads look along the local Y axis, which is −Z here.
    let ahead = transform.z_axis.truncate() * -1.0;
    let (name, at) = (instance.name.clone(), transform.w_axis.truncate());
    Some(Start::new(name, at, ahead, EYE_HEIGHT, instance.origin.clone()))
}
