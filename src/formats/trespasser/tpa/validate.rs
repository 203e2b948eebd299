//! What is odd about a bank that could be read.

use std::collections::HashMap;

use super::read::Places;
use super::records::{Bank, CollisionEntry, Id, IdEntry, VERSION, flags};
use crate::bytes::{Problem, Problems, Severity, Shaped, SourceId, Span};
use crate::formats::trespasser::name_hash;

pub(super) fn validate(bank: &Bank, places: &Places, source: SourceId) -> Problems {
    let mut check = Check { problems: Problems::default(), source };
    check.header(bank);
    check.ids(bank, places);
    check.collisions(bank, places);
    check.problems
}

struct Check {
    problems: Problems,
    source: SourceId,
}

impl Check {
    fn say(&mut self, severity: Severity, at: (u64, u64), field: String, message: String) {
        let span = Span::new(self.source, at.0, at.1);
        self.problems.push(Problem { severity, span, available: None, field, message });
    }

    fn warn(&mut self, at: (u64, u64), field: String, message: String) {
        self.say(Severity::Warning, at, field, message);
    }

    fn header(&mut self, bank: &Bank) {
        if bank.version != VERSION {
            let message = format!("version {:#x}: the game accepts 0x150 alone", bank.version);
            self.say(Severity::Error, (0, 4), "header.version".to_owned(), message);
        }
        if let Some(stored) = bank.layout.stale.sound_count {
            let found = bank.sounds.len();
            let message = format!("{stored} sounds are promised, {found} are there");
            self.warn((4, 4), "header.sound_count".to_owned(), message);
        }
        if bank.ids.is_empty() {
            let message = "the bank holds no sounds".to_owned();
            self.warn((0x14, 4), "header.id_count".to_owned(), message);
        }
    }

    fn ids(&mut self, bank: &Bank, places: &Places) {
        let missing = name_hash("MISSING");
        let mut seen = HashMap::new();
        for (index, id) in bank.ids.iter().enumerate() {
            let start = places.ids + (index * IdEntry::SIZE) as u64;
            let field = |name: &str| format!("ids[{index}].{name}");
            if let Some(first) = seen.get(&id.id) {
                let message = format!("the ID {:08X} is also that of ids[{first}]", id.id);
                self.warn((start, 4), field("id"), message);
            } else {
                seen.insert(id.id, index);
            }
            self.id(bank, id, start, &field);
        }
        if let Some(first) = bank.ids.first().filter(|first| first.id != missing) {
            let place =
                if seen.contains_key(&missing) { "is not the first" } else { "is not there" };
            let message = format!(
                "the ID of MISSING, which stands in for lost sounds, {place}: the first is {:08X}",
                first.id
            );
            self.warn((places.ids, 4), "ids[0].id".to_owned(), message);
        }
    }

    fn id(&mut self, bank: &Bank, id: &Id, start: u64, field: &dyn Fn(&str) -> String) {
        let (volume, attenuation) = (id.volume, id.attenuation);
        if volume.is_nan() || volume > 0.0 {
            let message = format!("a volume of {volume} dB is not 0 or less");
            self.warn((start + 0x10, 4), field("volume"), message);
        }
        if attenuation.is_nan() || attenuation < 0.0 {
            let message = format!("an attenuation of {attenuation} dB/m is not 0 or more");
            self.warn((start + 0xC, 4), field("attenuation"), message);
        }
        let Some(sound) = id.sound() else { return };
        if let Some(stored) = id.stale_length {
            let header = bank.sounds.get(sound).map(|sound| sound.written_header());
            let length = header.map_or(0, |header| super::read::length(&header));
            let message = format!("{stored} bytes, but its sound says {length}");
            self.warn((start + 8, 4), field("length"), message);
        }
        if id.copy.is_some() {
            let message = format!("differs from the header that sounds[{sound}] is played with");
            self.warn((start + 0x14, 36), field("header"), message);
        }
    }

    fn collisions(&mut self, bank: &Bank, places: &Places) {
        let known: std::collections::HashSet<u32> = bank.ids.iter().map(|id| id.id).collect();
        for (index, entry) in bank.collisions.iter().enumerate() {
            let start = places.collisions + (index * CollisionEntry::SIZE) as u64;
            let field = |name: &str| format!("collisions[{index}].{name}");
            if entry.material_a > entry.material_b {
                let message = "the materials are not in order, so the game never finds them";
                self.warn((start, 8), field("material_a"), message.to_owned());
            }
            let hits = entry.flags & flags::HITS;
            if hits > 2 {
                let message = "three hit sounds, but only two are stored".to_owned();
                self.warn((start + 8, 4), field("flags"), message);
            } else if entry.flags & (flags::HITS | flags::SLIDE) == 0 {
                let message = "neither a hit nor a slide sound is used".to_owned();
                self.warn((start + 8, 4), field("flags"), message);
            }
            let other = entry.flags & !(flags::HITS | flags::SLIDE);
            if other != 0 {
                let message = format!("bits {other:#x} are not known");
                self.say(Severity::Note, (start + 8, 4), field("flags"), message);
            }
            let hits = entry.hits().into_iter().zip([(0x14, "hit_1"), (0x18, "hit_2")]);
            let slide = entry.slide().map(|slide| (slide, (0x1C, "slide")));
            for ((id, _), (offset, name)) in hits.chain(slide) {
                if !known.contains(&id) {
                    let message = format!("the bank has no sound {id:08X}");
                    self.warn((start + offset, 4), field(name), message);
                }
            }
        }
    }
}
