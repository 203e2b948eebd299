//! Reads the records and detects which of the three forms a table has.

use std::cell::Cell;
use std::collections::HashSet;

use super::records::{Entry, SECTOR, Table, Version};
use crate::bytes::layout::{Pass, Reading};
use crate::bytes::{Cursor, Recorder, Result, Severity};

/// Number of bytes that are examined to detect the form of a table.
const LOOKED_AT: usize = 1 << 20;

/// Result of parsing a table as one of the forms.
pub(super) struct Walk {
    pub version: Version,
    /// Offset and size of each entry.
    pub entries: Vec<(u32, u32)>,
    /// Length of the entries.
    pub len: usize,
    /// `true` if the end marker follows the entries.
    pub has_end: bool,
    /// Bytes of the entries with a printable name, and of a truncated one after them.
    pub named: usize,
    /// Bytes of the entries whose file begins at the start of the WAD or in the sector after another
    /// file, minus the bytes of the other entries. 0 if no file does: some tables count in sectors.
    placed: isize,
}

/// Detects the form of a table: the one that explains most bytes. On a tie, a form with its end marker
/// wins.
pub(super) fn walk(bytes: &[u8]) -> Option<Walk> {
    let bytes = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    // Among equals `max_by_key` takes the last one: plain before later before hashed.
    let forms = [Version::Hashed, Version::Later, Version::Plain];
    let walks = forms.into_iter().map(|form| walk_as(bytes, form));
    // Hashes, offsets and sizes may be any numbers: the end marker or files in consecutive sectors prove
    // a table without names. Otherwise most names must be printable.
    let is_one = |walk: &Walk| match walk.version {
        Version::Hashed => walk.has_end || walk.placed != 0,
        Version::Plain | Version::Later => walk.named * 2 > walk.len,
    };
    let with_entries = walks.filter(|walk| !walk.entries.is_empty() && is_one(walk));
    let explained = |walk: &Walk| walk.placed.saturating_add_unsigned(walk.named);
    with_entries.max_by_key(|walk| (explained(walk), walk.has_end))
}

fn walk_as(bytes: &[u8], version: Version) -> Walk {
    let entries = Vec::new();
    let mut walk = Walk { version, entries, len: 0, has_end: false, named: 0, placed: 0 };
    let mut lens = Vec::new();
    while let Some(rest) = bytes.get(walk.len..) {
        walk.has_end = rest.starts_with(version.end());
        let entry = entry(rest, version).filter(|_| !walk.has_end);
        let Some(ExaminedEntry { file, len, is_named }) = entry else { break };
        walk.named += if is_named { len } else { 0 };
        walk.entries.push(file);
        walk.len += len;
        lens.push(len);
    }
    if !walk.has_end {
        walk.named += truncated(bytes.get(walk.len..).unwrap_or(&[]), version);
    }
    let ends: HashSet<u64> = walk.entries.iter().map(|file| sector_behind(*file)).collect();
    let is_placed = |offset: u32| offset == 0 || ends.contains(&offset.into());
    let with_lens = walk.entries.iter().zip(&lens);
    let placed = with_lens.filter(|((offset, _), _)| is_placed(*offset));
    let placed: usize = placed.map(|(_, len)| *len).sum();
    if placed > 0 {
        walk.placed = placed.cast_signed() - (walk.len - placed).cast_signed();
    }
    walk
}

/// Start of the sector after a file.
fn sector_behind((offset, size): (u32, u32)) -> u64 {
    u64::from(offset).saturating_add(size.into()).next_multiple_of(SECTOR)
}

/// `true` if `next` begins in the sector after `file`.
pub(super) fn follows(file: (u32, u32), (next, _): (u32, u32)) -> bool {
    sector_behind(file) == u64::from(next)
}

/// Entry examined during detection.
struct ExaminedEntry {
    /// Offset and size.
    file: (u32, u32),
    len: usize,
    /// `true` if the name is printable.
    is_named: bool,
}

/// Parses the first entry.
fn entry(bytes: &[u8], version: Version) -> Option<ExaminedEntry> {
    let word = |at: usize| {
        let word = bytes.get(at..)?.first_chunk()?;
        Some(u32::from_le_bytes(*word))
    };
    match version {
        Version::Hashed => {
            Some(ExaminedEntry { file: (word(4)?, word(8)?), len: 12, is_named: false })
        }
        Version::Plain => {
            let (name, is_named) = name(bytes)?;
            let file = (word(name)?, word(name + 4)?);
            Some(ExaminedEntry { file, len: name + 8, is_named })
        }
        Version::Later => {
            let (name, is_named) = name(bytes.get(8..)?)?;
            Some(ExaminedEntry { file: (word(0)?, word(4)?), len: 8 + name, is_named })
        }
    }
}

/// Length of an entry that is truncated within or after its name; 0 unless the name is printable.
fn truncated(bytes: &[u8], version: Version) -> usize {
    let before = match version {
        Version::Hashed => return 0,
        Version::Plain => 0,
        Version::Later => 8,
    };
    let name = bytes.get(before..).unwrap_or(&[]);
    let name = name.split(|byte| *byte == 0).next().unwrap_or(&[]);
    if !name.is_empty() && name.iter().all(is_printable) { bytes.len() } else { 0 }
}

fn is_printable(byte: &u8) -> bool {
    (0x20..0xFF).contains(byte) && *byte != 0x7F
}

/// Length of a name with its NUL and padding, and `true` if it is printable. Third-party tools may
/// write arbitrary padding.
fn name(bytes: &[u8]) -> Option<(usize, bool)> {
    let end = bytes.iter().position(|byte| *byte == 0).filter(|end| *end > 0)?;
    let len = (end + 1).next_multiple_of(4);
    let is_named = bytes.get(..end)?.iter().all(is_printable);
    (len <= bytes.len()).then_some((len, is_named))
}

pub(super) fn table<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Table> {
    let version = match walk(cur.peek(usize::MAX)) {
        Some(walk) => walk.version,
        None if cur.peek(1) == [0xFF] => Version::Plain,
        None if cur.peek_at::<u32>(0) == Some(0) => Version::Hashed,
        None => {
            return Err(cur.fail(format_args!("expected a table of files, found no valid entry")));
        }
    };
    let mut entries: Vec<Entry> = Vec::new();
    let end = version.end();
    let complete = Cell::new(0);
    let more = |read: &[Entry], ahead: &[u8]| {
        complete.set(read.len());
        ahead.len() >= version.min_entry() && !ahead.starts_with(end)
    };
    if let Err(error) = (Reading { cur }).items_while("entries", &mut entries, more, version) {
        // An entry without a single complete field is not in the list.
        entries.truncate(complete.get());
        cur.lose(error);
    }
    let (end, tail) = ended(cur, version)?;
    Ok(Table { version, entries, end, tail })
}

/// Reads the end of a table and the bytes after it.
fn ended<R: Recorder>(cur: &mut Cursor<'_, R>, version: Version) -> Result<(Vec<u8>, Vec<u8>)> {
    let at = cur.pos();
    let rest = cur.peek(usize::MAX);
    let has_end = rest.starts_with(version.end());
    let len = match version {
        _ if !has_end => 0,
        // The marker is one byte or a word.
        Version::Plain => rest.iter().take(4).take_while(|byte| **byte == 0xFF).count(),
        _ => version.end().len(),
    };
    let end = if len > 0 { cur.bytes("end", len)?.to_vec() } else { Vec::new() };
    if !has_end {
        let message = format_args!("missing end marker");
        cur.problem(Severity::Warning, (at, 0), "end", message);
    }
    let left = cur.remaining();
    if left > 0 {
        let at = cur.pos();
        let message = format_args!("{left} bytes after the end of the table");
        if cur.peek(usize::MAX).iter().any(|byte| *byte != 0 && *byte != 0xFF) {
            cur.problem(Severity::Note, (at, left), "padding", message);
        }
    }
    let tail = cur.padding(usize::try_from(left).unwrap_or(usize::MAX))?;
    Ok((end, tail.to_vec()))
}
