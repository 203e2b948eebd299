//! Records of a table.

use super::super::files::up_to_nul;
use super::super::hash;
use crate::bytes::layout::{Layout, Pass, Writing};
use crate::bytes::{Endian, Hint, Result as Read, Writer};
use crate::formats::EditResult;

/// Form of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Names before offset and size.
    Plain,
    /// Hashes of names.
    Hashed,
    /// Names after offset and size.
    Later,
}

impl Version {
    pub fn name(self) -> &'static str {
        match self {
            Version::Plain => "plain",
            Version::Hashed => "hashed",
            Version::Later => "later",
        }
    }

    /// Size of the shortest entry in bytes.
    pub(super) fn min_entry(self) -> usize {
        12
    }

    /// End marker of a table that begins at a multiple of four.
    pub(super) fn end(self) -> &'static [u8] {
        match self {
            Version::Plain => &[0xFF],
            Version::Hashed => &[0; 4],
            Version::Later => &[0xFF; 4],
        }
    }
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    pub version: Version,
    pub entries: Vec<Entry>,
    /// As stored; usually [`Version::end`].
    pub end: Vec<u8>,
    /// Bytes after the end marker.
    pub tail: Vec<u8>,
}

/// Entry for a file of the WAD.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// Name with its NUL and padding; empty if only the hash is stored.
    pub name: Vec<u8>,
    pub hash: u32,
    /// Offset in the WAD, in bytes or sectors.
    pub offset: u32,
    pub size: u32,
}

/// Flag in the size of later tables: the file is not in the WAD.
pub const ELSEWHERE: u32 = 1 << 31;
/// Mask of the sector number in an offset that counts sectors.
pub(super) const SECTORS: u32 = 0xFF_FFFF;
/// Sector size in bytes.
pub(super) const SECTOR: u64 = 2048;

impl Entry {
    /// Name without its NUL.
    pub fn name(&self) -> &[u8] {
        up_to_nul(&self.name)
    }
}

impl Layout<Version> for Entry {
    const TYPE: &'static str = "Entry";
    const MIN_SIZE: u64 = 12;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: Version) -> Read<()> {
        match version {
            Version::Plain => self.name_field(pass)?,
            Version::Hashed => pass.value(("name_hash", Hint::Name), &mut self.hash)?,
            Version::Later => {}
        }
        pass.value(("offset", Hint::Hex), &mut self.offset)?;
        pass.value(("size", Hint::Unit("bytes")), &mut self.size)?;
        if version == Version::Later {
            self.name_field(pass)?;
        }
        Ok(())
    }

    fn summary(&self) -> String {
        match self.name.is_empty() {
            true => format!("{:08x}", self.hash),
            false => String::from_utf8_lossy(self.name()).into_owned(),
        }
    }
}

impl Entry {
    fn name_field<P: Pass>(&mut self, pass: &mut P) -> Read<()> {
        let mut len = self.name.len();
        if pass.is_reading() {
            let Some(end) = pass.ahead().iter().position(|byte| *byte == 0) else {
                return Err(pass.fail("name", format_args!("missing NUL terminator")));
            };
            let at = pass.pos();
            let behind = (at + end as u64 + 1).next_multiple_of(4);
            len = usize::try_from(behind - at).unwrap_or(usize::MAX);
        }
        pass.text("name", &mut self.name, len)?;
        self.hash = hash_of(self.name());
        Ok(())
    }
}

/// Hash of a name as tables store it.
pub fn hash_of(name: &[u8]) -> u32 {
    hash::file_name(&name.to_ascii_lowercase())
}

impl Table {
    /// Serialises the table.
    pub fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        for entry in &self.entries {
            entry.clone().pass(&mut Writing::new(&mut out), self.version)?;
        }
        out.bytes(&self.end);
        out.bytes(&self.tail);
        Ok(out.finish())
    }

    /// Offset of each file in the WAD, in bytes.
    pub fn offsets(&self) -> Vec<u64> {
        let as_bytes: Vec<u64> = self.entries.iter().map(|entry| entry.offset.into()).collect();
        if self.version != Version::Later || !self.overlaps(&as_bytes) {
            return as_bytes;
        }
        let sector = |entry: &Entry| u64::from(entry.offset & SECTORS) * SECTOR;
        let as_sectors: Vec<u64> = self.entries.iter().map(sector).collect();
        if self.overlaps(&as_sectors) { as_bytes } else { as_sectors }
    }

    /// `true` if files at these offsets overlap.
    fn overlaps(&self, offsets: &[u64]) -> bool {
        let stored = self.entries.iter().zip(offsets);
        let stored = stored.filter(|(entry, _)| entry.size & ELSEWHERE == 0 && entry.size > 0);
        let extent = |(entry, at): (&Entry, &u64)| (*at, at.saturating_add(entry.size.into()));
        let mut extents: Vec<(u64, u64)> = stored.map(extent).collect();
        extents.sort_unstable();
        // Several names for the same bytes do not count as an overlap.
        extents.dedup();
        extents.windows(2).any(|pair| matches!(pair, [(_, end), (start, _)] if end > start))
    }
}
