//! The sounds that a level names, from the banks beside it.

use std::collections::BTreeSet;

use super::draft::Draft;
use super::level::Level;
use crate::bytes::{Severity, Span};
use crate::formats::format_of;
use crate::formats::trespasser::name_hash;
use crate::formats::trespasser::tpa::BankFile;

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
        let Ok(document) = format_of::<BankFile>().open(&source) else { continue };
        let Some((sounds, _)) = document.content.scene(draft.context) else { continue };
        for sound in sounds.sounds {
            let ids: Vec<u32> = sound.ids.iter().map(|id| id.name.hash).collect();
            if ids.iter().any(|id| wanted.contains(id)) {
                found.extend(ids);
                draft.scene.sounds.push(sound);
            }
        }
    }
    let there = wanted.intersection(&found).count();
    let banks: Vec<&str> = banks.iter().map(|name| name.as_str()).collect();
    draft.tell(Severity::Note, Span::default(), said(there, wanted.len(), &banks));
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

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn what_was_found_is_a_sentence_whatever_the_numbers() {
        let banks = ["Effects.tpa", "Stream.tpa"];
        for (there, all, banks, words) in [
            (0, 4, &banks[..0], "triggers name 4 sounds; there is no sound bank to look in"),
            (0, 1, &banks[..0], "triggers name 1 sound; there is no sound bank to look in"),
            (0, 4, &banks[1..], "triggers name 4 sounds; none of them is in Stream.tpa"),
            (3, 4, &banks, "triggers name 4 sounds; 3 of them are in Effects.tpa, Stream.tpa"),
            (1, 4, &banks[1..], "triggers name 4 sounds; 1 of them is in Stream.tpa"),
            (4, 4, &banks[1..], "all 4 sounds that triggers name are in Stream.tpa"),
            (1, 1, &banks[1..], "the one sound that triggers name is in Stream.tpa"),
        ] {
            assert_eq!(said(there, all, banks), words);
        }
    }
}
