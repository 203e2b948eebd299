//! Assigns bytes to sounds and tables before they are read: no sound overlaps the next one,
//! regardless of its header.

use std::collections::BTreeMap;

use super::records::{BankHeader, CollisionEntry, IdEntry, SoundTarget, StaleHeader};
use crate::bytes::{Cursor, Endian, Recorder, Severity, Shaped, Source, stale_count};
use crate::formats::trespasser::cau::Header;
use crate::formats::trespasser::cau::records::{HEADER, MAGIC};

/// Start and end.
pub(super) type Extent = (u64, u64);

pub(super) struct Plan {
    pub ids: Extent,
    pub sounds: Vec<Planned>,
    /// The target of each ID.
    pub targets: Vec<SoundTarget>,
    pub collisions: Option<Extent>,
}

pub(super) struct Planned {
    pub start: u64,
    /// Maximum end of the sound.
    pub stop: u64,
    /// The header copy of its first ID, if it begins with the magic number.
    pub copy: Option<Header>,
    /// End of the samples according to that header.
    declared: u64,
}

impl Plan {
    pub fn new<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        source: &Source,
        header: &BankHeader,
        ids_at: u64,
        entries: &[IdEntry],
        stale: &mut StaleHeader,
    ) -> Self {
        let ids_len = (entries.len() as u64).saturating_mul(IdEntry::SIZE as u64);
        let ids = (ids_at, ids_at.saturating_add(ids_len));
        let (mut sounds, mut targets) = (Vec::new(), Vec::with_capacity(entries.len()));
        let mut found = BTreeMap::<u64, usize>::new();
        for entry in entries {
            let at = u64::from(entry.offset);
            let end = at.saturating_add(HEADER);
            let known = found.get(&at).copied();
            // A header cannot overlap the tables or another header.
            let is_free = at >= BankHeader::SIZE as u64
                && (at >= ids.1 || end <= ids.0)
                && found.range((at + 1).saturating_sub(HEADER)..end).next().is_none();
            if known.is_none() && !(is_free && is_sound(source, entry)) {
                targets.push(SoundTarget::Nowhere(entry.offset));
                continue;
            }
            let sound = known.unwrap_or(sounds.len());
            if known.is_none() {
                found.insert(at, sound);
                sounds.push(Planned::new(entry));
            }
            targets.push(SoundTarget::Sound(sound));
        }
        let mut plan = Self { ids, sounds, targets, collisions: None };
        plan.collisions = plan.find_collisions(cur, header, stale);
        plan.set_ends(cur.source_len());
        plan
    }

    /// The collision table, unless it cannot be at its stored offset.
    fn find_collisions<R: Recorder>(
        &self,
        cur: &mut Cursor<'_, R>,
        header: &BankHeader,
        stale: &mut StaleHeader,
    ) -> Option<Extent> {
        let (start, len) = (u64::from(header.collisions_offset), cur.source_len());
        stale.collision_count = stale_count(header.collision_count, 0);
        stale.collisions_offset = Some(header.collisions_offset);
        if header.collision_count == 0 {
            if start == len {
                stale.collisions_offset = None;
            } else {
                let message = format_args!(
                    "expected the end of the file, {len:#x}, since there are no collisions, found {start:#x}"
                );
                cur.problem(Severity::Note, (0x10, 4), "header.collisions_offset", message);
            }
            return None;
        }
        let mut refuse = |why: &str| {
            let message = format_args!("a collision table at {start:#x} {why}");
            cur.problem(Severity::Error, (0x10, 4), "header.collisions_offset", message);
        };
        if start < self.ids.1 || start > len {
            refuse("is outside the data");
            return None;
        }
        let size = CollisionEntry::SIZE as u64;
        let count = u64::from(header.collision_count).min((len - start) / size);
        let end = start + count * size;
        let is_last = end == len && count == u64::from(header.collision_count);
        // If the table ends with the file, its offset is trusted: a sound that overlaps it is too long.
        // Otherwise the sound is more likely to be right.
        let clash = self.sounds.iter().any(|sound| {
            let from = sound.start;
            let must = if is_last { from.saturating_add(HEADER) } else { sound.declared };
            (start..end).contains(&from) || (from < start && must > start)
        });
        if clash {
            refuse("overlaps a sound");
            return None;
        }
        if count < u64::from(header.collision_count) {
            let declared = header.collision_count;
            let message = format_args!("expected space for {declared} collisions, found {count}");
            cur.problem(Severity::Error, (0xC, 4), "header.collision_count", message);
        }
        if count == 0 {
            return None;
        }
        let there = usize::try_from(count).unwrap_or(usize::MAX);
        stale.collision_count = stale_count(header.collision_count, there);
        stale.collisions_offset = None;
        Some((start, end))
    }

    /// Limits each sound to the start of the next block.
    fn set_ends(&mut self, len: u64) {
        let mut starts: Vec<u64> = self.sounds.iter().map(|sound| sound.start).collect();
        starts.extend(self.collisions.map(|(start, _)| start));
        starts.extend((self.ids.1 > self.ids.0).then_some(self.ids.0));
        starts.sort();
        for sound in &mut self.sounds {
            let next = starts.partition_point(|start| *start <= sound.start);
            sound.stop = starts.get(next).copied().unwrap_or(len);
        }
    }
}

impl Planned {
    fn new(entry: &IdEntry) -> Self {
        let start = u64::from(entry.offset);
        let copy = (entry.header.magic == MAGIC).then_some(entry.header);
        let len = copy.map_or(HEADER, |copy| {
            u64::from(copy.data_offset).saturating_add(copy.data_size.into())
        });
        let declared = start.saturating_add(len);
        Self { start, stop: start, copy, declared }
    }
}

/// `true` if there is a sound at the offset of an entry: its header begins with the magic number, or is
/// otherwise equal to the entry's copy.
fn is_sound(source: &Source, entry: &IdEntry) -> bool {
    let start = u64::from(entry.offset);
    let front = source.window(start, start.saturating_add(HEADER));
    if (front.len() as u64) < HEADER {
        return false;
    }
    let mut copy = Vec::with_capacity(front.len());
    entry.header.put(&mut copy, Endian::Little);
    front.starts_with(&MAGIC.to_le_bytes()) || front.get(4..) == copy.get(4..)
}
