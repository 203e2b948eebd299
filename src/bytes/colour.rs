//! Numbers that store colours: the PlayStation's 15-bit word, and those of other machines. They are in
//! this module because hints, codecs, palettes and exporters all use them.

use super::{Endian, Scalar};

/// Bits 0–4 red, 5–9 green, 10–14 blue, 15 STP.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Colour15(pub u16);

impl Colour15 {
    /// Colour of three 5-bit channels (red, green, blue) and the STP bit.
    pub fn new(channels: [u8; 3], stp: bool) -> Self {
        let [r, g, b] = channels.map(|c| u16::from(c & 31));
        Self(r | g << 5 | b << 10 | u16::from(stp) << 15)
    }

    /// The nearest word without STP for 8-bit channels; inverse of [`Self::rgb8`]. Black becomes 0x0000,
    /// which may be transparent: see [`Self::drawn`].
    pub fn nearest(rgb: [u8; 3]) -> Self {
        Self::new(rgb.map(|channel| narrow(channel, 5) as u8), false)
    }

    /// The same colour with the STP bit set.
    pub fn with_stp(self) -> Self {
        Self(self.0 | 0x8000)
    }

    /// The word that is drawn as this colour: the transparent word becomes black with STP.
    pub fn drawn(self) -> Self {
        if self.is_hole() { self.with_stp() } else { self }
    }

    /// Red, green and blue, 0 to 31.
    pub fn channels(self) -> [u8; 3] {
        [self.0 & 31, (self.0 >> 5) & 31, (self.0 >> 10) & 31].map(|c| c as u8)
    }

    /// The semi-transparency bit.
    pub fn stp(self) -> bool {
        self.0 & 0x8000 != 0
    }

    /// `true` if a texel with this word is not drawn.
    pub fn is_hole(self) -> bool {
        self.0 == 0
    }

    /// 8-bit channels for display and export.
    pub fn rgb8(self) -> [u8; 3] {
        self.channels().map(expand5)
    }

    /// `165 140 33`, with `STP` or `hole` appended if applicable.
    pub fn words(self) -> String {
        let [r, g, b] = self.rgb8();
        let mark = match (self.is_hole(), self.stp()) {
            (true, _) => " hole",
            (_, true) => " STP",
            _ => "",
        };
        format!("{r} {g} {b}{mark}")
    }
}

/// A 5-bit channel as 8 bits: round(v · 255 / 31), the project-wide rule (`ps1-rendering.md`
/// section 1). It differs from repeating the top bits at 3, 7, 24 and 28.
pub fn expand5(v: u8) -> u8 {
    ((u32::from(v & 31) * 527 + 23) >> 6) as u8
}

/// Storage format of a colour in a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColourWord {
    /// A [`Colour15`], in 16 bits.
    Stp15,
    /// 16 bits: 5 of red in the highest, 6 of green, 5 of blue. Opaque.
    Rgb565,
    /// 16 bits. If the highest is set: 5 of each, opaque. Otherwise: 3 of alpha, 4 of each.
    Rgb5A3,
    /// 32 bits, red in the highest byte, then green, blue and alpha.
    Rgba8888,
    /// 32 bits, blue in the lowest byte, then green, red and alpha.
    Argb8888,
    /// 32 bits, blue in the lowest byte, then green and red. The highest byte is unused.
    Xrgb8888,
}

impl ColourWord {
    /// Bytes of a word.
    pub fn size(self) -> usize {
        if matches!(self, Self::Rgba8888 | Self::Argb8888 | Self::Xrgb8888) { 4 } else { 2 }
    }

    /// `true` if it stores an alpha.
    pub fn has_alpha(self) -> bool {
        matches!(self, Self::Rgb5A3 | Self::Rgba8888 | Self::Argb8888)
    }

    /// Red, green, blue and alpha of a word. In 15-bit words 0x0000 has alpha 0, and STP means half.
    pub fn rgba(self, word: u32) -> [u8; 4] {
        let channel = |shift: u32, bits: u32| wide(word >> shift, bits);
        match self {
            Self::Stp15 => {
                let word = Colour15(word as u16);
                let [r, g, b] = word.rgb8();
                let alpha = if word.stp() { 128 } else { 255 };
                [r, g, b, if word.is_hole() { 0 } else { alpha }]
            }
            Self::Rgb565 => [channel(11, 5), channel(5, 6), channel(0, 5), 255],
            Self::Rgb5A3 if word & 0x8000 != 0 => {
                [channel(10, 5), channel(5, 5), channel(0, 5), 255]
            }
            Self::Rgb5A3 => [channel(8, 4), channel(4, 4), channel(0, 4), channel(12, 3)],
            Self::Rgba8888 => word.to_be_bytes(),
            Self::Argb8888 => {
                let [a, r, g, b] = word.to_be_bytes();
                [r, g, b, a]
            }
            Self::Xrgb8888 => {
                let [_, r, g, b] = word.to_be_bytes();
                [r, g, b, 255]
            }
        }
    }

    /// The nearest word for a colour. In 15-bit words alpha 0 becomes the transparent word, other values
    /// below 255 set STP, and opaque colours never become the transparent word.
    pub fn nearest(self, rgba: [u8; 4]) -> u32 {
        let [r, g, b, a] = rgba;
        let joined = |parts: [(u8, u32); 4]| {
            parts.iter().fold(0, |word, (channel, bits)| word << bits | narrow(*channel, *bits))
        };
        match self {
            Self::Stp15 if a == 0 => 0,
            Self::Stp15 => {
                let word = Colour15::nearest([r, g, b]);
                if a < 255 { word.with_stp() } else { word.drawn() }.0.into()
            }
            Self::Rgb565 => joined([(0, 0), (r, 5), (g, 6), (b, 5)]),
            // Opaque if the alpha is nearer to 255 than to the largest three-bit value.
            Self::Rgb5A3 if a >= 238 => joined([(255, 1), (r, 5), (g, 5), (b, 5)]),
            Self::Rgb5A3 => joined([(a, 3), (r, 4), (g, 4), (b, 4)]),
            Self::Rgba8888 => u32::from_be_bytes(rgba),
            Self::Argb8888 => u32::from_be_bytes([a, r, g, b]),
            Self::Xrgb8888 => u32::from_be_bytes([0, r, g, b]),
        }
    }

    /// Replaces the colour of the word `stored`. The word is unchanged if it already has this colour;
    /// without a new alpha, alpha and unused bits are preserved.
    pub fn recoloured(self, stored: u32, [r, g, b]: [u8; 3], alpha: Option<u8>) -> u32 {
        let [.., was] = self.rgba(stored);
        // A transparent word that gets a colour becomes opaque.
        let kept = if self == Self::Stp15 && was == 0 { 255 } else { was };
        let new = [r, g, b, alpha.unwrap_or(kept)];
        let [old_r, old_g, old_b, _] = self.rgba(stored);
        let is_it = [old_r, old_g, old_b] == [r, g, b] && alpha.is_none_or(|alpha| alpha == was);
        match self {
            _ if is_it => stored,
            Self::Xrgb8888 => stored & 0xFF00_0000 | self.nearest(new),
            _ => self.nearest(new),
        }
    }

    /// The colour after rounding to what can be stored.
    pub fn rounded(self, rgba: [u8; 4]) -> [u8; 4] {
        self.rgba(self.nearest(rgba))
    }

    /// The colours of all whole words of `data`.
    pub fn decode(self, data: &[u8], endian: Endian) -> Vec<[u8; 4]> {
        let word = |mut bytes: &[u8]| match self.size() {
            4 => u32::take(&mut bytes, endian).unwrap_or_default(),
            _ => u16::take(&mut bytes, endian).unwrap_or_default().into(),
        };
        data.chunks_exact(self.size()).map(|bytes| self.rgba(word(bytes))).collect()
    }

    /// The nearest words for these colours.
    pub fn encode(self, colours: &[[u8; 4]], endian: Endian) -> Vec<u8> {
        let mut out = Vec::with_capacity(colours.len().saturating_mul(self.size()));
        for colour in colours {
            match (self.size(), self.nearest(*colour)) {
                (4, word) => word.put(&mut out, endian),
                (_, word) => (word as u16).put(&mut out, endian),
            }
        }
        out
    }
}

/// Expands the lowest bits of a word to eight.
fn wide(word: u32, bits: u32) -> u8 {
    let value = word & ((1 << bits) - 1);
    match bits {
        5 => expand5(value as u8),
        // Repeats the top bits until all eight are filled.
        _ => (value << (8 - bits) | value << 8 >> (2 * bits) | value << 8 >> (3 * bits)) as u8,
    }
}

/// Reduces an eight-bit channel to the nearest value of `bits` bits.
fn narrow(channel: u8, bits: u32) -> u32 {
    (u32::from(channel) * ((1 << bits) - 1) + 127) / 255
}
