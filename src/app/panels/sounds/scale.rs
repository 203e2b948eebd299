//! Maps the time of a sound to screen positions.

use egui::Rect;

/// Scale from seconds to the screen.
#[derive(Clone, Copy)]
pub struct Scale {
    pub rect: Rect,
    /// Start and end of the visible range, in seconds.
    pub shown: (f64, f64),
}

impl Scale {
    pub fn x(&self, seconds: f64) -> f32 {
        let part = (seconds - self.shown.0) / (self.shown.1 - self.shown.0);
        self.rect.left() + (part * f64::from(self.rect.width())) as f32
    }

    pub fn seconds(&self, x: f32) -> f64 {
        let part = f64::from((x - self.rect.left()) / self.rect.width().max(1.0));
        self.shown.0 + part * (self.shown.1 - self.shown.0)
    }
}
