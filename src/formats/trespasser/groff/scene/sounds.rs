//! The sounds that a level names, from the banks beside it.

use std::collections::BTreeSet;

use super::Made;
use super::level::Level;
use crate::bytes::{Severity, Span};
use crate::formats::Format;
use crate::formats::trespasser::name_hash;
use crate::formats::trespasser::tpa::TpaFormat;

/// Adds every sound that a property `Sample` names and some bank beside the level holds.
pub fn add(level: &Level<'_>, made: &mut Made<'_>) {
    let wanted = wanted(level);
    if wanted.is_empty() {
        return;
    }
    let names = made.context.siblings.names();
    let is_bank = |name: &&String| {
        name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("tpa"))
    };
    let banks: Vec<&String> = names.iter().filter(is_bank).collect();
    let mut found = BTreeSet::new();
    for bank in &banks {
        let Ok(source) = made.context.siblings.open(bank) else { continue };
        let Ok(document) = TpaFormat.open(&source) else { continue };
        let Some((sounds, _)) = document.content.scene(made.context) else { continue };
        for sound in sounds.sounds {
            let ids: Vec<u32> = sound.ids.iter().map(|id| id.name.hash).collect();
            if ids.iter().any(|id| wanted.contains(id)) {
                found.extend(ids);
                made.scene.sounds.push(sound);
            }
        }
    }
    let there = wanted.intersection(&found).count();
    let banks = banks.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
    let place = if banks.is_empty() { "no sound bank".to_owned() } else { banks };
    let message = format!("{there} of {} sounds that triggers name are in {place}", wanted.len());
    made.say(Severity::Note, Span::default(), message);
}

/// Identifiers of all sounds that some value names.
fn wanted(level: &Level<'_>) -> BTreeSet<u32> {
    let things = level.things.iter().flat_map(|thing| &level.facts(thing).samples);
    things.map(|name| name_hash(name)).collect()
}
