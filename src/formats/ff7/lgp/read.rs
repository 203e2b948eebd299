//! Reads archives.

use std::collections::BTreeMap;

use super::{
    Conflict, Conflicts, Entry, EntryTarget, FILE, File, HEADER, LOOKUPS, Lgp, Lookup, TRAILER,
};
use crate::bytes::layout::{Layout, Pass, Reading, Text, element_span};
use crate::bytes::{Arrangement, Cursor, Recorder, Result, Severity, Shaped, Source, unclaimed};
use crate::container::join;

/// Bytes of a [`Conflict`].
const CONFLICT: usize = <Conflict as Layout>::MIN_SIZE as usize;
/// Bytes of the lookup table.
const LOOKUP_BYTES: u64 = (LOOKUPS * Lookup::SIZE) as u64;

/// Reads a whole archive.
pub fn lgp<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Lgp> {
    let mut creator = [0; 12];
    // Right-aligned, with leading NULs.
    creator.copy_from_slice(cur.bytes("creator", 12)?);
    cur.explain(|| String::from_utf8_lossy(&creator).trim_matches('\0').to_owned());
    let declared: u32 = cur.get("file_count")?;
    let mut lgp = Lgp {
        creator,
        entries: Vec::new(),
        targets: Vec::new(),
        lookup: Vec::new(),
        has_conflicts: true,
        conflicts: Vec::new(),
        files: Vec::new(),
        pieces: Arrangement::default(),
    };
    let count = usize::try_from(declared).unwrap_or(usize::MAX);
    let read = Reading { cur }.items("entries", &mut lgp.entries, count, ());
    read.unwrap_or_else(|error| cur.lose(error));
    if let Err(error) = tables(cur, &mut lgp) {
        cur.lose(error);
        lgp.targets = lgp.entries.iter().map(|entry| EntryTarget::Nowhere(entry.offset)).collect();
        return Ok(lgp);
    }
    let starts = targets(cur, &mut lgp);
    files(cur, &mut lgp, &starts, source)?;
    Ok(lgp)
}

fn tables<R: Recorder>(cur: &mut Cursor<'_, R>, lgp: &mut Lgp) -> Result<()> {
    let (at, first) = (cur.pos(), lgp.entries.iter().map(|entry| u64::from(entry.offset)).min());
    let room = first.unwrap_or(u64::MAX).saturating_sub(at);
    if room < LOOKUP_BYTES {
        let message = format_args!("missing lookup table: the game finds no file by its name");
        cur.problem(Severity::Warning, (at, 0), "lookup", message);
    } else {
        lgp.lookup = cur.records::<Lookup>("lookup", LOOKUPS)?;
    }
    // Without a lookup table, other bytes may follow the entries.
    let room = cur.slice(cur.pos(), first.unwrap_or(u64::MAX));
    let is_other = lgp.lookup.is_empty() && first.is_some() && !is_conflicts(room);
    lgp.has_conflicts = room.len() >= 2 && !is_other;
    if !lgp.has_conflicts {
        return Ok(());
    }
    let count: u16 = cur.get("conflict_count")?;
    cur.array("conflicts", |cur| {
        for index in 0..usize::from(count) {
            let mut conflict = Conflicts::default();
            cur.element(index, "Conflicts", |cur| conflict.pass(&mut Reading { cur }, ()))?;
            lgp.conflicts.push(conflict);
        }
        Ok(())
    })
}

/// `true` if these bytes begin with a complete table of conflicts.
fn is_conflicts(bytes: &[u8]) -> bool {
    fn count(bytes: &mut &[u8]) -> Option<usize> {
        let (count, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        Some(u16::from_le_bytes(*count).into())
    }
    let mut rest = bytes;
    let Some(conflicts) = count(&mut rest) else { return false };
    (0..conflicts).all(|_| {
        let files = count(&mut rest).and_then(|count| count.checked_mul(CONFLICT));
        let behind = files.and_then(|files| rest.get(files..));
        rest = behind.unwrap_or(&[]);
        behind.is_some()
    })
}

/// Target of each entry, and the offsets of the files.
fn targets<R: Recorder>(cur: &mut Cursor<'_, R>, lgp: &mut Lgp) -> Vec<u64> {
    let (first, len) = (cur.pos(), cur.source_len());
    let mut found: BTreeMap<u64, usize> = BTreeMap::new();
    for (index, entry) in lgp.entries.iter().enumerate() {
        let at = u64::from(entry.offset);
        if at >= first && at.saturating_add(FILE) <= len {
            found.insert(at, 0);
        } else {
            let span = element_span::<Entry>(HEADER, index, "offset");
            let message = format_args!("{at:#x} is outside the files, {first:#x} to {len:#x}");
            cur.problem(Severity::Error, span, &format!("entries[{index}].offset"), message);
        }
    }
    // Drops offsets inside the header of a preceding file: no file starts there.
    let mut end = 0;
    found.retain(|start, _| {
        let free = *start >= end;
        if free {
            end = start + FILE;
        }
        free
    });
    found.values_mut().enumerate().for_each(|(index, number)| *number = index);
    let target = |entry: &Entry| match found.get(&entry.offset.into()) {
        Some(file) => EntryTarget::File(*file),
        None => EntryTarget::Nowhere(entry.offset),
    };
    lgp.targets = lgp.entries.iter().map(target).collect();
    found.into_keys().collect()
}

/// Reads the files, each at most up to the next one, and the bytes between them.
fn files<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    lgp: &mut Lgp,
    starts: &[u64],
    source: &Source,
) -> Result<()> {
    let len = cur.source_len();
    let from = cur.pos();
    let mut pieces = Vec::with_capacity(starts.len());
    let ends = starts.iter().skip(1).copied().chain([len]);
    let mut names: Vec<Option<usize>> = vec![None; starts.len()];
    for (index, target) in lgp.targets.iter().enumerate() {
        if let EntryTarget::File(file) = target
            && let Some(name) = names.get_mut(*file)
        {
            name.get_or_insert(index);
        }
    }
    cur.array("files", |cur| {
        for (index, ((start, end), entry)) in starts.iter().zip(ends).zip(names).enumerate() {
            let entry = entry.and_then(|entry| lgp.entries.get(entry));
            let (file, end) = cur.within(*start, end, |cur| {
                cur.element(index, "File", |cur| Ok((file(cur, entry, source)?, cur.pos())))
            })?;
            lgp.files.push(file);
            pieces.push((index, (*start, end)));
        }
        Ok(())
    })?;
    let (pieces, mut free) = Arrangement::between(cur, from, &pieces);
    let trailer = &pieces.tail;
    free.truncate(pieces.gaps.len());
    unclaimed(cur, &free, "no file");
    let behind = len - trailer.len() as u64;
    cur.seek(behind)?;
    if trailer != TRAILER {
        let message = format_args!("the archive does not end with \"FINAL FANTASY7\"");
        cur.problem(Severity::Warning, (behind, trailer.len() as u64), "trailer", message);
    }
    if !trailer.is_empty() {
        cur.text("trailer", trailer.len())?;
    }
    lgp.pieces = pieces;
    Ok(())
}

fn file<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    entry: Option<&Entry>,
    source: &Source,
) -> Result<File> {
    let start = cur.pos();
    let mut name = Text::<20>::default();
    name.field("name".into(), &mut Reading { cur }, ())?;
    let shown = name.lossy();
    cur.describe(|| shown.clone());
    if entry.is_some_and(|entry| entry.name.lossy() != shown) {
        let message = format_args!("{shown:?} differs from the name in the table");
        cur.problem(Severity::Warning, (start, 20), "name", message);
    }
    let stored: u32 = cur.get("size")?;
    let there = u64::from(stored).min(cur.remaining());
    if there < u64::from(stored) {
        let message =
            format_args!("expected {stored} bytes, found {there} before the next file or the end");
        cur.problem(Severity::Error, (start + 20, 4), "size", message);
    }
    let at = cur.pos();
    if there > 0 {
        cur.skip("data", there)?;
    }
    let data = source.member(join(source.name(), &shown), at, there);
    let data = data.ok_or_else(|| cur.fail(format_args!("the bytes are outside the file")))?;
    Ok(File { name, size: (there < u64::from(stored)).then_some(stored), data })
}
