//! Finds the files of an archive with a missing or truncated directory by their local headers.

use std::collections::HashSet;

use super::names::{name_of, widen};
use super::records::{
    CENTRAL, CentralHeader, DESCRIBED, DESCRIPTOR, Entry, LOCAL, LocalHeader, MAX_ENTRIES,
};
use crate::bytes::{Cursor, Endian, Recorder, Shaped};

/// First bytes of all headers.
const MARK: [u8; 2] = *b"PK";
/// Number of bytes searched at a time.
const STEP: u64 = 1 << 20;

/// Adds files that are missing in `entries`, in the order of their headers.
pub fn add_files<R: Recorder>(cur: &Cursor<'_, R>, entries: &mut Vec<Entry>) {
    let known: HashSet<u64> = entries.iter().map(|entry| entry.local).collect();
    let mut at = 0;
    while (entries.len() as u64) < MAX_ENTRIES {
        let Some((local, LOCAL)) = next_mark(cur, at, &[LOCAL]) else { break };
        let Some((entry, end)) = file(cur, local) else { break };
        at = end;
        if !known.contains(&local) {
            entries.push(entry);
        }
    }
}

/// File with its header at `local`, and its end.
fn file<R: Recorder>(cur: &Cursor<'_, R>, local: u64) -> Option<(Entry, u64)> {
    let part = |start: u64, len: u64| cur.slice(start, start.saturating_add(len));
    let names = local.checked_add(LocalHeader::SIZE as u64)?;
    let own = LocalHeader::take(&mut part(local, LocalHeader::SIZE as u64), Endian::Little)?;
    let extras = names.checked_add(own.name_length.into())?;
    let data = extras.checked_add(own.extra_length.into())?;
    let (name, extra) =
        (part(names, own.name_length.into()), part(extras, own.extra_length.into()));
    let header = central(&own, local);
    let mut entry = Entry {
        name: name_of(&header, name, extra),
        packed: header.packed.into(),
        size: header.size.into(),
        header,
        local,
        data: None,
        is_cut: false,
    };
    widen(&mut entry, extra);
    // The base of the directory's offsets is unknown.
    entry.local = local;
    if own.flags & DESCRIBED == 0 || entry.packed > 0 {
        let end = data.checked_add(entry.packed)?;
        return Some((entry, end.min(cur.source_len())));
    }
    let end = describe(cur, data, &mut entry);
    Some((entry, end))
}

/// Takes the sizes of a file from its data descriptor; returns the end of the descriptor.
fn describe<R: Recorder>(cur: &Cursor<'_, R>, data: u64, entry: &mut Entry) -> u64 {
    let word = |at: u64| {
        let bytes = cur.slice(at, at.saturating_add(4));
        bytes.try_into().map(u32::from_le_bytes).ok()
    };
    let mut at = data;
    while let Some((found, mark)) = next_mark(cur, at, &[DESCRIPTOR, LOCAL, CENTRAL]) {
        // Without a signature the three numbers precede the next header.
        let numbers = match mark {
            DESCRIPTOR => found.saturating_add(4),
            _ => found.saturating_sub(12),
        };
        let end = if mark == DESCRIPTOR { found } else { numbers };
        let packed = word(numbers.saturating_add(4)).map(u64::from);
        if let (Some(crc32), Some(size)) = (word(numbers), word(numbers.saturating_add(8)))
            && packed == end.checked_sub(data)
        {
            entry.header.crc32 = crc32;
            (entry.packed, entry.size) = (end - data, size.into());
            return numbers.saturating_add(12);
        }
        if mark != DESCRIPTOR {
            break;
        }
        at = found.saturating_add(4);
    }
    entry.is_cut = true;
    at
}

/// Next of these four-byte signatures at or after `from`, and its offset.
fn next_mark<R: Recorder>(cur: &Cursor<'_, R>, from: u64, marks: &[u32]) -> Option<(u64, u32)> {
    let mut at = from;
    while at < cur.source_len() {
        // Signatures may cross the end of a step.
        let bytes = cur.slice(at, at.saturating_add(STEP + 3));
        let found = bytes.windows(4).enumerate().find_map(|(index, bytes)| {
            let mark =
                u32::from_le_bytes(bytes.try_into().ok().filter(|_| bytes.starts_with(&MARK))?);
            marks.contains(&mark).then_some((at + index as u64, mark))
        });
        if found.is_some() {
            return found;
        }
        at = at.saturating_add(STEP);
    }
    None
}

/// Converts a local header to a directory entry.
fn central(own: &LocalHeader, local: u64) -> CentralHeader {
    CentralHeader {
        signature: CENTRAL,
        made_by: 0,
        needs: own.needs,
        flags: own.flags,
        method: own.method,
        time: own.time,
        date: own.date,
        crc32: own.crc32,
        packed: own.packed,
        size: own.size,
        name_length: own.name_length,
        extra_length: own.extra_length,
        comment_length: 0,
        disk: 0,
        internal: 0,
        external: 0,
        local: u32::try_from(local).unwrap_or(u32::MAX),
    }
}
