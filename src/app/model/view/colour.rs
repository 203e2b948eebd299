//! PlayStation colours for display.

use egui::Color32;

use crate::bytes::Colour15;

impl Colour15 {
    /// Opaque, regardless of the STP bit.
    pub fn colour(self) -> Color32 {
        let [r, g, b] = self.rgb8();
        Color32::from_rgb(r, g, b)
    }
}
