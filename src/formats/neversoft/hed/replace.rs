//! Replaces files of a two-file archive.

use std::collections::HashMap;

use super::Half;
use super::members::{TableAndData, both};
use super::records::{ELSEWHERE, SECTOR, SECTORS, Table, Version};
use crate::bytes::{Source, common_alignment, refitted};
use crate::container::Context;
use crate::formats::{EditResult, Loaded, NewBytes, NewMembers, Refusal, Rewritten};

/// Writes table and data with new bytes for files of the table.
pub(super) fn with_members(
    file: &Loaded<Half>,
    context: Context<'_>,
    replaced: &NewMembers,
) -> EditResult<Vec<Rewritten>> {
    let TableAndData { table, data } = both(file, context).map_err(Refusal)?;
    let Half::Table(records) = table.kept()? else {
        return Err(Refusal("the table of the archive is missing".to_owned()));
    };
    let (new, bytes) = rebuilt(records, &data, replaced)?;
    let beside =
        |half: &Source| (half.id() != file.source.id()).then(|| half.file_name().to_owned());
    Ok(vec![
        Rewritten { beside: beside(&data), bytes: NewBytes::Whole(bytes) },
        Rewritten { beside: beside(&table.source), bytes: NewBytes::Whole(new.write()?) },
    ])
}

/// Non-overlapping part of the WAD that is used by files.
struct UsedRange<'a> {
    start: u64,
    end: u64,
    /// Entries that point into this part.
    entries: Vec<usize>,
    /// Replacement bytes.
    new: Option<&'a [u8]>,
}

fn rebuilt(table: &Table, data: &Source, replaced: &NewMembers) -> EditResult<(Table, Vec<u8>)> {
    let offsets = table.offsets();
    let mut pieces = pieces(table, &offsets, data.len());
    let in_sectors = table.entries.iter().zip(&offsets).any(|(e, at)| u64::from(e.offset) != *at);
    let starts = pieces.iter().map(|piece| piece.start);
    let to = if in_sectors { SECTOR } else { common_alignment(starts, SECTOR) };
    let (mut new, mut added) = (table.clone(), Vec::new());
    let piece_of: HashMap<usize, usize> = pieces
        .iter()
        .enumerate()
        .flat_map(|(at, piece)| piece.entries.iter().map(move |entry| (*entry, at)))
        .collect();
    for (index, bytes) in replaced {
        resize(&mut new, *index, bytes)?;
        let missing = || Refusal(format!("the bytes of file {index} are not in the archive"));
        let piece = piece_of.get(index).and_then(|at| pieces.get_mut(*at)).ok_or_else(missing)?;
        if let [_] = piece.entries.as_slice() {
            piece.new = Some(bytes);
        } else {
            // The other entries keep the shared bytes.
            piece.entries.retain(|entry| entry != index);
            added.push((*index, bytes));
        }
    }
    let mut places = offsets.clone();
    let mut out = Vec::new();
    let (mut at, mut grown) = (0, (0, 0));
    for piece in &pieces {
        out.extend(refitted(data.window(at, piece.start), grown, to));
        for entry in &piece.entries {
            if let Some(place) = places.get_mut(*entry) {
                *place = out.len() as u64 + (*place - piece.start);
            }
        }
        let old = data.window(piece.start, piece.end);
        let bytes = piece.new.unwrap_or(old);
        out.extend_from_slice(bytes);
        (at, grown) = (piece.end, (old.len() as u64, bytes.len() as u64));
    }
    let tail = data.window(at, data.len());
    let fills = !tail.is_empty() && tail.iter().all(|byte| *byte == 0);
    out.extend(if fills { refitted(tail, grown, to) } else { tail.to_vec() });
    for (index, bytes) in added {
        out.resize(out.len().next_multiple_of(usize::try_from(to).unwrap_or(1)), 0);
        if let Some(place) = places.get_mut(index) {
            *place = out.len() as u64;
        }
        out.extend_from_slice(bytes);
    }
    point(&mut new, &places, in_sectors)?;
    Ok((new, out))
}

/// Parts of a WAD of `len` bytes that are used by files, in WAD order.
fn pieces<'a>(table: &Table, offsets: &[u64], len: u64) -> Vec<UsedRange<'a>> {
    let files = table.entries.iter().zip(offsets).enumerate();
    let here = files.filter(|(_, (entry, start))| {
        let is_elsewhere = table.version == Version::Later && entry.size & ELSEWHERE != 0;
        !is_elsewhere && **start <= len
    });
    let extent = |start: u64, size: u32| (start, start.saturating_add(size.into()).min(len));
    let mut all: Vec<((u64, u64), usize)> =
        here.map(|(index, (entry, start))| (extent(*start, entry.size), index)).collect();
    all.sort_unstable();
    let mut pieces: Vec<UsedRange<'_>> = Vec::new();
    for ((start, end), index) in all {
        match pieces.last_mut().filter(|piece| start < piece.end) {
            Some(piece) => {
                piece.end = piece.end.max(end);
                piece.entries.push(index);
            }
            None => pieces.push(UsedRange { start, end, entries: vec![index], new: None }),
        }
    }
    pieces
}

fn resize(table: &mut Table, index: usize, bytes: &[u8]) -> EditResult<()> {
    let is_later = table.version == Version::Later;
    let missing = || Refusal(format!("the table has no file {index}"));
    let entry = table.entries.get_mut(index).ok_or_else(missing)?;
    if is_later && entry.size & ELSEWHERE != 0 {
        return Err(Refusal(format!("file {index} is stored in another file")));
    }
    let size = u32::try_from(bytes.len()).ok();
    let size = size.filter(|size| !is_later || size & ELSEWHERE == 0);
    entry.size =
        size.ok_or_else(|| Refusal(format!("file {index} exceeds the limit of the table")))?;
    Ok(())
}

/// Points the entries to `places`, in the unit of the table.
fn point(table: &mut Table, places: &[u64], in_sectors: bool) -> EditResult<()> {
    let is_later = table.version == Version::Later;
    for (entry, place) in table.entries.iter_mut().zip(places) {
        if is_later && entry.size & ELSEWHERE != 0 {
            continue;
        }
        let count = if in_sectors { place / SECTOR } else { *place };
        let most = if in_sectors { SECTORS } else { u32::MAX };
        let stored = u32::try_from(count).ok().filter(|count| *count <= most);
        let stored =
            stored.ok_or_else(|| Refusal("the offsets exceed the limit of the table".into()))?;
        entry.offset = if in_sectors { entry.offset & !SECTORS | stored } else { stored };
    }
    // Readers infer from overlaps whether a table counts bytes or sectors.
    let is_read_so = table.offsets() == places;
    let refusal =
        || Refusal("the written table would be ambiguous between bytes and sectors".into());
    is_read_so.then_some(()).ok_or_else(refusal)
}
