//! Section directory at the start of battle models and stages.
//!
//! A `u32` count, as many `u32` offsets from the start of the file, then the sections. Each section ends
//! where the next one starts. Bit 31 of an offset is a flag of the section (used by stages).
//!
//! Source: format document `ff7-battle.md`, section 3.

use super::section::{Extent, Section};
use crate::bytes::layout::element_span;
use crate::bytes::{
    Cursor, Endian, Hint, ReadError, Recorder, Scalar, Severity, Shaped, Writer, count32,
};
use crate::formats::{EditResult, Refusal};

/// Retail files have 3 to 113 sections.
pub const MAX_SECTIONS: usize = 400;
/// Models and stages have at least this many sections.
const MIN_SECTIONS: usize = 3;
/// Bit 31 of an offset.
const FLAG: u32 = 1 << 31;

/// Number of sections of a file that starts with the bytes `head`, or `None` if it does not start with a
/// directory. The first section follows the table; offsets ascend.
pub fn sections_of(head: &[u8]) -> Option<usize> {
    let count = usize::try_from(word(head, 0)?)
        .ok()
        .filter(|n| (MIN_SECTIONS..=MAX_SECTIONS).contains(n))?;
    let mut before = offset_of(head, 0)?;
    if before != u32::SIZE * (1 + count) {
        return None;
    }
    for offset in (1..count).map_while(|index| offset_of(head, index)) {
        if offset < before {
            return None;
        }
        before = offset;
    }
    Some(count)
}

/// Offset of section `index` without its flag.
pub fn offset_of(head: &[u8], index: usize) -> Option<usize> {
    let (at, _) = element_span::<u32>(u32::SIZE as u64, index, "");
    usize::try_from(word(head, usize::try_from(at).ok()?)? & !FLAG).ok()
}

/// The little-endian `u32` at offset `at`.
pub fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Scalar::take(&mut bytes.get(at..)?, Endian::Little)
}

/// Storage details of the sections: flags, order and gap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directory {
    pub entries: Vec<Entry>,
    /// Section indices in file order; empty if it is the order of the table.
    pub order: Vec<usize>,
    /// Bytes between the table and the first section.
    pub gap: Vec<u8>,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entry {
    /// Bit 31.
    pub flag: bool,
    /// Stored offset, if it points outside the file.
    pub nowhere: Option<u32>,
}

impl Directory {
    /// A directory of `count` sections in the order of the table.
    pub fn of(count: usize) -> Self {
        Self { entries: vec![Entry::default(); count], ..Self::default() }
    }

    /// Reads the table and the gap after it. Returns the extent of each section.
    pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Self, Vec<Extent>), ReadError> {
        let declared: u32 = cur.get("section_count")?;
        if declared == 0 {
            return Err(cur.fail_at((0, 4), "section_count", format_args!("no sections")));
        }
        let count = cur.bounded("section_count", declared.into(), 4);
        let mut directory = Self::of(count);
        if (count as u64) < u64::from(declared) {
            cur.lose_because(format_args!("expected {declared} offsets, found {count}"));
        }
        let table = cur.pos();
        let offsets = cur.records_as::<u32>("offsets", count, Hint::Pointer)?;
        let (table_end, len) = (cur.pos(), cur.source_len());
        let mut stored = Vec::with_capacity(count);
        let mut before = 0;
        for ((index, offset), entry) in offsets.iter().enumerate().zip(&mut directory.entries) {
            let at = u64::from(offset & !FLAG);
            entry.flag = offset & FLAG != 0;
            let span = element_span::<u32>(table, index, "");
            let field = format!("offsets[{index}]");
            if !(table_end..=len).contains(&at) {
                entry.nowhere = Some(*offset);
                let message =
                    format_args!("{at:#x} is outside the sections, {table_end:#x} to {len:#x}");
                cur.problem(Severity::Error, span, &field, message);
                continue;
            }
            if at < before {
                let message = format_args!("{at:#x} is before the preceding section, {before:#x}");
                cur.problem(Severity::Warning, span, &field, message);
            }
            before = at;
            stored.push((at, index));
        }
        let ordered = stored.is_sorted();
        stored.sort();
        let mut extents = vec![Extent::default(); count];
        let ends = stored.iter().skip(1).map(|(start, _)| *start).chain([len]);
        for ((start, index), end) in stored.iter().zip(ends) {
            if let Some(extent) = extents.get_mut(*index) {
                *extent = Extent { start: *start, end };
            }
        }
        if !ordered {
            directory.order = stored.iter().map(|(_, index)| *index).collect();
        }
        let first = stored.first().map_or(len, |(start, _)| *start);
        if first > table_end {
            let message =
                format_args!("expected the first section at {table_end:#x}, found {first:#x}");
            cur.problem(Severity::Warning, (table_end, first - table_end), "gap", message);
        }
        directory.gap = cur.bytes_if_any("gap", first)?.to_vec();
        Ok((directory, extents))
    }

    /// Writes the file, with recomputed offsets.
    ///
    /// # Errors
    /// If a section was not read or cannot be stored.
    pub fn write(&self, sections: &[Section]) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        out.put(count32(self.entries.len()));
        let slots: Vec<_> = self.entries.iter().map(|_| out.slot()).collect();
        out.bytes(&self.gap);
        let order = match self.order.as_slice() {
            [] => (0..self.entries.len()).collect(),
            named => named.to_vec(),
        };
        let mut offsets: Vec<u32> =
            self.entries.iter().map(|entry| entry.nowhere.unwrap_or(0)).collect();
        for index in order {
            let Some(entry) = self.entries.get(index).filter(|e| e.nowhere.is_none()) else {
                continue;
            };
            let here = count32(out.pos());
            if let Some(offset) = offsets.get_mut(index) {
                *offset = here | if entry.flag { FLAG } else { 0 };
            }
            if let Some(section) = sections.get(index) {
                let refusal = |why: Refusal| Refusal(format!("sections[{index}]: {why}"));
                section.write(&mut out).map_err(refusal)?;
            }
        }
        for (slot, offset) in slots.into_iter().zip(offsets) {
            out.patch(slot, offset);
        }
        Ok(out.finish())
    }
}
