//! Bytes to records.

use super::plan::{Extent, Plan};
use super::records::{Bank, BankHeader, CollisionEntry, Id, IdEntry, Layout, Piece, Stale, Target};
use crate::bytes::{Arrangement, Cursor, Endian, Recorder, Result, Severity, Shaped, Source};
use crate::formats::trespasser::cau::read::sound;
use crate::formats::trespasser::cau::records::{HEADER, MAGIC};
use crate::formats::trespasser::cau::{Cau, Header, Place};

/// Where the pieces of a bank were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// Start of the table of IDs.
    pub ids: u64,
    pub sounds: Vec<Place>,
    /// Start of the collision table.
    pub collisions: u64,
}

pub(super) fn bank<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
) -> Result<(Bank, Places)> {
    let header: BankHeader = cur.record("header")?;
    let mut stale = Stale::default();
    let (ids_at, entries) = id_table(cur, &header, &mut stale)?;
    let plan = Plan::new(cur, source, &header, ids_at, &entries, &mut stale);
    let (sounds, places) = sounds(cur, source, &plan)?;
    let collisions_at = plan.collisions.map_or(0, |extent| extent.start);
    let collisions = match plan.collisions {
        Some(table) => cur.at(table.start, |cur| {
            let count = (table.end - table.start) / CollisionEntry::SIZE as u64;
            cur.records::<CollisionEntry>("collisions", usize::try_from(count).unwrap_or(0))
        })?,
        None => Vec::new(),
    };
    stale.sound_count = different(header.sound_count, sounds.len());
    let mut pieces = vec![(Piece::Ids, (plan.ids.start, plan.ids.end))];
    let extents = places.iter().map(|place| (place.start, place.end));
    pieces.extend((0..).map(Piece::Sound).zip(extents));
    pieces.extend(plan.collisions.map(|extent| (Piece::Collisions, (extent.start, extent.end))));
    let pieces = Arrangement::read(cur, BankHeader::SIZE as u64, &pieces);
    let bank = Bank {
        version: header.version,
        ids: ids(&entries, &plan, &sounds),
        sounds,
        collisions,
        layout: Layout { pieces, stale },
    };
    Ok((bank, Places { ids: ids_at, sounds: places, collisions: collisions_at }))
}

/// A stored count, where it is not the number of things.
pub(super) fn different(stored: u32, count: usize) -> Option<u32> {
    (u64::from(stored) != count as u64).then_some(stored)
}

/// Reads the table of IDs and says where it is.
fn id_table<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &BankHeader,
    stale: &mut Stale,
) -> Result<(u64, Vec<IdEntry>)> {
    let mut at = u64::from(header.ids_offset);
    if at < BankHeader::SIZE as u64 || at > cur.source_len() {
        let len = cur.source_len();
        let message =
            format_args!("a table of IDs at {at:#x} is outside the data, 0x18 to {len:#x}");
        cur.problem(Severity::Error, (8, 4), "header.ids_offset", message);
        stale.ids_offset = Some(header.ids_offset);
        stale.id_count = different(header.id_count, 0);
        at = BankHeader::SIZE as u64;
        return Ok((at, Vec::new()));
    }
    let entries = cur.at(at, |cur| {
        let count = cur.bounded("ids", header.id_count.into(), IdEntry::SIZE as u64);
        cur.records::<IdEntry>("ids", count)
    })?;
    stale.id_count = different(header.id_count, entries.len());
    Ok((at, entries))
}

fn sounds<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    plan: &Plan,
) -> Result<(Vec<Cau>, Vec<Place>)> {
    let (mut sounds, mut places) = (Vec::new(), Vec::new());
    let Some(first) = plan.sounds.iter().map(|sound| sound.extent.start).min() else {
        return Ok((sounds, places));
    };
    cur.seek(first)?;
    cur.array("sounds", |cur| {
        let mut end = first;
        for (index, planned) in plan.sounds.iter().enumerate() {
            let Extent { start, end: stop } = planned.extent;
            cur.seek(start)?;
            let (cau, place) =
                cur.element(index, "Sound", |cur| sound(cur, source, planned.copy, stop))?;
            end = end.max(place.end);
            sounds.push(cau);
            places.push(place);
        }
        cur.seek(end)
    })?;
    Ok((sounds, places))
}

fn ids(entries: &[IdEntry], plan: &Plan, sounds: &[Cau]) -> Vec<Id> {
    let id = |(entry, target): (&IdEntry, &Target)| {
        let sound = match target {
            Target::Sound(index) => sounds.get(*index),
            Target::Nowhere(_) => None,
        };
        let used = sound.map(Cau::written_header).unwrap_or_default();
        let length = sound.map_or(0, |_| length(&used));
        Id {
            id: entry.id,
            target: *target,
            attenuation: entry.attenuation,
            volume: entry.volume,
            stale_length: (entry.length != length).then_some(entry.length),
            copy: (entry.header != used).then_some(entry.header),
        }
    };
    entries.iter().zip(&plan.targets).map(id).collect()
}

/// Length of the sound with this header, as a table of IDs says it.
pub(super) fn length(header: &Header) -> u32 {
    header.data_offset.saturating_add(header.data_size)
}

/// True when a sound is where an entry says: its header starts like one, or is the entry's copy
/// but for that.
pub(super) fn is_sound(source: &Source, entry: &IdEntry) -> bool {
    let start = usize::try_from(entry.offset).unwrap_or(usize::MAX);
    let end = start.saturating_add(HEADER as usize);
    let Some(front) = source.bytes().get(start..end) else { return false };
    let mut copy = Vec::with_capacity(front.len());
    entry.header.put(&mut copy, Endian::Little);
    front.starts_with(&MAGIC.to_le_bytes()) || front.get(4..) == copy.get(4..)
}
