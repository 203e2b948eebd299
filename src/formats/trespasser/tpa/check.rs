//! Checks the records of a bank.

use std::collections::{HashMap, HashSet};

use super::records::{Bank, CollisionEntry, Id, SoundTarget, VERSION, flags, length};
use crate::formats::Report;
use crate::formats::trespasser::{cau, name_hash};

pub(super) fn check(bank: &Bank, report: &mut Report<'_>) {
    if bank.version != VERSION {
        let message =
            format!("unsupported version {:#x}: the game accepts only 0x150", bank.version);
        report.error("header.version", message);
    }
    if let Some(stored) = bank.layout.stale.sound_count {
        let found = bank.sounds.len();
        let message = format!("expected {stored} sounds, found {found}");
        report.warning("header.sound_count", message);
    }
    if bank.ids.is_empty() {
        report.warning("header.id_count", "the bank is empty");
    }
    for (index, sound) in bank.sounds.iter().enumerate() {
        cau::check(sound, &format!("sounds[{index}]"), report);
    }
    ids(bank, report);
    let known: HashSet<u32> = bank.ids.iter().map(|id| id.id).collect();
    for (index, entry) in bank.collisions.iter().enumerate() {
        collision(entry, &known, |field| format!("collisions[{index}].{field}"), report);
    }
}

fn ids(bank: &Bank, report: &mut Report<'_>) {
    let missing = name_hash("MISSING");
    let mut seen = HashMap::new();
    for (index, entry) in bank.ids.iter().enumerate() {
        let at = |field: &str| format!("ids[{index}].{field}");
        let first = *seen.entry(entry.id).or_insert(index);
        if first != index {
            let message = format!("the ID {:08X} is also that of ids[{first}]", entry.id);
            report.warning(at("id"), message);
        }
        id(bank, entry, at, report);
    }
    if let Some(first) = bank.ids.first().filter(|first| first.id != missing) {
        let whether = match seen.contains_key(&missing) {
            true => "is not the first",
            false => "is missing",
        };
        let message = format!(
            "the sound MISSING, which replaces missing sounds, {whether}; the first ID is {:08X}",
            first.id
        );
        report.warning("ids[0].id", message);
    }
}

fn id(bank: &Bank, id: &Id, at: impl Fn(&str) -> String, report: &mut Report<'_>) {
    let (volume, attenuation) = (id.volume, id.attenuation);
    if volume.is_nan() || volume > 0.0 {
        report.warning(at("volume"), format!("expected a volume of at most 0 dB, found {volume}"));
    }
    if attenuation.is_nan() || attenuation < 0.0 {
        let message = format!("expected an attenuation of at least 0 dB/m, found {attenuation}");
        report.warning(at("attenuation"), message);
    }
    let sound = match id.target {
        SoundTarget::Sound(sound) => sound,
        SoundTarget::Nowhere(offset) => {
            report.error(at("offset"), format!("no sound at {offset:#x}"));
            return;
        }
    };
    if let Some(stored) = id.stale_length {
        let header = bank.sounds.get(sound).map(|sound| sound.written_header());
        let length = header.map_or(0, |header| length(&header));
        report
            .warning(at("length"), format!("expected the sound's {length} bytes, found {stored}"));
    }
    if id.copy.is_some() {
        let message = format!("differs from the header that is used for sounds[{sound}]");
        report.warning(at("header"), message);
    }
}

fn collision(
    entry: &CollisionEntry,
    known: &HashSet<u32>,
    at: impl Fn(&str) -> String,
    report: &mut Report<'_>,
) {
    if entry.material_a > entry.material_b {
        let message = "the materials are not in order, so the game never finds the entry";
        report.warning(at("material_a"), message);
    }
    if entry.flags & flags::HITS > 2 {
        report.warning(at("flags"), "three hit sounds, but only two are stored");
    } else if entry.flags & (flags::HITS | flags::SLIDE) == 0 {
        report.warning(at("flags"), "neither a hit nor a slide sound is used");
    }
    let other = entry.flags & !(flags::HITS | flags::SLIDE);
    if other != 0 {
        report.note(at("flags"), format!("unknown bits {other:#x}"));
    }
    let hits = entry.hits().into_iter().zip(["hit_1", "hit_2"]);
    for ((id, _), field) in hits.chain(entry.slide().map(|slide| (slide, "slide"))) {
        if !known.contains(&id) {
            report.warning(at(field), format!("the bank has no sound {id:08X}"));
        }
    }
}
