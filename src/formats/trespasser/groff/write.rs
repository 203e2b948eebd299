//! Writes GROFF files, with all offsets and sizes recomputed.

use super::body::Versions;
use super::directory::{DirectoryEntry, FileHeader, MAGIC, section_handle};
use super::records::{Groff, GroffBlock, Section};
use crate::bytes::layout::{Layout, Writing};
use crate::bytes::{Endian, Gap, Result, Shaped, Writer, count32};
use crate::formats::EditResult;

/// Offset and size of a block of the file.
type Extent = (usize, usize);

impl Groff {
    /// Writes the file.
    ///
    /// # Errors
    /// When a section cannot be stored: its lists are not as long as its counts require.
    pub fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        out.bytes(&[0; FileHeader::SIZE]);
        out.bytes(&vec![0; self.sections.len() * DirectoryEntry::SIZE]);
        let directory_end = out.pos();
        let mut extents = vec![(0, 0); self.sections.len()];
        let mut names = (out.pos(), 0);
        let sections = (0..self.sections.len()).map(GroffBlock::Section);
        for piece in self.pieces.order(sections.chain([GroffBlock::Names])) {
            self.pieces.write_gap(piece, &Gap::NONE, &mut out);
            let start = out.pos();
            let extent = match piece {
                GroffBlock::Section(index) => {
                    let section = self.sections.get(index).zip(extents.get_mut(index));
                    let Some((section, extent)) = section else { continue };
                    section.write(&mut out)?;
                    extent
                }
                GroffBlock::Names => {
                    for name in &self.names {
                        name.clone().pass(&mut Writing::new(&mut out), ())?;
                    }
                    &mut names
                }
            };
            *extent = (start, out.pos() - start);
        }
        out.bytes(&self.pieces.tail);
        out.overwrite(0, &self.header(names, count32(out.pos())));
        let mut at = count32(directory_end);
        for (index, (section, extent)) in self.sections.iter().zip(&extents).enumerate() {
            let entry = section.entry(index, *extent, at);
            at = entry.offset.saturating_add(entry.size);
            out.overwrite(FileHeader::SIZE + index * DirectoryEntry::SIZE, &entry);
        }
        Ok(out.finish())
    }

    fn header(&self, (offset, size): Extent, file_size: u32) -> FileHeader {
        let stale = &self.stale;
        FileHeader {
            magic: MAGIC,
            file_size: stale.file_size.unwrap_or(file_size),
            section_count: stale.section_count.unwrap_or(count32(self.sections.len())),
            name_count: stale.name_count.unwrap_or(count32(self.names.len())),
            names_size: stale.names_size.unwrap_or(count32(size)),
            names_offset: stale.names_offset.unwrap_or(count32(offset)),
            time_stamp: self.time_stamp,
            flags: self.flags,
            container_version: self.container_version,
            reserved: self.reserved,
            checksum: self.checksum,
        }
    }
}

impl Section {
    fn write(&self, out: &mut Writer) -> Result<()> {
        match &self.damaged {
            Some(bytes) => out.bytes(bytes),
            None => {
                self.body.clone().pass(&mut Writing::new(out), Versions::default())?;
                out.bytes(&self.rest);
            }
        }
        Ok(())
    }

    /// The directory row of the section; `usual` is the offset of an empty section.
    fn entry(&self, index: usize, (start, size): Extent, usual: u32) -> DirectoryEntry {
        let offset = if size == 0 { self.stale_offset.unwrap_or(usual) } else { count32(start) };
        let [relocation_offset, relocation_count] = self.relocations;
        DirectoryEntry {
            name: self.name,
            flags: self.flags,
            offset,
            size: count32(size),
            relocation_offset,
            relocation_count,
            kind: self.kind,
            handle: self.stale_handle.unwrap_or(section_handle(index)),
        }
    }
}
