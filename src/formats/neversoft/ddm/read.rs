//! Reads the records.

use std::collections::BTreeMap;

use super::records::{Ddm, HEAD, Object, Row};
use crate::bytes::layout::{Layout, Reading, element_span};
use crate::bytes::{Arrangement, Cursor, Recorder, Result, Severity, unclaimed};

/// Reads a file.
pub(super) fn file<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Ddm> {
    let mut file = Ddm { version: cur.get("version")?, ..Ddm::default() };
    file.file_size = cur.get("file_size")?;
    let count: u32 = cur.get("object_count")?;
    let there = cur.bounded("object_count", count.into(), 8);
    file.rows = cur.records::<Row>("rows", there)?;
    if file.rows.len() as u64 != u64::from(count) {
        let found = file.rows.len();
        cur.lose_because(format_args!("object table truncated: {found} of {count} rows found"));
    }
    file.objects = file.rows.iter().map(|_| None).collect();
    objects(cur, &mut file)?;
    Ok(file)
}

/// Start offsets of the objects with the first row that refers to each; reports rows with invalid or
/// repeated offsets.
fn starts<R: Recorder>(cur: &mut Cursor<'_, R>, rows: &[Row]) -> BTreeMap<u64, usize> {
    let (first, len) = (cur.pos(), cur.source_len());
    let mut starts = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        let at = u64::from(row.offset);
        let span = element_span::<Row>(HEAD, index, "offset");
        let field = format!("rows[{index}].offset");
        if at < first || at.saturating_add(<Object as Layout>::MIN_SIZE) > len {
            let message =
                format_args!("offset {at:#x} is outside the objects ({first:#x} to {len:#x})");
            cur.problem(Severity::Error, span, &field, message);
        } else if let Some(other) = starts.get(&at) {
            let message = format_args!("same offset as object {other}");
            cur.problem(Severity::Warning, span, &field, message);
        } else {
            starts.insert(at, index);
        }
    }
    starts
}

/// Reads the objects and the bytes between them. An object ends at the next one at the latest.
fn objects<R: Recorder>(cur: &mut Cursor<'_, R>, file: &mut Ddm) -> Result<()> {
    let from = cur.pos();
    let starts = starts(cur, &file.rows);
    let len = cur.source_len();
    let ends: Vec<u64> = starts.keys().skip(1).copied().chain([len]).collect();
    let mut pieces = Vec::with_capacity(starts.len());
    cur.array("objects", |cur| {
        for ((start, row), most) in starts.iter().zip(ends) {
            let length = file.rows.get(*row).map_or(0, |row| row.length);
            let declared = start.saturating_add(length.into());
            let end = declared.min(most);
            if declared > most {
                let span = element_span::<Row>(HEAD, *row, "length");
                let message =
                    format_args!("length {length}, but only {} bytes available", most - start);
                cur.problem(Severity::Error, span, &format!("rows[{row}].length"), message);
                cur.lose_because(format_args!("object {row} is truncated"));
            }
            let mut object = Object::default();
            cur.within(*start, end, |cur| {
                let read = |cur: &mut Cursor<'_, R>| object.pass(&mut Reading { cur }, ());
                let read = cur.element(*row, "Object", read);
                read.unwrap_or_else(|error| cur.lose(error));
                Ok(())
            })?;
            if let Some(place) = file.objects.get_mut(*row) {
                *place = Some(object);
            }
            pieces.push((*row, (*start, end)));
        }
        Ok(())
    })?;
    pieces.sort_unstable_by_key(|(row, _)| *row);
    let (layout, free) = Arrangement::between(cur, from, &pieces);
    unclaimed(cur, &free, "no object");
    file.layout = layout;
    Ok(())
}
