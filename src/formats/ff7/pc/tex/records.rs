//! Records of a texture.

use std::sync::Arc;

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{ColourWord, Hint, Result, Shaped};

/// Storage of palette colours: B, G, R, A.
pub const COLOUR: ColourWord = ColourWord::Argb8888;
/// Further palettes are not displayed.
const MAX_PALETTES: usize = 256;

crate::record! {
    /// Header of a texture.
    pub struct Header {
        pub version: u32,
        pub unknown_04: u32 => Hint::Hex,
        /// Not 0 if a colour key marks holes; 3 if it compares all bits.
        pub colour_key: u32,
        pub unknown_0c: u32 => Hint::Hex,
        pub unknown_10: u32 => Hint::Hex,
        pub min_colour_bits: u32,
        pub max_colour_bits: u32,
        pub min_alpha_bits: u32,
        pub max_alpha_bits: u32,
        pub min_pixel_bits: u32,
        pub max_pixel_bits: u32,
        pub unknown_2c: u32 => Hint::Hex,
        pub palette_count: u32,
        pub colours_per_palette: u32,
        pub bit_depth: u32,
        pub width: u32,
        pub height: u32,
        /// Usually 0.
        pub pitch: u32,
        pub unknown_48: u32 => Hint::Hex,
        pub palette_present: u32,
        pub bits_per_index: u32,
        pub to_eight_bits: u32,
        /// Total number of colours of all palettes.
        pub colour_count: u32,
        /// Repeats `colours_per_palette`, or is 0.
        pub colours_per_palette_again: u32,
        /// Used by the game at run time.
        pub palette_pointer: u32 => Hint::Hex,
        pub bits_per_pixel: u32,
        /// Determines the pixel size, not the bit depth.
        pub bytes_per_pixel: u32,
        /// Bits of red, green, blue and alpha; 0 with a palette.
        pub channel_bits: [u32; 4],
        pub channel_masks: [u32; 4] => Hint::Hex,
        pub channel_shifts: [u32; 4],
        /// 8 minus the number of bits.
        pub channel_losses: [u32; 4],
        pub channel_maxima: [u32; 4],
        pub colour_keys_present: u32,
        /// Used by the game at run time.
        pub colour_keys_pointer: u32 => Hint::Hex,
        /// The alpha that a stored 0xFE stands for.
        pub reference_alpha: u32,
        pub unknown_c8: [u32; 9] => Hint::Hex,
    }
}

impl Header {
    /// Size of the pixels in bytes.
    pub fn pixel_bytes(&self) -> Option<u64> {
        let texels = u64::from(self.width) * u64::from(self.height);
        texels.checked_mul(self.bytes_per_pixel.into())
    }

    /// `true` if pixels are indices of one byte, or colours of two to four.
    pub fn has_known_pixels(&self) -> bool {
        (1..=4).contains(&self.bytes_per_pixel)
    }

    /// Number of colours of all palettes.
    fn colours(&self) -> u64 {
        if self.palette_present == 0 { 0 } else { self.colour_count.into() }
    }

    fn keys(&self) -> u64 {
        if self.colour_keys_present == 0 { 0 } else { self.palette_count.into() }
    }

    /// Size of all parts in bytes.
    pub fn needed(&self) -> Option<u64> {
        let behind = self.colours() * 4 + self.keys() + Self::SIZE as u64;
        self.pixel_bytes()?.checked_add(behind)
    }
}

/// A texture as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tex {
    pub header: Header,
    /// Colours of all palettes, consecutively.
    pub colours: Vec<u32>,
    pub pixels: Arc<[u8]>,
    /// For each palette, not 0 if entry 0 is a hole.
    pub colour_keys: Vec<u8>,
    /// Trailing bytes.
    pub rest: Vec<u8>,
}

impl Layout for Tex {
    const TYPE: &'static str = "Tex";
    const MIN_SIZE: u64 = Header::SIZE as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        pass.value("header", &mut self.header)?;
        let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        let colours = size(self.header.colours());
        pass.run(("colours", Hint::Colour(COLOUR)), &mut self.colours, colours)?;
        let pixels = size(self.header.pixel_bytes().unwrap_or(u64::MAX));
        pass.bytes("pixels", &mut self.pixels, pixels)?;
        let keys = size(self.header.keys());
        pass.run("colour_keys", &mut self.colour_keys, keys)?;
        pass.rest("rest", &mut self.rest)
    }
}

impl Tex {
    /// `true` if pixels are indices.
    pub fn is_indexed(&self) -> bool {
        self.header.bytes_per_pixel == 1
    }

    /// Colours per palette; 0 without a palette.
    pub fn colours_each(&self) -> usize {
        let Header { colours_per_palette: each, colours_per_palette_again: again, .. } =
            self.header;
        let declared = [each, again].into_iter().find(|each| *each > 0);
        let declared = declared.and_then(|each| usize::try_from(each).ok());
        declared.unwrap_or(self.colours.len()).min(self.colours.len())
    }

    /// Number of palettes that have colours and are displayed; 0 if pixels are colours.
    pub fn palettes(&self) -> usize {
        let there = self.colours.len().checked_div(self.colours_each()).unwrap_or(0);
        let declared = usize::try_from(self.header.palette_count).unwrap_or(usize::MAX).max(1);
        if self.is_indexed() { there.min(declared).min(MAX_PALETTES) } else { 0 }
    }

    /// `true` if entry 0 of a palette is a hole.
    pub fn is_keyed(&self, palette: usize) -> bool {
        match self.colour_keys.get(palette) {
            Some(key) => *key != 0,
            None => self.header.colour_key != 0,
        }
    }

    /// `true` if all colours of all palettes would be holes, which is not intended.
    pub fn is_clear_throughout(&self) -> bool {
        self.is_indexed()
            && !self.colours.is_empty()
            && self.colours.iter().all(|colour| COLOUR.rgba(*colour)[3] == 0)
    }

    /// Stored entries of a palette.
    pub fn stored(&self, palette: usize) -> &[u32] {
        let each = self.colours_each();
        let start = palette.saturating_mul(each);
        let rest = self.colours.get(start..).unwrap_or(&[]);
        rest.get(..each).unwrap_or(rest)
    }

    /// Displayed entries of a palette: R, G, B, A. Shades of grey if there is no palette.
    pub fn displayed_palette(&self, palette: usize) -> Vec<[u8; 4]> {
        if self.colours.is_empty() {
            return (0..=u8::MAX).map(|grey| [grey, grey, grey, u8::MAX]).collect();
        }
        let reference = u8::try_from(self.header.reference_alpha).unwrap_or(u8::MAX);
        let opaque = self.is_clear_throughout();
        let entry = |(index, colour): (usize, &u32)| match COLOUR.rgba(*colour) {
            _ if index == 0 && self.is_keyed(palette) => [0; 4],
            [r, g, b, 0] if opaque => [r, g, b, u8::MAX],
            [r, g, b, REFERENCE] => [r, g, b, reference],
            colour => colour,
        };
        self.stored(palette).iter().enumerate().map(entry).collect()
    }

    /// Number of rows that exist; 0 if the pixel size is unknown.
    pub fn rows(&self) -> u32 {
        if !self.header.has_known_pixels() {
            return 0;
        }
        let row = u64::from(self.header.width) * u64::from(self.header.bytes_per_pixel);
        let there = (self.pixels.len() as u64).checked_div(row).unwrap_or(0);
        u32::try_from(there).unwrap_or(u32::MAX).min(self.header.height)
    }
}

/// The stored alpha that stands for the header's reference alpha.
pub const REFERENCE: u8 = 0xFE;
