//! Bytes to records, and which of the three forms they have.

use std::collections::HashSet;

use super::records::{Entry, SECTOR, Table, Version};
use crate::bytes::layout::{Pass, Reading};
use crate::bytes::{Cursor, Recorder, Result, Severity};

/// Bytes of a table that are looked at to tell its form.
const LOOKED_AT: usize = 1 << 20;

/// How a table holds when it is read as one of the forms.
pub(super) struct Walk {
    pub version: Version,
    /// Offset and size of each entry.
    pub entries: Vec<(u32, u32)>,
    /// Where the entries end.
    pub len: usize,
    /// What ends a table stands there.
    pub has_end: bool,
    /// Bytes of the entries whose name is printable.
    pub named: usize,
    /// Bytes of the entries whose file begins with the WAD or in the sector behind another file, less
    /// those of the others. 0 where no file does: some tables count in sectors.
    placed: isize,
}

/// The form of a table: the one that explains most bytes; of equals one that is ended as it should
/// be.
pub(super) fn walk(bytes: &[u8]) -> Option<Walk> {
    let bytes = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    // The first of several equally good forms is taken.
    let forms = [Version::Hashed, Version::Later, Version::Plain];
    let walks = forms.into_iter().map(|form| walk_as(bytes, form));
    // A hash is any number, but most names can be read.
    let is_one = |walk: &Walk| walk.version == Version::Hashed || walk.named * 2 > walk.len;
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
        let Some(Seen { file, len, is_named }) = entry else { break };
        walk.named += if is_named { len } else { 0 };
        walk.entries.push(file);
        walk.len += len;
        lens.push(len);
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

/// Where the sector behind a file begins.
fn sector_behind((offset, size): (u32, u32)) -> u64 {
    u64::from(offset).saturating_add(size.into()).next_multiple_of(SECTOR)
}

/// Whether a file begins in the sector behind another one.
pub(super) fn follows(file: (u32, u32), (next, _): (u32, u32)) -> bool {
    sector_behind(file) == u64::from(next)
}

/// An entry that is looked at.
struct Seen {
    /// Its offset and size.
    file: (u32, u32),
    len: usize,
    /// Whether its name is printable.
    is_named: bool,
}

/// The first entry.
fn entry(bytes: &[u8], version: Version) -> Option<Seen> {
    let word = |at: usize| {
        let word = bytes.get(at..)?.first_chunk()?;
        Some(u32::from_le_bytes(*word))
    };
    match version {
        Version::Hashed => Some(Seen { file: (word(4)?, word(8)?), len: 12, is_named: false }),
        Version::Plain => {
            let (name, is_named) = name(bytes)?;
            let file = (word(name)?, word(name + 4)?);
            Some(Seen { file, len: name + 8, is_named })
        }
        Version::Later => {
            let (name, is_named) = name(bytes.get(8..)?)?;
            Some(Seen { file: (word(0)?, word(4)?), len: 8 + name, is_named })
        }
    }
}

/// Length of a name with its NUL and what fills it up, and whether it is printable. Tools may have
/// written any bytes.
fn name(bytes: &[u8]) -> Option<(usize, bool)> {
    let end = bytes.iter().position(|byte| *byte == 0).filter(|end| *end > 0)?;
    let len = (end + 1).next_multiple_of(4);
    let is_printable = |byte: &u8| (0x20..0xFF).contains(byte) && *byte != 0x7F;
    let is_named = bytes.get(..end)?.iter().all(is_printable);
    (len <= bytes.len()).then_some((len, is_named))
}

pub(super) fn table<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Table> {
    let version = match walk(cur.peek(usize::MAX)) {
        Some(walk) => walk.version,
        None if cur.peek(1) == [0xFF] => Version::Plain,
        None if cur.peek_at::<u32>(0) == Some(0) => Version::Hashed,
        None => return Err(cur.fail(format_args!("no entry is here"))),
    };
    let mut entries: Vec<Entry> = Vec::new();
    let end = version.end();
    let more =
        |_: &[Entry], ahead: &[u8]| ahead.len() >= version.min_entry() && !ahead.starts_with(end);
    if let Err(error) = (Reading { cur }).items_while("entries", &mut entries, more, version) {
        entries.pop();
        cur.lose(error);
    }
    let (end, tail) = ended(cur, version)?;
    Ok(Table { version, entries, end, tail })
}

/// The end of a table, and what follows it.
fn ended<R: Recorder>(cur: &mut Cursor<'_, R>, version: Version) -> Result<(Vec<u8>, Vec<u8>)> {
    let at = cur.pos();
    let rest = cur.peek(usize::MAX);
    let has_end = rest.starts_with(version.end());
    let len = match version {
        _ if !has_end => 0,
        // One byte or a word.
        Version::Plain => rest.iter().take(4).take_while(|byte| **byte == 0xFF).count(),
        _ => version.end().len(),
    };
    let end = if len > 0 { cur.bytes("end", len)?.to_vec() } else { Vec::new() };
    if !has_end {
        let message = format_args!("nothing ends the table");
        cur.problem(Severity::Warning, (at, 0), "end", message);
    }
    let left = cur.remaining();
    if left > 0 {
        let at = cur.pos();
        let message = format_args!("{left} bytes stand behind the end of the table");
        if cur.peek(usize::MAX).iter().any(|byte| *byte != 0 && *byte != 0xFF) {
            cur.problem(Severity::Note, (at, left), "padding", message);
        }
    }
    let tail = cur.padding(usize::try_from(left).unwrap_or(usize::MAX))?;
    Ok((end, tail.to_vec()))
}
