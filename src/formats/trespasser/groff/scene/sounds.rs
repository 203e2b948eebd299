//! The sounds that a level names, from the banks beside it.

use std::collections::{BTreeSet, HashMap};

use super::draft::Draft;
use super::level::Level;
use crate::bytes::{Severity, Span};
use crate::formats::trespasser::name_hash;
use crate::formats::trespasser::tpa::BankFile;
use crate::formats::{Loaded, Records};
use crate::scene::{NodeId, Play, RecordingId};

/// Adds every sound that a property `Sample` names and some bank beside the level holds.
pub fn add(level: &Level<'_>, draft: &mut Draft<'_>) {
    let wanted = wanted(level);
    if wanted.is_empty() {
        return;
    }
    let names = draft.context.siblings.names();
    let is_bank = |name: &&String| {
        name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("tpa"))
    };
    let banks: Vec<&String> = names.iter().filter(is_bank).collect();
    let mut found = BTreeSet::new();
    for bank in &banks {
        let Ok(source) = draft.context.siblings.open(bank) else { continue };
        let Ok(bank) = Loaded::<BankFile>::companion(&source, draft.context) else { continue };
        let Some((mut bank, _)) = BankFile::scene(&bank, draft.context) else { continue };
        for sound in bank.sounds.drain(..) {
            let ids: Vec<u32> = sound.ids.iter().map(|id| id.name.hash).collect();
            if ids.iter().any(|id| wanted.contains(id)) {
                found.extend(ids);
                draft.scene.sounds.push(sound);
            }
        }
    }
    link(level, draft);
    let there = wanted.intersection(&found).count();
    let banks: Vec<&str> = banks.iter().map(|name| name.as_str()).collect();
    draft.tell(Severity::Note, Span::default(), said(there, wanted.len(), &banks));
}

/// Notes which instance plays which sound.
fn link(level: &Level<'_>, draft: &mut Draft<'_>) {
    let mut by_id: HashMap<u32, RecordingId> = HashMap::new();
    for (at, sound) in draft.scene.sounds.pairs() {
        sound.ids.iter().for_each(|id| _ = by_id.entry(id.name.hash).or_insert(at));
    }
    let nodes = draft.scene.nodes.pairs();
    let nodes: HashMap<&str, NodeId> =
        nodes.map(|(at, node)| (node.origin.path.as_str(), at)).collect();
    let mut plays = Vec::new();
    for thing in &level.things {
        let Some(node) = nodes.get(thing.origin.path.as_str()) else { continue };
        let samples = level.facts(thing).samples.iter();
        for sound in samples.filter_map(|name| by_id.get(&name_hash(name))) {
            let play = Play { node: *node, sound: *sound };
            if plays.last() != Some(&play) {
                plays.push(play);
            }
        }
    }
    draft.scene.plays = plays;
}

/// How many of the sounds that triggers name were found, in a sentence.
fn said(there: usize, all: usize, banks: &[&str]) -> String {
    let names = banks.join(", ");
    let sounds = |count: usize| match count {
        1 => "1 sound".to_owned(),
        count => format!("{count} sounds"),
    };
    if banks.is_empty() {
        return format!("triggers name {}; there is no sound bank to look in", sounds(all));
    }
    match there {
        0 => format!("triggers name {}; none of them is in {names}", sounds(all)),
        there if there < all => {
            let are = if there == 1 { "is" } else { "are" };
            format!("triggers name {}; {there} of them {are} in {names}", sounds(all))
        }
        1 => format!("the one sound that triggers name is in {names}"),
        _ => format!("all {all} sounds that triggers name are in {names}"),
    }
}

/// Identifiers of all sounds that some value names.
fn wanted(level: &Level<'_>) -> BTreeSet<u32> {
    let things = level.things.iter().flat_map(|thing| &level.facts(thing).samples);
    things.map(|name| name_hash(name)).collect()
}
