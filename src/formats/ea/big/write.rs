//! Records to bytes, with every offset computed anew.

use super::records::{Archive, Data, Form, Target, TotalSize};
use crate::bytes::{Endian, Writer};
use crate::formats::Refusal;

impl Archive {
    /// The archive as bytes. Refused when something in it cannot be stored.
    pub fn write(&self) -> Result<Vec<u8>, Refusal> {
        let entries = self.entries.iter();
        let directory: u64 =
            entries.map(|entry| self.form.min_entry() + entry.name.len() as u64).sum();
        let directory_end = self.form.header_len() + directory;
        let (starts, end) = self.starts(directory_end);
        let mut out = Writer::new(Endian::Big);
        self.write_header(&mut out, directory_end, end)?;
        for entry in &self.entries {
            let offset = match entry.target {
                Target::Nowhere(offset) => u64::from(offset),
                Target::In { piece, at } => starts.get(piece).copied().flatten().unwrap_or(0) + at,
            };
            self.put(&mut out, offset)?;
            self.put(&mut out, entry.size.into())?;
            out.bytes(&entry.name);
            out.put(0u8);
        }
        for (piece, start) in self.pieces.iter().zip(&starts) {
            let Some(start) = start else { continue };
            let gap = start - out.pos() as u64;
            self.write_gap(&mut out, &piece.gap, gap);
            out.bytes(piece.data.bytes());
        }
        out.bytes(self.tail.bytes());
        Ok(out.finish())
    }

    /// Where each piece goes that an entry leads to, and where the file ends.
    fn starts(&self, directory_end: u64) -> (Vec<Option<u64>>, u64) {
        let mut used = vec![false; self.pieces.len()];
        for entry in &self.entries {
            if let Target::In { piece, .. } = entry.target
                && let Some(used) = used.get_mut(piece)
            {
                *used = true;
            }
        }
        let mut at = directory_end;
        let mut starts = Vec::with_capacity(self.pieces.len());
        for (piece, used) in self.pieces.iter().zip(used) {
            if !used {
                starts.push(None);
                continue;
            }
            at += if self.is_alignment(&piece.gap) {
                at.next_multiple_of(self.alignment) - at
            } else {
                piece.gap.len()
            };
            starts.push(Some(at));
            at += piece.data.len();
        }
        (starts, at + self.tail.len())
    }

    /// Zeros that only align; other bytes stay as they are.
    fn is_alignment(&self, gap: &Data) -> bool {
        gap.len() < self.alignment && gap.bytes().iter().all(|byte| *byte == 0)
    }

    fn write_gap(&self, out: &mut Writer, gap: &Data, len: u64) {
        if self.is_alignment(gap) {
            // Below the alignment, which is small.
            out.bytes(&vec![0; usize::try_from(len).unwrap_or(0)]);
        } else {
            out.bytes(gap.bytes());
        }
    }

    fn write_header(&self, out: &mut Writer, directory_end: u64, end: u64) -> Result<(), Refusal> {
        let directory_end = i64::try_from(directory_end).unwrap_or(i64::MAX);
        let header_size = directory_end.saturating_add(self.header_extra);
        let too_large =
            |what: &str| Refusal(format!("the {what} is too large for {}", self.form.name()));
        out.bytes(self.form.magic());
        if self.form == Form::Short {
            out.put(u16::try_from(header_size).map_err(|_| too_large("directory"))?);
            out.put(u16::try_from(self.entries.len()).map_err(|_| too_large("number of entries"))?);
            return Ok(());
        }
        let total = match self.total_size {
            TotalSize::Other(stored) => stored.swap_bytes(),
            TotalSize::Little => narrow(end).ok_or_else(|| too_large("archive"))?.swap_bytes(),
            TotalSize::Big => narrow(end).ok_or_else(|| too_large("archive"))?,
        };
        out.put(total);
        out.put(u32::try_from(self.entries.len()).map_err(|_| too_large("number of entries"))?);
        out.put(u32::try_from(header_size).map_err(|_| too_large("directory"))?);
        Ok(())
    }

    /// A number as wide as the form has it.
    fn put(&self, out: &mut Writer, number: u64) -> Result<(), Refusal> {
        let bytes = number.to_be_bytes();
        let (high, low) = bytes.split_at(bytes.len() - self.form.width());
        if high.iter().any(|byte| *byte != 0) {
            return Err(Refusal(format!("{number:#x} is too large for {}", self.form.name())));
        }
        out.bytes(low);
        Ok(())
    }
}

fn narrow(number: u64) -> Option<u32> {
    u32::try_from(number).ok()
}
