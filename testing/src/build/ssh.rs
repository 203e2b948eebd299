//! Builds image sheets for tests and the demo: every kind of image, in either byte order.

use crate::build::count;
use gouraud::bytes::{Endian, Writer};
use gouraud::codec::ps2;
use gouraud::formats::ea::refpack;
use gouraud::formats::ea::ssh::{Console, HEADER, SWIZZLED, kind};

/// An image to be stored.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Name of four letters.
    pub name: [u8; 4],
    pub full_name: Option<String>,
    pub width: u16,
    pub height: u16,
    pub texels: Stored,
    /// `true` to store texels and palette in the console's own order, if possible.
    pub swizzled: bool,
    /// `true` to store the texels as a RefPack stream.
    pub packed: bool,
    /// `true` to add a metal bin: the alpha channel is a shine mask.
    pub metal: bool,
}

/// The texels of an image, row by row from the top.
#[derive(Clone, Debug)]
pub enum Stored {
    /// Indices below 16, and up to 16 colours.
    Four(Vec<u8>, Vec<[u8; 4]>),
    /// Indices, and up to 256 colours.
    Eight(Vec<u8>, Vec<[u8; 4]>),
    /// Words: five bits each of red, green and blue, and one of alpha.
    Rgba5551(Vec<u16>),
    Rgb888(Vec<[u8; 3]>),
    /// Red, green, blue, and alpha up to 128.
    Rgba8888(Vec<[u8; 4]>),
}

/// The text after the directory.
const TRAILER: &[u8; 8] = b"Buy ERTS";

impl Picture {
    pub fn new(name: [u8; 4], width: u16, height: u16, texels: Stored) -> Self {
        Self {
            name,
            full_name: None,
            width,
            height,
            texels,
            swizzled: false,
            packed: false,
            metal: false,
        }
    }

    fn kind(&self) -> u8 {
        match self.texels {
            Stored::Four(..) => kind::INDEXED4,
            Stored::Eight(..) => kind::INDEXED8,
            Stored::Rgba5551(_) => kind::RGBA5551,
            Stored::Rgb888(_) => kind::RGB888,
            Stored::Rgba8888(_) => kind::RGBA8888,
        }
    }

    /// `true` if the texels can be stored in the console's order: every one then has its own offset.
    fn can_be_swizzled(&self) -> bool {
        match self.texels {
            Stored::Four(..) => self.width.is_multiple_of(32) && self.height.is_multiple_of(16),
            Stored::Eight(..) => self.width.is_multiple_of(16) && self.height.is_multiple_of(16),
            _ => false,
        }
    }

    fn data(&self, swizzled: bool) -> Vec<u8> {
        let (w, h) = (usize::from(self.width), usize::from(self.height));
        match &self.texels {
            Stored::Four(indices, _) => {
                let mut bytes = vec![0; indices.len().div_ceil(2)];
                for (at, index) in indices.iter().enumerate() {
                    let place = swizzled.then(|| ps2::place4(at % w, at / w, w, h)).flatten();
                    let (byte, high) = place.unwrap_or((at / 2, at % 2 == 1));
                    if let Some(byte) = bytes.get_mut(byte) {
                        *byte |= if high { index << 4 } else { index & 15 };
                    }
                }
                bytes
            }
            Stored::Eight(indices, _) => {
                let mut bytes = vec![0; indices.len()];
                for (at, index) in indices.iter().enumerate() {
                    let place = swizzled.then(|| ps2::place8(at % w, at / w, w, h)).flatten();
                    if let Some(byte) = bytes.get_mut(place.unwrap_or(at)) {
                        *byte = *index;
                    }
                }
                bytes
            }
            Stored::Rgba5551(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
            Stored::Rgb888(texels) => texels.as_flattened().to_vec(),
            Stored::Rgba8888(texels) => texels.as_flattened().to_vec(),
        }
    }

    fn write(&self, out: &mut Writer) {
        let swizzled = self.swizzled && self.can_be_swizzled();
        let mut data = self.data(swizzled);
        let mut kind = self.kind();
        if self.packed {
            kind |= kind::PACKED;
            data = refpack::pack(&data);
        }
        data.resize(data.len().next_multiple_of(16), 0);
        chunk(out, kind, &data, [self.width, self.height], swizzled);
        if let Stored::Four(_, colours) | Stored::Eight(_, colours) = &self.texels {
            let reordered = self.swizzled && colours.len() == 256;
            let in_order = (0..=255u8).take(colours.len()).filter_map(|index| {
                let at = if reordered { ps2::clut_index(index) } else { index };
                colours.get(usize::from(at))
            });
            let bytes: Vec<u8> = in_order.flatten().copied().collect();
            let count = u16::try_from(colours.len()).unwrap_or(u16::MAX);
            chunk(out, kind::PALETTE, &bytes, [count, 1], reordered);
        }
        if self.metal {
            chunk(out, kind::METAL, &[0; 16], [0, 0], false);
        }
        if let Some(name) = &self.full_name {
            out.put(u32::from(kind::NAME));
            out.bytes(name.as_bytes());
            out.put(0u8);
            out.align(16);
        }
    }
}

fn chunk(out: &mut Writer, kind: u8, data: &[u8], sides: [u16; 2], swizzled: bool) {
    let size = count(data.len()).saturating_add(HEADER as u32);
    out.put(size << 8 | u32::from(kind));
    out.all(&sides);
    out.bytes(&[0; 4]);
    out.put(if swizzled { SWIZZLED } else { 0 });
    out.put(0u16);
    out.bytes(data);
}

/// A sheet of these images.
pub fn file(pictures: &[Picture]) -> Vec<u8> {
    let mut out = Writer::new(Endian::Little);
    out.bytes(b"SHPS");
    let size = out.slot();
    out.put(count(pictures.len()));
    out.bytes(b"GIMX");
    let mut offsets = Vec::new();
    for picture in pictures {
        out.bytes(&picture.name);
        offsets.push(out.slot());
    }
    out.bytes(TRAILER);
    for (picture, offset) in pictures.iter().zip(offsets) {
        out.align(16);
        out.patch(offset, count(out.pos()));
        picture.write(&mut out);
    }
    out.patch(size, count(out.pos()));
    out.finish()
}

/// A chunk as stored in a sheet of any console.
#[derive(Clone, Debug)]
pub struct Raw {
    pub kind: u8,
    pub sides: [u16; 2],
    pub swizzled: bool,
    /// Number of mip levels in the header.
    pub mips: u16,
    pub data: Vec<u8>,
}

impl Raw {
    pub fn new(kind: u8, sides: [u16; 2], data: Vec<u8>) -> Self {
        Self { kind, sides, swizzled: false, mips: 0, data }
    }
}

/// A sheet of images made of these chunks.
pub fn raw(console: Console, images: &[([u8; 4], Vec<Raw>)]) -> Vec<u8> {
    let endian = console.endian();
    let mut out = Writer::new(endian);
    out.bytes(console.magic().as_bytes());
    let size = out.slot();
    out.put(count(images.len()));
    out.bytes(b"G357");
    let mut offsets = Vec::new();
    for (name, _) in images {
        out.bytes(name);
        offsets.push(out.slot());
    }
    out.bytes(TRAILER);
    for ((_, chunks), offset) in images.iter().zip(offsets) {
        out.align(16);
        out.patch(offset, count(out.pos()));
        for Raw { kind, sides, swizzled, mips, data } in chunks {
            let size = count(data.len()).saturating_add(HEADER as u32);
            let kind = u32::from(*kind);
            out.put(if endian == Endian::Big { kind << 24 | size } else { size << 8 | kind });
            out.all(sides);
            out.bytes(&[0; 4]);
            out.put(if *swizzled { SWIZZLED } else { 0 });
            out.put(mips << 12);
            out.bytes(data);
        }
    }
    out.patch(size, count(out.pos()));
    out.finish()
}
