//! The directory, and which bytes are whose. Members are not looked at.

use super::records::{Archive, Data, Entry, Form, Piece, Target, TotalSize};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity, Source};

/// Bytes between members up to here only align; more than that is something that is not listed.
const MAX_PADDING: u64 = 4096;

/// Reads an archive.
pub(super) fn archive<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Archive> {
    let form = Form::of(cur.peek(4))
        .ok_or_else(|| cur.fail(format_args!("this is none of BIGF, BIG4 and C0 FB")))?;
    let mut archive = Archive::new(form);
    let (count, header_size) = cur.group("header", "Header", |cur| header(cur, &mut archive))?;
    let there = cur.bounded("header.count", count.into(), form.min_entry());
    let run = cur.run("entries", there, EntryReader { form });
    if (run.items.len() as u64) < u64::from(count) {
        let there = run.items.len();
        cur.lose_because(format_args!("only {there} of {count} entries are there"));
    }
    archive.header_extra = i64::from(header_size) - i64::try_from(run.end).unwrap_or(i64::MAX);
    Pieces { source, archive: &mut archive, starts: &run.starts, run_start: run.start }
        .pieces(cur, run.items, run.end);
    Ok(archive)
}

fn header<R: Recorder>(cur: &mut Cursor<'_, R>, archive: &mut Archive) -> Result<(u32, u32)> {
    if archive.form == Form::Short {
        cur.get_as::<u16>("magic", Hint::Hex)?;
        let size: u16 = cur.get("header_size")?;
        let count: u16 = cur.get("count")?;
        return Ok((count.into(), size.into()));
    }
    cur.text("magic", 4)?;
    let stored: u32 = cur.get_as("total_size", Hint::Hex)?;
    let len = cur.source_len();
    archive.total_size = if u64::from(stored.swap_bytes()) == len {
        TotalSize::Little
    } else if u64::from(stored) == len {
        TotalSize::Big
    } else {
        TotalSize::Other(stored.swap_bytes())
    };
    let said = match archive.total_size {
        TotalSize::Little | TotalSize::Other(_) => stored.swap_bytes(),
        TotalSize::Big => stored,
    };
    let order = if archive.total_size == TotalSize::Big { "big" } else { "little" };
    cur.explain(|| format!("{said} bytes, {order}-endian"));
    if let TotalSize::Other(said) = archive.total_size {
        let message = format_args!("the archive says it has {said} bytes, it has {len}");
        cur.problem(Severity::Warning, (4, 4), "total_size", message);
    }
    let count = cur.get("count")?;
    let size = cur.get("header_size")?;
    Ok((count, size))
}

/// An entry as stored.
struct Row {
    offset: u32,
    size: u32,
    name: Vec<u8>,
}

struct EntryReader {
    form: Form,
}

impl RecordReader for EntryReader {
    type Out = Row;
    const TYPE: &'static str = "Entry";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Row> {
        let (offset, size) = if self.form == Form::Short {
            (three(cur, "offset")?, three(cur, "size")?)
        } else {
            (cur.get_as("offset", Hint::Pointer)?, cur.get("size")?)
        };
        let name = cur.c_string("name")?.to_vec();
        Ok(Row { offset, size, name })
    }
}

/// A number of three bytes.
fn three<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str) -> Result<u32> {
    let bytes = cur.bytes(name, 3)?;
    let number = bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    cur.explain(|| format!("{number:#x}"));
    Ok(number)
}

/// Finds the pieces that entries lead to, and explains what is between them.
struct Pieces<'a> {
    source: &'a Source,
    archive: &'a mut Archive,
    starts: &'a [u32],
    run_start: u64,
}

impl Pieces<'_> {
    fn pieces<R: Recorder>(self, cur: &mut Cursor<'_, R>, rows: Vec<Row>, directory_end: u64) {
        let len = cur.source_len();
        // Start, end and entry of what is there, by start.
        let mut there = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let start = u64::from(row.offset);
            let end = start.saturating_add(row.size.into()).min(len);
            let inside = start >= directory_end && start <= len;
            if inside {
                there.push((start, end, index));
            }
            self.report(cur, index, row, inside);
        }
        there.sort_unstable();
        let mut targets = vec![None; rows.len()];
        let (mut free, mut at) = (Vec::new(), directory_end);
        let result = cur.array("data", |cur| {
            for (start, end, index) in &there {
                if *start >= at || self.archive.pieces.is_empty() {
                    free.push((at, *start));
                    let gap = self.stored(at, *start);
                    let data = self.stored(*start, *start);
                    self.archive.pieces.push(Piece { gap, data });
                    at = *start;
                }
                let piece = self.archive.pieces.len() - 1;
                let first = match self.archive.pieces.last_mut().map(|piece| &mut piece.data) {
                    Some(Data::Stored { start: first, end: last, .. }) => {
                        *last = (*last).max(*end);
                        *first
                    }
                    _ => *start,
                };
                if let Some(target) = targets.get_mut(*index) {
                    *target = Some(Target::In { piece, at: start - first });
                }
                if *end > at {
                    let name = rows.get(*index).map_or(&[][..], |row| &row.name);
                    member(cur, *index, name, at, *end)?;
                    at = *end;
                } else {
                    cur.link_element(*index, *start);
                }
            }
            Ok(())
        });
        cur.or_keep(result);
        free.push((at, len));
        self.archive.tail = self.stored(at, len);
        let known: Vec<u64> = there.iter().map(|(start, ..)| *start).collect();
        self.archive.alignment = alignment(&known);
        between(cur, free);
        let entries = rows.into_iter().zip(targets).map(|(row, target)| Entry {
            target: target.unwrap_or(Target::Nowhere(row.offset)),
            name: row.name,
            size: row.size,
        });
        self.archive.entries = entries.collect();
    }

    fn stored(&self, start: u64, end: u64) -> Data {
        Data::Stored { source: self.source.clone(), start, end }
    }

    fn report<R: Recorder>(&self, cur: &mut Cursor<'_, R>, index: usize, row: &Row, inside: bool) {
        let start = self.run_start + self.starts.get(index).map_or(0, |start| u64::from(*start));
        let width = self.archive.form.width() as u64;
        let (offset, size, len) = (row.offset, u64::from(row.size), cur.source_len());
        if !inside {
            // An offset of 0 is how a row is switched off.
            let severity = if offset == 0 { Severity::Note } else { Severity::Error };
            let field = format!("entries[{index}].offset");
            let message = format_args!("no member can be at {offset:#x}");
            cur.problem(severity, (start, width), &field, message);
        } else if u64::from(offset) + size > len {
            let field = format!("entries[{index}].size");
            let left = len - u64::from(offset);
            let message = format_args!("{size} bytes are promised, {left} are there");
            cur.problem(Severity::Error, (start + width, width), &field, message);
        }
    }
}

/// The bytes of a member that no earlier one has.
fn member<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    index: usize,
    name: &[u8],
    start: u64,
    end: u64,
) -> Result<()> {
    cur.within(start, end, |cur| {
        cur.element(index, "Member", |cur| {
            cur.describe(|| String::from_utf8_lossy(name).into_owned());
            cur.bytes_if_any("bytes", end).map(drop)
        })
    })
}

/// The largest power of two up to 2048 that divides where members start; 1 without members.
fn alignment(starts: &[u64]) -> u64 {
    let zeros = starts.iter().map(|start| start.trailing_zeros()).min();
    1 << zeros.unwrap_or(0).min(11)
}

/// Padding, and stretches too long to be padding.
fn between<R: Recorder>(cur: &mut Cursor<'_, R>, mut free: Vec<(u64, u64)>) {
    free.retain(|(start, end)| end > start);
    let (padding, unlisted): (Vec<_>, Vec<_>) =
        free.into_iter().partition(|(start, end)| end - start <= MAX_PADDING);
    cur.paddings(&padding);
    if unlisted.is_empty() {
        return;
    }
    let result = cur.array("unlisted", |cur| {
        for (index, (start, end)) in unlisted.iter().enumerate() {
            let message = format_args!("{} bytes belong to no member", end - start);
            cur.problem(Severity::Note, (*start, end - start), &format!("[{index}]"), message);
            member(cur, index, b"no entry leads here", *start, *end)?;
        }
        Ok(())
    });
    cur.or_keep(result);
}
