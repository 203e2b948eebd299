//! The PlayStation's 15-bit colour word. It lives here because every room reads it: hints, codecs,
//! palettes, exporters.

/// Bits 0–4 red, 5–9 green, 10–14 blue, 15 STP.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Colour15(pub u16);

impl Colour15 {
    /// Colour of three 5-bit channels (red, green, blue) and the STP bit.
    pub fn new(channels: [u8; 3], stp: bool) -> Self {
        let [r, g, b] = channels.map(|c| u16::from(c & 31));
        Self(r | g << 5 | b << 10 | u16::from(stp) << 15)
    }

    /// Red, green and blue, 0 to 31.
    pub fn channels(self) -> [u8; 3] {
        [self.0 & 31, (self.0 >> 5) & 31, (self.0 >> 10) & 31].map(|c| c as u8)
    }

    /// The semi-transparency bit.
    pub fn stp(self) -> bool {
        self.0 & 0x8000 != 0
    }

    /// Whether nothing is drawn for it, once it is loaded.
    pub fn is_hole(self) -> bool {
        self.0 == 0
    }

    /// 8-bit channels for display and export.
    pub fn rgb8(self) -> [u8; 3] {
        self.channels().map(expand5)
    }
}

/// A 5-bit channel as 8 bits: round(v · 255 / 31), the project-wide rule (`ps1-rendering.md`
/// section 1). It differs from repeating the top bits at 3, 7, 24 and 28.
pub fn expand5(v: u8) -> u8 {
    ((u32::from(v & 31) * 527 + 23) >> 6) as u8
}
