//! The records of a Targa picture.

use std::sync::Arc;

use super::runs;
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Bit, Confidence, Endian, Hint, Result, Shaped, Symbol};
use crate::codec::channels::Channels;
use crate::record;

const KINDS: &[Symbol] = &[
    Symbol { value: 0, name: "no picture" },
    Symbol { value: 1, name: "indices" },
    Symbol { value: 2, name: "colours" },
    Symbol { value: 3, name: "shades" },
    Symbol { value: 9, name: "indices, in runs" },
    Symbol { value: 10, name: "colours, in runs" },
    Symbol { value: 11, name: "shades, in runs" },
];

const ORIENTATION: &[Bit] = &[
    bit(0x0F, "alpha bits", "number of bits for alpha"),
    bit(0x10, "from the right", "rows start at the right"),
    bit(0x20, "from the top", "the highest row is stored first"),
];

const fn bit(mask: u32, name: &'static str, meaning: &'static str) -> Bit {
    Bit { mask, name, meaning, confidence: Confidence::Sure }
}

record! {
    /// Header of a picture.
    pub struct Header {
        /// Bytes of the comment.
        pub comment_length: u8 => Hint::Unit("bytes"),
        /// 1 if the file has a palette.
        pub colour_map_type: u8,
        pub image_type: u8 => Hint::Enum(KINDS),
        /// Index of the first colour that the palette stores.
        pub first_colour: u16,
        pub colour_count: u16,
        pub colour_bits: u8,
        pub x_origin: u16,
        pub y_origin: u16,
        pub width: u16 => Hint::Unit("texels"),
        pub height: u16 => Hint::Unit("texels"),
        pub bits: u8,
        pub orientation: u8 => Hint::Flags(ORIENTATION),
    }
}

/// Storage of texels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coding {
    /// Indices of 8 bits in a palette with these colours.
    Indices(Channels),
    Direct(Channels),
}

impl Header {
    /// The header at the start of a file.
    pub(super) fn at(bytes: &[u8]) -> Option<Self> {
        let mut input = bytes;
        Self::take(&mut input, Endian::Little)
    }

    /// Storage of the texels; `None` for unknown combinations.
    pub(super) fn coding(&self) -> Option<Coding> {
        let has_alpha = self.orientation & 0x0F > 0;
        let colours = |bits: u8| {
            let masks = match bits {
                15 | 16 => [0x7C00, 0x3E0, 0x1F, 0],
                24 => [0xFF_0000, 0xFF00, 0xFF, 0],
                32 if has_alpha => [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000],
                32 => [0xFF_0000, 0xFF00, 0xFF, 0],
                _ => return None,
            };
            Some(Channels { size: bits.div_ceil(8).into(), masks })
        };
        match (self.image_type, self.colour_map_type, self.bits) {
            (1 | 9, 1, 8) => colours(self.colour_bits).map(Coding::Indices),
            (2 | 10, 0 | 1, bits) => colours(bits).map(Coding::Direct),
            (3 | 11, 0 | 1, 8) => Some(Coding::Direct(Channels::grey(1, 0xFF, 0))),
            _ => None,
        }
    }

    /// `true` if texels are run-length encoded.
    pub(super) fn is_packed(&self) -> bool {
        self.image_type & 8 != 0
    }

    /// Bytes of a texel.
    pub(super) fn texel_bytes(&self) -> usize {
        usize::from(self.bits).div_ceil(8).max(1)
    }

    pub(super) fn texels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    fn colour_map_bytes(&self) -> usize {
        match self.colour_map_type {
            0 => 0,
            _ => usize::from(self.colour_count) * usize::from(self.colour_bits).div_ceil(8),
        }
    }
}

/// A picture as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tga {
    pub header: Header,
    pub comment: Vec<u8>,
    /// Colours of the palette.
    pub colour_map: Vec<u8>,
    pub pixels: Arc<[u8]>,
    /// Bytes after the pixels.
    pub rest: Vec<u8>,
}

impl Layout for Tga {
    const TYPE: &'static str = "Targa";
    const MIN_SIZE: u64 = 18;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value("header", &mut self.header)?;
        let reads = pass.is_reading();
        let length = |stored: usize, own: usize| if reads { stored } else { own };
        let comment = length(self.header.comment_length.into(), self.comment.len());
        pass.bytes("comment", &mut self.comment, comment)?;
        let colours = length(self.header.colour_map_bytes(), self.colour_map.len());
        pass.bytes("colour_map", &mut self.colour_map, colours)?;
        let pixels = if reads { self.stored_pixels(pass.ahead()) } else { self.pixels.len() };
        pass.bytes("pixels", &mut self.pixels, pixels)?;
        pass.rest("rest", &mut self.rest)
    }
}

impl Tga {
    /// Bytes of the pixels, which are at the start of `ahead`.
    fn stored_pixels(&self, ahead: &[u8]) -> usize {
        let (texels, size) = (self.header.texels(), self.header.texel_bytes());
        match self.header.coding() {
            None => 0,
            Some(_) if self.header.is_packed() => runs::length(ahead, size, texels),
            Some(_) => usize::try_from(texels).unwrap_or(usize::MAX).saturating_mul(size),
        }
    }
}
