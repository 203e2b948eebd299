//! Records to bytes, with every offset and size computed anew.

use super::records::{
    DirectoryEntry, FIRST_HANDLE, FileHeader, Groff, MAGIC, Name, Piece, Section,
};
use crate::bytes::{Endian, Gap, Shaped, Writer};
use crate::formats::Refusal;

fn number(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

impl Groff {
    /// The file. Refused where the records do not hold all that was there.
    pub fn write(&self) -> Result<Vec<u8>, Refusal> {
        if let Some(lost) = &self.layout.lost {
            return Err(Refusal(lost.clone()));
        }
        let mut out = Writer::new(Endian::Little);
        out.bytes(&[0; FileHeader::SIZE]);
        out.bytes(&vec![0; self.sections.len() * DirectoryEntry::SIZE]);
        let directory_end = out.pos();
        let mut extents = vec![(0, 0); self.sections.len()];
        let mut names = (out.pos(), 0);
        let sections = (0..self.sections.len()).map(Piece::Section);
        for piece in self.layout.pieces.order(sections.chain([Piece::Names])) {
            self.layout.pieces.write_gap(piece, &Gap::NONE, &mut out);
            let start = out.pos();
            match piece {
                Piece::Section(index) => {
                    let Some(section) = self.sections.get(index) else { continue };
                    section.body.write(&mut out);
                    out.bytes(&section.rest);
                    if let Some(extent) = extents.get_mut(index) {
                        *extent = (start, out.pos() - start);
                    }
                }
                Piece::Names => {
                    self.names.iter().for_each(|symbol| write_name(symbol, &mut out));
                    names = (start, out.pos() - start);
                }
            }
        }
        out.bytes(&self.layout.pieces.tail);
        out.overwrite(0, &self.header(names, number(out.pos())));
        let mut at = number(directory_end);
        for (index, (section, extent)) in self.sections.iter().zip(&extents).enumerate() {
            let entry = entry(section, index, *extent, at);
            at = entry.offset.saturating_add(entry.size);
            let place = FileHeader::SIZE + index * DirectoryEntry::SIZE;
            out.overwrite(place, &entry);
        }
        Ok(out.finish())
    }

    fn header(&self, (offset, size): (usize, usize), file_size: u32) -> FileHeader {
        let stale = &self.layout.stale;
        FileHeader {
            magic: MAGIC,
            file_size: stale.file_size.unwrap_or(file_size),
            section_count: stale.section_count.unwrap_or(number(self.sections.len())),
            name_count: stale.name_count.unwrap_or(number(self.names.len())),
            names_size: stale.names_size.unwrap_or(number(size)),
            names_offset: stale.names_offset.unwrap_or(number(offset)),
            time_stamp: self.time_stamp,
            flags: self.flags,
            container_version: self.container_version,
            reserved: self.reserved,
            checksum: self.checksum,
        }
    }
}

fn write_name(symbol: &Name, out: &mut Writer) {
    out.put(symbol.handle);
    out.put(number(symbol.bytes.len()));
    out.put(symbol.references);
    out.bytes(&symbol.bytes);
}

/// A line of the directory; `usual` is where a section of no bytes is said to be.
fn entry(section: &Section, index: usize, extent: (usize, usize), usual: u32) -> DirectoryEntry {
    let (start, size) = extent;
    let offset = if size == 0 { section.stale_offset.unwrap_or(usual) } else { number(start) };
    DirectoryEntry {
        name: section.name,
        flags: section.flags,
        offset,
        size: number(size),
        relocation_offset: section.relocations[0],
        relocation_count: section.relocations[1],
        kind: section.kind,
        handle: section.stale_handle.unwrap_or(FIRST_HANDLE.saturating_add(number(index))),
    }
}
