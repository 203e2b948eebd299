//! Writes the records with recomputed offsets.

use std::collections::{BTreeMap, BTreeSet};

use super::directory::{Header, Row};
use super::records::{Archive, DataLocation, Entry, Form, TotalSize};
use crate::bytes::layout::{Layout, Writing};
use crate::bytes::{Endian, Gap, Writer};
use crate::formats::{EditResult, Refusal};

impl Archive {
    /// Serialises the archive. Refused if a value cannot be stored.
    pub fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Big);
        // Placeholder: the final header is written over it.
        out.bytes(&self.head(&BTreeMap::new(), 0)?);
        let mut starts = BTreeMap::new();
        let usual = Gap::Align(self.alignment);
        for index in self.layout.order(self.used().into_iter()) {
            let Some(piece) = self.pieces.get(index) else { continue };
            self.layout.write_gap(index, &usual, &mut out);
            starts.insert(index, out.pos() as u64);
            out.bytes(piece.bytes());
        }
        out.bytes(&self.layout.tail);
        let head = self.head(&starts, out.pos())?;
        let mut bytes = out.finish();
        if let Some(start) = bytes.get_mut(..head.len()) {
            start.copy_from_slice(&head);
        }
        Ok(bytes)
    }

    /// Blocks used by an entry, and blocks that were never listed.
    pub(super) fn used(&self) -> BTreeSet<usize> {
        let used = self.entries.iter().filter_map(|entry| entry.target.piece());
        used.chain(self.unlisted.clone()).collect()
    }

    /// Serialises header and entries of an archive of `len` bytes, with blocks at `starts`.
    fn head(&self, starts: &BTreeMap<usize, u64>, len: usize) -> EditResult<Vec<u8>> {
        let mut rows: Vec<Row> =
            self.entries.iter().map(|entry| self.row(entry, starts)).collect::<Result<_, _>>()?;
        let rows_len: u64 = rows.iter().map(|row| row.len(self.form)).sum();
        let mut header = self.header(self.form.header_len() + rows_len, len)?;
        let mut out = Writer::new(Endian::Big);
        let pass = &mut Writing::new(&mut out);
        header.pass(pass, self.form)?;
        rows.iter_mut().try_for_each(|row| row.pass(pass, self.form))?;
        Ok(out.finish())
    }

    fn header(&self, directory: u64, len: usize) -> EditResult<Header> {
        let directory = i64::try_from(directory).unwrap_or(i64::MAX);
        let directory = directory.saturating_add(self.header_extra);
        let most = if self.form == Form::Short { u16::MAX.into() } else { u32::MAX };
        let too_large =
            |what: &str| Refusal(format!("the {what} is too large for {}", self.form.name()));
        // The short form stores no total size, and some archives store an unrelated number.
        let says_len = self.form != Form::Short && !matches!(self.total_size, TotalSize::Other(_));
        let len = u32::try_from(len).ok().or((!says_len).then_some(0));
        let len = len.ok_or_else(|| too_large("archive"))?;
        let small = |number: Option<u32>| number.filter(|number| *number <= most);
        let header_size = small(u32::try_from(directory).ok());
        let count = small(u32::try_from(self.entries.len()).ok());
        Ok(Header {
            total_size: self.total_size.stored(len),
            header_size: header_size.ok_or_else(|| too_large("directory"))?,
            count: count.ok_or_else(|| too_large("number of entries"))?,
        })
    }

    fn row(&self, entry: &Entry, starts: &BTreeMap<usize, u64>) -> EditResult<Row> {
        let offset = match entry.target {
            DataLocation::Nowhere(offset) => offset.into(),
            DataLocation::In { piece, at } => {
                starts.get(&piece).copied().unwrap_or(0).saturating_add(at)
            }
        };
        let small = |number: u64| {
            let stored = u32::try_from(number).ok().filter(|number| *number <= self.form.largest());
            stored.ok_or_else(|| {
                Refusal(format!("{number:#x} is too large for {}", self.form.name()))
            })
        };
        let (offset, size) = (small(offset)?, small(entry.size.into())?);
        Ok(Row { offset, size, name: entry.name.clone() })
    }
}
