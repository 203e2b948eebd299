//! Reads the directory and assigns bytes to members, without parsing the members.

use super::directory::{Header, Row};
use super::records::{Archive, Data, DataLocation, Entry, Form, TotalSize};
use crate::bytes::layout::{Pass, Reading};
use crate::bytes::{Arrangement, Cursor, Gap, Recorder, Result, Severity, Source};

/// Gaps between members up to this size count as alignment padding; longer ones are unlisted data.
const MAX_PADDING: u64 = 4096;

/// Reads an archive.
pub(super) fn archive<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Archive> {
    let form = Form::of(cur.peek(4))
        .ok_or_else(|| cur.fail(format_args!("expected the signature BIGF, BIG4 or C0 FB")))?;
    let mut header = Header::default();
    Reading { cur }.group("header", &mut header, form)?;
    let there = cur.bounded("header.count", header.count.into(), form.min_entry());
    let (mut rows, start) = (Vec::new(), cur.pos());
    // An unreadable entry has already been reported.
    let is_whole = Reading { cur }.items("entries", &mut rows, there, form).is_ok();
    if !is_whole || (there as u64) < u64::from(header.count) {
        let (there, count) = (rows.len(), header.count);
        cur.lose_because(format_args!("found only {there} of {count} entries"));
    }
    let end = i64::try_from(cur.pos()).unwrap_or(i64::MAX);
    let mut archive = Archive {
        total_size: TotalSize::of(header.total_size, cur.source_len()),
        header_extra: i64::from(header.header_size) - end,
        ..Archive::new(form)
    };
    Pieces { source, archive: &mut archive, start }.read(cur, rows);
    Ok(archive)
}

/// Collects the blocks that entries point to, and claims the bytes between them.
struct Pieces<'a> {
    source: &'a Source,
    archive: &'a mut Archive,
    /// Start offset of the entries.
    start: u64,
}

impl Pieces<'_> {
    /// Reads the blocks; the cursor is after the entries.
    fn read<R: Recorder>(self, cur: &mut Cursor<'_, R>, rows: Vec<Row>) {
        let (directory_end, len) = (cur.pos(), cur.source_len());
        // Start, end and entry index of existing members, sorted by start.
        let mut there = Vec::new();
        let mut row_start = self.start;
        for (index, row) in rows.iter().enumerate() {
            let start = u64::from(row.offset);
            let end = start.saturating_add(row.size.into()).min(len);
            let inside = start >= directory_end && start <= len;
            if inside {
                there.push((start, end, index));
            }
            self.report(cur, (index, row_start), row, inside);
            row_start += row.len(self.archive.form);
        }
        there.sort_unstable();
        let mut targets = vec![None; rows.len()];
        let (mut pieces, mut free) = (Vec::new(), Vec::new());
        let mut at = directory_end;
        let result = cur.array("data", |cur| {
            for (start, end, index) in &there {
                if *start >= at {
                    free.push((at, *start));
                    pieces.push((*start, *start));
                    at = *start;
                }
                let piece = pieces.len().saturating_sub(1);
                if let (Some((first, last)), Some(target)) =
                    (pieces.last_mut(), targets.get_mut(*index))
                {
                    *last = (*last).max(*end);
                    *target = Some(DataLocation::In { piece, at: start - *first });
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
        free.retain(|(start, end)| end - start > MAX_PADDING);
        let known: Vec<u64> = there.iter().map(|(start, ..)| *start).collect();
        let archive = self.archive;
        archive.alignment = alignment(&known);
        archive.unlisted = pieces.len()..pieces.len() + free.len();
        pieces.extend(&free);
        let extents: Vec<_> = pieces.iter().copied().enumerate().collect();
        let usual = |_| Gap::Align(archive.alignment);
        let (layout, padding) = Arrangement::spaced(cur, (0, directory_end), &extents, usual);
        archive.layout = layout;
        cur.paddings(&padding);
        unlisted(cur, &free);
        let stored = |(start, end)| Data::Stored { source: self.source.clone(), start, end };
        archive.pieces = pieces.into_iter().map(stored).collect();
        let entries = rows.into_iter().zip(targets).map(|(row, target)| Entry {
            target: target.unwrap_or(DataLocation::Nowhere(row.offset)),
            name: row.name,
            size: row.size,
        });
        archive.entries = entries.collect();
    }

    fn report<R: Recorder>(
        &self,
        cur: &mut Cursor<'_, R>,
        (index, start): (usize, u64),
        row: &Row,
        inside: bool,
    ) {
        let width = self.archive.form.width() as u64;
        let (offset, size, len) = (row.offset, u64::from(row.size), cur.source_len());
        if !inside {
            // An offset of 0 disables an entry.
            let severity = if offset == 0 { Severity::Note } else { Severity::Error };
            let field = format!("entries[{index}].offset");
            let message = format_args!("invalid member offset {offset:#x}");
            cur.problem(severity, (start, width), &field, message);
        } else if u64::from(offset) + size > len {
            let field = format!("entries[{index}].size");
            let left = len - u64::from(offset);
            let message = format_args!("expected {size} bytes, found {left}");
            cur.problem(Severity::Error, (start + width, width), &field, message);
        }
    }
}

/// Names the bytes of a member that no earlier member claims.
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
            cur.skip("bytes", end.saturating_sub(cur.pos()))
        })
    })
}

/// Largest power of two up to 2048 that divides all starts; 1 without members.
fn alignment(starts: &[u64]) -> usize {
    let zeros = starts.iter().map(|start| start.trailing_zeros()).min();
    1 << zeros.unwrap_or(0).min(11)
}

/// Reports gaps that are too long to be padding.
fn unlisted<R: Recorder>(cur: &mut Cursor<'_, R>, stretches: &[(u64, u64)]) {
    if stretches.is_empty() {
        return;
    }
    let result = cur.array("unlisted", |cur| {
        for (index, (start, end)) in stretches.iter().enumerate() {
            let message = format_args!("{} bytes belong to no member", end - start);
            cur.problem(Severity::Note, (*start, end - start), &format!("[{index}]"), message);
            member(cur, index, b"not used by any entry", *start, *end)?;
        }
        Ok(())
    });
    cur.or_keep(result);
}
