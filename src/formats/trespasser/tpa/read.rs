//! Reads banks.

use super::plan::{Extent, Plan};
use super::records::{
    Bank, BankBlock, BankHeader, CollisionEntry, Id, IdEntry, Layout, SoundTarget, StaleHeader,
    length,
};
use crate::bytes::layout::field_span;
use crate::bytes::{Arrangement, Cursor, Recorder, Result, Severity, Shaped, Source, stale_count};
use crate::formats::trespasser::cau::{Cau, sound};

/// Reads a bank, and returns the extent of each of its sounds.
pub(super) fn bank<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
) -> Result<(Bank, Vec<Extent>)> {
    let header: BankHeader = cur.record("header")?;
    let mut stale = StaleHeader::default();
    let (ids_at, entries) = id_table(cur, &header, &mut stale)?;
    let plan = Plan::new(cur, source, &header, ids_at, &entries, &mut stale);
    let (sounds, extents) = sounds(cur, source, &plan)?;
    let mut collisions = Vec::new();
    if let Some((start, end)) = plan.collisions {
        let count = (end - start) / CollisionEntry::SIZE as u64;
        let count = usize::try_from(count).unwrap_or(0);
        collisions = cur.at(start, |cur| cur.records("collisions", count))?;
    }
    stale.sound_count = stale_count(header.sound_count, sounds.len());
    let mut pieces = vec![(BankBlock::Ids, plan.ids)];
    pieces.extend((0..).map(BankBlock::Sound).zip(extents.iter().copied()));
    pieces.extend(plan.collisions.map(|extent| (BankBlock::Collisions, extent)));
    let pieces = Arrangement::read(cur, BankHeader::SIZE as u64, &pieces);
    let ids = ids(&entries, &plan, &sounds);
    let layout = Layout { pieces, stale };
    Ok((Bank { version: header.version, ids, sounds, collisions, layout }, extents))
}

/// Reads the table of IDs and returns its offset.
fn id_table<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &BankHeader,
    stale: &mut StaleHeader,
) -> Result<(u64, Vec<IdEntry>)> {
    let at = u64::from(header.ids_offset);
    if at < BankHeader::SIZE as u64 || at > cur.source_len() {
        let len = cur.source_len();
        let message =
            format_args!("the table of IDs at {at:#x} is outside the data, 0x18 to {len:#x}");
        let span = field_span::<BankHeader>(0, "ids_offset");
        cur.problem(Severity::Error, span, "header.ids_offset", message);
        stale.ids_offset = Some(header.ids_offset);
        stale.id_count = stale_count(header.id_count, 0);
        return Ok((BankHeader::SIZE as u64, Vec::new()));
    }
    let entries = cur.at(at, |cur| {
        let count = cur.bounded("ids", header.id_count.into(), IdEntry::SIZE as u64);
        cur.records::<IdEntry>("ids", count)
    })?;
    stale.id_count = stale_count(header.id_count, entries.len());
    Ok((at, entries))
}

fn sounds<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    plan: &Plan,
) -> Result<(Vec<Cau>, Vec<Extent>)> {
    let (mut sounds, mut extents) = (Vec::new(), Vec::new());
    let Some(first) = plan.sounds.iter().map(|sound| sound.start).min() else {
        return Ok((sounds, extents));
    };
    cur.seek(first)?;
    cur.array("sounds", |cur| {
        for (index, planned) in plan.sounds.iter().enumerate() {
            cur.seek(planned.start)?;
            sounds.push(
                cur.element(index, "Sound", |cur| sound(cur, source, planned.copy, planned.stop))?,
            );
            extents.push((planned.start, cur.pos()));
        }
        cur.seek(extents.iter().map(|(_, end)| *end).max().unwrap_or(first))
    })?;
    Ok((sounds, extents))
}

fn ids(entries: &[IdEntry], plan: &Plan, sounds: &[Cau]) -> Vec<Id> {
    let id = |(entry, target): (&IdEntry, &SoundTarget)| {
        let sound = target.sound().and_then(|index| sounds.get(index));
        // Reading may have changed captions, so the stored length is compared.
        let used = sound.map(|sound| sound.header).unwrap_or_default();
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
