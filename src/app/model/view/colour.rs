//! PlayStation colours for display.

use egui::Color32;

use crate::bytes::Colour15;

impl Colour15 {
    /// Opaque, regardless of the STP bit.
    pub fn colour(self) -> Color32 {
        let [r, g, b] = self.rgb8();
        Color32::from_rgb(r, g, b)
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
