//! Replaces files of an archive. Everything else is preserved: names, dates, extra fields, the order, and
//! bytes between files.

use std::io::Read;
use std::ops::Range;

use flate2::Compression;
use flate2::bufread::DeflateEncoder;

use super::files::{DEFLATED, STORED};
use super::records::{
    CentralHeader, DESCRIBED, DESCRIPTOR, ENCRYPTED, EndRecord, Entry, LocalHeader, WIDE,
};
use crate::bytes::layout::{Layout, field_span};
use crate::bytes::{Endian, Shaped};
use crate::formats::{EditResult, NewMembers, Refusal};

type Result<T> = EditResult<T>;

/// Locations in an archive.
#[derive(Clone, Debug, Default)]
pub struct ArchiveLayout {
    /// All entries, including folders.
    pub entries: Vec<Entry>,
    /// Offset of the directory, and of the end record.
    pub directory: u64,
    pub end: u64,
    /// Reason why files cannot be replaced.
    pub fixed: Option<&'static str>,
}

/// Replacement of a range of bytes.
struct Splice {
    range: Range<u64>,
    new: Vec<u8>,
}

impl ArchiveLayout {
    /// Replaces the bytes of files, and packs those that were packed.
    pub fn with_members(&self, all: &[u8], replaced: &NewMembers) -> Result<Vec<u8>> {
        if let Some(why) = self.fixed {
            return Err(Refusal(why.to_owned()));
        }
        let mut file = all.to_vec();
        let mut splices = Vec::new();
        let files: Vec<usize> = (0..self.entries.len())
            .filter(|at| self.entries.get(*at).is_some_and(|entry| !entry.is_folder()))
            .collect();
        for (member, bytes) in replaced {
            let index = files.get(*member).copied();
            let found = index.and_then(|index| Some((index, self.entries.get(index)?)));
            let missing = || Refusal(format!("the archive has no file {member}"));
            let (index, entry) = found.ok_or_else(missing)?;
            splices.push(self.replace(&mut file, (index, entry), bytes)?);
        }
        splices.sort_by_key(|splice| splice.range.start);
        self.move_offsets(&mut file, &splices)?;
        let mut out = Vec::new();
        let mut at = 0;
        for splice in &splices {
            out.extend(part(&file, at..splice.range.start)?);
            out.extend(&splice.new);
            at = splice.range.end;
        }
        out.extend(part(&file, at..file.len() as u64)?);
        Ok(out)
    }

    /// Builds the new local header and data of an entry, and updates its directory entry.
    fn replace(
        &self,
        file: &mut [u8],
        (index, entry): (usize, &Entry),
        bytes: &[u8],
    ) -> Result<Splice> {
        let refuse = |why: &str| Refusal(format!("{}: {why}", entry.name));
        let method = entry.header.method;
        if entry.header.flags & ENCRYPTED != 0 || !matches!(method, STORED | DEFLATED) {
            return Err(refuse("unsupported compression method"));
        }
        let data = entry.data.ok_or_else(|| refuse("not found at the offset in the directory"))?;
        let range = entry.local..self.behind(file, entry, data)?;
        let is_inside = |other: &Entry| range.contains(&other.local) && other.local != entry.local;
        let shared = self.entries.iter().filter(|other| other.local == entry.local).count() > 1;
        if shared || range.end > self.directory || self.entries.iter().any(is_inside) {
            return Err(refuse("shares its bytes with another file"));
        }
        let packed = if method == DEFLATED { deflated(bytes) } else { bytes.to_vec() };
        let large = |_| refuse("exceeds the ZIP limit of 4 GB");
        let [size, packed_size] = [bytes.len(), packed.len()].map(u32::try_from);
        let numbers = [crc32fast::hash(bytes), packed_size.map_err(large)?, size.map_err(large)?];
        let mut new = narrowed(part(file, entry.local..data)?)?;
        describe::<LocalHeader>(&mut new, 0, numbers)?;
        describe::<CentralHeader>(file, self.central(index), numbers)?;
        new.extend(packed);
        Ok(Splice { range, new })
    }

    /// End of a file's bytes, including a data descriptor.
    fn behind(&self, file: &[u8], entry: &Entry, data: u64) -> Result<u64> {
        let end = data.saturating_add(entry.packed);
        if entry.header.flags & DESCRIBED == 0 {
            return Ok(end);
        }
        let is_marked = part(file, end..end.saturating_add(4))? == DESCRIPTOR.to_le_bytes();
        let header = part(file, entry.local..data)?;
        // In descriptors with 64-bit sizes each of the two sizes is four bytes longer.
        let longer = if narrowed(header)?.len() < header.len() { 8 } else { 0 };
        Ok(end.saturating_add(longer + if is_marked { 16 } else { 12 }))
    }

    /// Offset of a directory entry.
    fn central(&self, index: usize) -> u64 {
        let len = |entry: &Entry| {
            let header = &entry.header;
            let texts = [header.name_length, header.extra_length, header.comment_length];
            CentralHeader::SIZE as u64 + texts.map(u64::from).iter().sum::<u64>()
        };
        self.directory + self.entries.iter().take(index).map(len).sum::<u64>()
    }

    /// Updates the offsets of files and of the directory.
    fn move_offsets(&self, file: &mut [u8], splices: &[Splice]) -> Result<()> {
        let moved = |offset: u32, at: u64| -> Result<u32> {
            let before = splices.iter().filter(|splice| splice.range.end <= at);
            let by: i64 = before
                .map(|splice| {
                    let was = splice.range.end - splice.range.start;
                    splice.new.len() as i64 - was as i64
                })
                .sum();
            let to = i64::from(offset).checked_add(by).and_then(|to| u32::try_from(to).ok());
            to.ok_or_else(|| Refusal("the archive would exceed 4 GB".to_owned()))
        };
        for (index, entry) in self.entries.iter().enumerate() {
            let local = moved(entry.header.local, entry.local)?;
            put(
                file,
                field_span::<CentralHeader>(self.central(index), "local"),
                &local.to_le_bytes(),
            )?;
        }
        let at = field_span::<EndRecord>(self.end, "directory");
        let stored = part(file, at.0..at.0 + at.1)?.try_into().map(u32::from_le_bytes);
        let stored = stored.map_err(|_| Refusal("the archive is truncated".to_owned()))?;
        put(file, at, &moved(stored, self.directory)?.to_le_bytes())
    }
}

/// Writes checksum, packed size and size into a header, and clears its data descriptor flag.
fn describe<T: Layout>(file: &mut [u8], header: u64, [crc, packed, size]: [u32; 3]) -> Result<()> {
    for (name, number) in [("crc32", crc), ("packed", packed), ("size", size)] {
        put(file, field_span::<T>(header, name), &number.to_le_bytes())?;
    }
    let flags = field_span::<T>(header, "flags");
    let stored = part(file, flags.0..flags.0 + flags.1)?.try_into().map(u16::from_le_bytes);
    let stored = stored.map_err(|_| Refusal("the archive is truncated".to_owned()))?;
    put(file, flags, &(stored & !DESCRIBED).to_le_bytes())
}

/// Local header with its name and extra fields, except the one with 64-bit sizes.
fn narrowed(header: &[u8]) -> Result<Vec<u8>> {
    let cut = || Refusal("the archive is truncated".to_owned());
    let fixed = LocalHeader::take(&mut &*header, Endian::Little).ok_or_else(cut)?;
    let names_end = LocalHeader::SIZE + usize::from(fixed.name_length);
    let (front, mut rest) = header.split_at_checked(names_end).ok_or_else(cut)?;
    let mut kept: Vec<u8> = Vec::new();
    while let Some(([a, b, c, d], behind)) = rest.split_first_chunk() {
        let len = usize::from(u16::from_le_bytes([*c, *d]));
        let Some((field, next)) = behind.split_at_checked(len) else { break };
        if u16::from_le_bytes([*a, *b]) != WIDE {
            kept.extend([*a, *b, *c, *d]);
            kept.extend(field);
        }
        rest = next;
    }
    kept.extend(rest);
    let count = u16::try_from(kept.len()).map_err(|_| cut())?.to_le_bytes();
    let mut new = front.to_vec();
    put(&mut new, field_span::<LocalHeader>(0, "extra_length"), &count)?;
    new.extend(kept);
    Ok(new)
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    // Reading from memory cannot fail.
    let _ = DeflateEncoder::new(bytes, Compression::best()).read_to_end(&mut packed);
    packed
}

fn part(file: &[u8], range: Range<u64>) -> Result<&[u8]> {
    let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    let found = file.get(at(range.start)..at(range.end));
    found.ok_or_else(|| Refusal("the archive is truncated".to_owned()))
}

fn put(file: &mut [u8], (start, len): (u64, u64), new: &[u8]) -> Result<()> {
    let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    let target = file.get_mut(at(start)..at(start.saturating_add(len)));
    let target = target.filter(|target| target.len() == new.len());
    target.ok_or_else(|| Refusal("the archive is truncated".to_owned()))?.copy_from_slice(new);
    Ok(())
}
