//! Which bytes belong to which piece, found before the pieces are read: no sound runs into the
//! next one, whatever its header says.

use std::collections::BTreeMap;

use super::records::{BankHeader, CollisionEntry, IdEntry, Stale, Target};
use crate::bytes::{Cursor, Endian, Recorder, Severity, Shaped, Source, stale_count};
use crate::formats::trespasser::cau::Header;
use crate::formats::trespasser::cau::records::{HEADER, MAGIC};

/// First byte and one past the last.
pub(super) type Extent = (u64, u64);

pub(super) struct Plan {
    pub ids: Extent,
    pub sounds: Vec<Planned>,
    /// What each ID names.
    pub targets: Vec<Target>,
    pub collisions: Option<Extent>,
}

pub(super) struct Planned {
    pub start: u64,
    /// Where it must end at the latest.
    pub stop: u64,
    /// The header of the first ID that names it, where that starts like one.
    pub copy: Option<Header>,
    /// End of the samples as that header promises it.
    promised: u64,
}

impl Plan {
    pub fn new<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        source: &Source,
        header: &BankHeader,
        ids_at: u64,
        entries: &[IdEntry],
        stale: &mut Stale,
    ) -> Self {
        let ids_len = (entries.len() as u64).saturating_mul(IdEntry::SIZE as u64);
        let ids = (ids_at, ids_at.saturating_add(ids_len));
        let (mut sounds, mut targets) = (Vec::new(), Vec::with_capacity(entries.len()));
        let mut found = BTreeMap::<u64, usize>::new();
        for entry in entries {
            let at = u64::from(entry.offset);
            let end = at.saturating_add(HEADER);
            let known = found.get(&at).copied();
            // Headers that overlap the tables or another header cannot both be there.
            let is_free = at >= BankHeader::SIZE as u64
                && (at >= ids.1 || end <= ids.0)
                && found.range((at + 1).saturating_sub(HEADER)..end).next().is_none();
            if known.is_none() && !(is_free && is_sound(source, entry)) {
                targets.push(Target::Nowhere(entry.offset));
                continue;
            }
            let sound = known.unwrap_or(sounds.len());
            if known.is_none() {
                found.insert(at, sound);
                sounds.push(Planned::new(entry));
            }
            targets.push(Target::Sound(sound));
        }
        let mut plan = Self { ids, sounds, targets, collisions: None };
        plan.collisions = plan.find_collisions(cur, header, stale);
        plan.set_ends(cur.source_len());
        plan
    }

    /// The collision table, unless it cannot be where the header says.
    fn find_collisions<R: Recorder>(
        &self,
        cur: &mut Cursor<'_, R>,
        header: &BankHeader,
        stale: &mut Stale,
    ) -> Option<Extent> {
        let (start, len) = (u64::from(header.collisions_offset), cur.source_len());
        stale.collision_count = stale_count(header.collision_count, 0);
        stale.collisions_offset = Some(header.collisions_offset);
        if header.collision_count == 0 {
            if start == len {
                stale.collisions_offset = None;
            } else {
                let message =
                    format_args!("without collisions this is the end, {len:#x}, not {start:#x}");
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
        // A table that ends with the file is where it should be: a sound that reaches into it is
        // too long. Elsewhere the sound is more likely to be right.
        let clash = self.sounds.iter().any(|sound| {
            let from = sound.start;
            let must = if is_last { from.saturating_add(HEADER) } else { sound.promised };
            (start..end).contains(&from) || (from < start && must > start)
        });
        if clash {
            refuse("overlaps a sound");
            return None;
        }
        if count < u64::from(header.collision_count) {
            let promised = header.collision_count;
            let message = format_args!("expected space for {promised} collisions, found {count}");
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

    /// A sound ends where the next piece starts, at the latest.
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
        let promised = start.saturating_add(len);
        Self { start, stop: start, copy, promised }
    }
}

/// True when a sound is where an entry says: its header starts like one, or is the entry's copy
/// but for that.
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
