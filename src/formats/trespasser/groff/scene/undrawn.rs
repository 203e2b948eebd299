//! What a level has and the picture has not, in words.

use super::Made;
use super::level::Level;
use crate::bytes::Severity;

/// Says which skies are missing from the picture.
pub fn say(level: &Level<'_>, made: &mut Made<'_>) {
    let sky = level.things.iter().find(|thing| level.facts(thing).is_class("CSky"));
    if let Some(sky) = sky {
        let message = format!("the sky {} is not drawn; its texture is among the others", sky.name);
        made.say(Severity::Note, sky.origin.span, message);
    }
}
