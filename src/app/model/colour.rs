//! Colours as the PlayStation stores them, for the eye.

use egui::Color32;

/// A 15-bit colour word: bits 0–4 red, 5–9 green, 10–14 blue, 15 STP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Colour15(pub u16);

impl Colour15 {
    /// Colour of channels 0–31; larger ones are cut to 31.
    pub fn new(channels: [u8; 3], stp: bool) -> Self {
        let [r, g, b] = channels.map(|c| u16::from(c.min(31)));
        Self(r | g << 5 | b << 10 | u16::from(stp) << 15)
    }

    /// Red, green, blue, 0–31.
    pub fn channels(self) -> [u8; 3] {
        [0, 5, 10].map(|shift| (self.0 >> shift & 31) as u8)
    }

    /// Red, green, blue, 0–255: `round(c · 255 / 31)`, DuckStation's expansion.
    pub fn rgb(self) -> [u8; 3] {
        self.channels().map(|c| ((u32::from(c) * 527 + 23) >> 6) as u8)
    }

    /// Semi-transparency is on for this texel.
    pub fn stp(self) -> bool {
        self.0 & 0x8000 != 0
    }

    /// Whether nothing is drawn for this texel.
    pub fn is_hole(self) -> bool {
        self.0 == 0
    }

    /// Opaque, whatever STP says.
    pub fn colour(self) -> Color32 {
        let [r, g, b] = self.rgb();
        Color32::from_rgb(r, g, b)
    }

    /// `165 140 33`, with `STP` or `hole` where it is one.
    pub fn words(self) -> String {
        let [r, g, b] = self.rgb();
        let mark = match (self.is_hole(), self.stp()) {
            (true, _) => " hole",
            (_, true) => " STP",
            _ => "",
        };
        format!("{r} {g} {b}{mark}")
    }
}
