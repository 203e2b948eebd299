//! Records of a bitmap, and construction of new bitmaps.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{ColourWord, Endian, Hint, Result, Shaped, Symbol};
use crate::codec::gx::Coding;
use crate::formats::totem::Platform;
use crate::{record, symbols};

record! {
    /// Header of a bitmap.
    pub struct BitmapHeader {
        pub width: u32,
        pub height: u32,
        pub unknown_08: [u8; 4],
        pub format: u8 => Hint::Enum(FORMATS),
        pub flags: u8 => Hint::Hex,
        pub palette_format: u8 => Hint::Enum(PALETTES),
        pub opacity: u8 => Hint::Enum(OPACITIES),
        pub unknown_10: u8,
        pub filter: u8,
    }
}

static FORMATS: &[Symbol] = &[
    Symbol { value: 1, name: "4-bit indices" },
    Symbol { value: 2, name: "8-bit indices" },
    Symbol { value: 8, name: "RGB565" },
    Symbol { value: 10, name: "RGB5A3" },
    Symbol { value: 12, name: "RGBA8" },
    Symbol { value: 13, name: "RGB888" },
];

static PALETTES: &[Symbol] = &[
    Symbol { value: 0, name: "none" },
    Symbol { value: 1, name: "RGB5A3" },
    Symbol { value: 2, name: "RGB565" },
    Symbol { value: 3, name: "RGBA8888" },
];

symbols! {
    /// Values of [`BitmapHeader::opacity`].
    pub mod opacity: u8, OPACITIES {
        OPAQUE = 0 "opaque",
        1 "one bit of alpha",
        BLENDED = 2 "blended",
    }
}

impl BitmapHeader {
    /// The header at the start of `bytes`.
    pub(super) fn at(platform: Platform, bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.get(platform.start()..)?;
        Self::take(&mut rest, platform.endian)
    }

    /// `true` if it stores the start of an RGBA8 picture under another format number.
    pub fn is_cut_rgba(&self) -> bool {
        self.format == 13 && self.filter == 5
    }

    /// Coding of the pixels; `None` for unknown formats.
    pub fn coding(&self) -> Option<Coding> {
        Some(match self.format {
            1 => Coding::C4,
            2 => Coding::C8,
            8 => Coding::Rgb565,
            10 => Coding::Rgb5A3,
            12 => Coding::Rgba8,
            13 if self.is_cut_rgba() => Coding::Rgba8,
            13 => Coding::Bgr8,
            _ => return None,
        })
    }

    /// Coding of the palette; `None` without a palette.
    pub fn palette_coding(&self) -> Option<ColourWord> {
        Some(match self.palette_format {
            1 => ColourWord::Rgb5A3,
            2 => ColourWord::Rgb565,
            3 => ColourWord::Rgba8888,
            _ => return None,
        })
    }

    /// Size of the pixels in bytes.
    pub fn pixel_bytes(&self) -> Option<u64> {
        let coding = if self.is_cut_rgba() { Coding::Bgr8 } else { self.coding()? };
        coding.bytes(self.width, self.height)
    }

    /// Size of the palette in bytes.
    pub fn palette_bytes(&self) -> usize {
        let entries = self.coding().map_or(0, Coding::palette_entries);
        self.palette_coding().map_or(0, |coding| entries * coding.size())
    }

    /// Size of header, pixels and palette in bytes.
    pub(super) fn needed(&self) -> Option<u64> {
        self.pixel_bytes()?.checked_add((Self::SIZE + self.palette_bytes()) as u64)
    }
}

/// A bitmap as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bitmap {
    pub platform: Platform,
    pub header: BitmapHeader,
    pub pixels: Vec<u8>,
    /// Palette as stored; empty without a palette.
    pub palette: Vec<u8>,
    /// Trailing bytes.
    pub tail: Vec<u8>,
}

impl Layout for Bitmap {
    const TYPE: &'static str = "Bitmap";
    const MIN_SIZE: u64 = BitmapHeader::SIZE as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        self.platform.pass(pass)?;
        pass.value("header", &mut self.header)?;
        let stored = match self.header.coding() {
            Some(_) => self.header.pixel_bytes().unwrap_or(u64::MAX),
            // With an unknown format all following bytes may be pixels.
            None => pass.remaining().max(self.pixels.len() as u64),
        };
        let stored = usize::try_from(stored).unwrap_or(usize::MAX);
        pass.bytes("pixels", &mut self.pixels, stored)?;
        let colours = self.header.palette_bytes();
        if let Some(coding) = self.header.palette_coding() {
            let (named, rest) = (("palette", Hint::Colour(coding)), "palette_rest");
            match coding.size() {
                4 => pass.packed::<u32>(named, rest, &mut self.palette, colours)?,
                _ => pass.packed::<u16>(named, rest, &mut self.palette, colours)?,
            }
        }
        pass.rest("tail", &mut self.tail)
    }
}

impl Bitmap {
    pub fn endian(&self) -> Endian {
        self.platform.endian
    }

    /// The palette's colours.
    pub fn colours(&self) -> Vec<[u8; 4]> {
        let coding = self.header.palette_coding();
        coding.map_or_else(Vec::new, |coding| coding.decode(&self.palette, self.endian()))
    }
}
