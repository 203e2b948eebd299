//! What a level has and the picture has not, in words.

use super::Made;
use super::level::{Level, Thing};
use crate::bytes::Severity;

/// Says which surfaces are seen through in the game.
pub fn say(level: &Level<'_>, made: &mut Made<'_>) {
    let first = |is: &dyn Fn(&Thing) -> bool| {
        let mut all = level.things.iter().filter(|thing| is(thing));
        all.next().map(|first| (first, 1 + all.count()))
    };
    let alpha = |thing: &Thing| level.facts(thing).alpha_channel;
    if let Some((thing, count)) = first(&|thing| alpha(thing).is_some()) {
        let channel = alpha(thing).unwrap_or_default();
        let others = match count - 1 {
            0 => String::new(),
            others => format!(" and {others} more"),
        };
        let message = format!(
            "{}{others} are mixed with what is behind in the game (AlphaChannel {channel}); they are drawn opaque, with their textures",
            thing.name
        );
        made.say(Severity::Note, thing.origin.span, message);
    }
}
