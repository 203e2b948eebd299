//! Bytes to records, and which of the three forms they have.

use super::records::{Entry, Table, Version};
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
}

/// The form that bytes have: the first that is ended as it should be, else the first that holds any
/// entry.
pub(super) fn walk(bytes: &[u8]) -> Option<Walk> {
    let bytes = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    let forms = [Version::Plain, Version::Later, Version::Hashed];
    let mut walks: Vec<Walk> = forms.map(|form| walk_as(bytes, form)).into();
    walks.retain(|walk| !walk.entries.is_empty());
    let ended = walks.iter().position(|walk| walk.has_end);
    (!walks.is_empty()).then(|| walks.swap_remove(ended.unwrap_or(0)))
}

fn walk_as(bytes: &[u8], version: Version) -> Walk {
    let mut walk = Walk { version, entries: Vec::new(), len: 0, has_end: false };
    while let Some(rest) = bytes.get(walk.len..) {
        walk.has_end = rest.starts_with(version.end());
        let entry = entry(rest, version).filter(|_| !walk.has_end);
        let Some((numbers, len)) = entry else { break };
        walk.entries.push(numbers);
        walk.len += len;
    }
    walk
}

/// Offset and size of the first entry, and its length.
fn entry(bytes: &[u8], version: Version) -> Option<((u32, u32), usize)> {
    let word = |at: usize| {
        let word = bytes.get(at..)?.first_chunk()?;
        Some(u32::from_le_bytes(*word))
    };
    match version {
        Version::Hashed => Some(((word(4)?, word(8)?), 12)),
        Version::Plain => {
            let name = name_len(bytes)?;
            Some(((word(name)?, word(name + 4)?), name + 8))
        }
        Version::Later => Some(((word(0)?, word(4)?), 8 + name_len(bytes.get(8..)?)?)),
    }
}

/// Length of a printable name with its NUL and what fills it up.
fn name_len(bytes: &[u8]) -> Option<usize> {
    let end = bytes.iter().position(|byte| !(0x20..0xFF).contains(byte) || *byte == 0x7F)?;
    let len = (end + 1).next_multiple_of(4);
    (end > 0 && bytes.get(end) == Some(&0) && len <= bytes.len()).then_some(len)
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
