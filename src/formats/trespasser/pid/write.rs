//! Records to bytes, and directories made anew.

use super::records::{
    BUMP_BITS, Colour, ENTRY, Entry, Header, PALETTE_HEADER, Palette, Pid, VERSION, mip_key,
    palette_hash, palette_tag,
};
use crate::bytes::{Endian, Writer};

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

impl Palette {
    /// With its hash, and the four bytes behind it.
    pub fn new(colours: Vec<Colour>) -> Self {
        Self { hash: palette_hash(&colours), colours, tail: vec![0; 4] }
    }

    fn write(&self, out: &mut Writer) {
        out.put(count(PALETTE_HEADER + 4 * self.colours.len() + self.tail.len()));
        out.put(count(self.colours.len()));
        out.put(self.hash);
        out.all(&self.colours);
        out.bytes(&self.tail);
    }
}

impl Entry {
    /// A smaller version of this image, whose pixels are at `offset`.
    pub fn mip(&self, palettes: &[Palette], offset: u32, width: u32, height: u32) -> Self {
        let palette = self.palette().and_then(|palette| palettes.get(palette));
        let tag = palette.map_or(0, |palette| palette_tag(palette.hash));
        Self { offset, width, height, mip_key: mip_key(width, height, tag), ..self.clone() }
    }

    fn write(&self, out: &mut Writer) {
        out.put(count(ENTRY + self.tail.len()));
        for word in [
            self.offset,
            self.width,
            self.height,
            self.stride,
            self.bits,
            self.fill,
            self.transparency,
            self.image_type,
            self.occlusion,
            self.palette,
            self.padding,
            self.id,
            self.mip_key,
        ] {
            out.put(word);
        }
        out.bytes(&self.tail);
    }
}

impl Pid {
    /// A directory of images in a pixel file of which `resident_bytes` are loaded with the level,
    /// and whose other part begins at `pageable_offset`.
    pub fn new(
        palettes: Vec<Palette>,
        entries: Vec<Entry>,
        pageable_offset: u32,
        resident_bytes: u32,
    ) -> Self {
        let header = Header {
            version: VERSION,
            bump_bits: BUMP_BITS,
            pageable_offset,
            resident_bytes,
            ..Header::default()
        };
        Self { header, palettes, entries, ..Self::default() }
    }

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        out.shaped(&self.header);
        let layout = &self.layout;
        for (index, gap) in layout.gaps.iter().enumerate() {
            // The second list is the palettes where the entries come first.
            let entries = (index == 0) == layout.entries_first;
            let empty = if entries { self.entries.is_empty() } else { self.palettes.is_empty() };
            out.bytes(gap);
            if index == 2 {
                break;
            }
            let here = count(out.pos());
            if entries {
                let offset = layout.entries_offset.filter(|_| empty);
                out.patch_at(0x08, offset.unwrap_or(here));
                out.patch_at(0x0C, layout.entry_count.unwrap_or(count(self.entries.len())));
                self.entries.iter().for_each(|entry| entry.write(&mut out));
            } else {
                let offset = layout.palettes_offset.filter(|_| empty);
                out.patch_at(0x10, offset.unwrap_or(here));
                out.patch_at(0x14, layout.palette_count.unwrap_or(count(self.palettes.len())));
                self.palettes.iter().for_each(|palette| palette.write(&mut out));
            }
        }
        out.finish()
    }
}
