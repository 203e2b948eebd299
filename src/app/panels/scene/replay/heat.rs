//! Overdraw as colours over the picture.

use egui::{Color32, ColorImage, Rect, TextureHandle, TextureOptions, Ui, pos2};

use crate::app::ui::cells;
use crate::render::{DrawSequence, Overdraw, Shot};

/// Colours for one, two, … faces over a pixel; more have the last one.
pub const COLOURS: [Color32; 8] = [
    Color32::from_rgb(24, 32, 96),
    Color32::from_rgb(32, 80, 168),
    Color32::from_rgb(32, 144, 160),
    Color32::from_rgb(64, 168, 72),
    Color32::from_rgb(184, 184, 48),
    Color32::from_rgb(224, 136, 32),
    Color32::from_rgb(216, 56, 40),
    Color32::from_rgb(255, 224, 240),
];

/// The heat map, while it is on.
#[derive(Default)]
pub struct Heat {
    pub on: bool,
    /// Number of steps it was computed for, and the picture.
    shown: Option<(usize, Shown)>,
}

struct Shown {
    texture: TextureHandle,
    mean: f64,
    most: u32,
    /// Part of the texture that the picture shows; an enlarged frame buffer extends beyond the picture.
    uv: Rect,
}

impl Heat {
    /// Forgets the map after a change of the picture.
    pub fn clear(&mut self) {
        self.shown = None;
    }

    /// Computes the map if it is on and out of date.
    pub fn update(
        &mut self,
        ui: &Ui,
        shot: &Shot,
        size: (u32, u32),
        sequence: &DrawSequence,
        steps: usize,
    ) {
        if !self.on {
            return self.clear();
        }
        if self.shown.as_ref().is_some_and(|(known, _)| *known == steps) {
            return;
        }
        let map = Overdraw::new(shot, size, sequence, steps);
        let [width, height] = [map.size.0 as usize, map.size.1 as usize];
        let colour = |count: &u32| match (*count as usize).min(COLOURS.len()).checked_sub(1) {
            Some(at) => COLOURS[at],
            None => Color32::BLACK,
        };
        let pixels = map.counts.iter().map(colour).collect();
        let image = ColorImage::new([width, height], pixels);
        let texture = ui.ctx().load_texture("overdraw", image, TextureOptions::NEAREST);
        let step = (size.0.div_ceil(map.size.0).max(1)) as f32;
        let uv = pos2(
            size.0 as f32 / (map.size.0 as f32 * step),
            size.1 as f32 / (map.size.1 as f32 * step),
        );
        let uv = match map.size.0 > size.0 {
            true => cells::WHOLE,
            false => Rect::from_min_max(pos2(0.0, 0.0), uv),
        };
        let (mean, most) = (map.mean(), map.most());
        self.shown = Some((steps, Shown { texture, mean, most, uv }));
    }

    /// Average and maximum number of faces over a pixel.
    pub fn numbers(&self) -> Option<(f64, u32)> {
        self.shown.as_ref().map(|(_, shown)| (shown.mean, shown.most))
    }

    pub fn paint(&self, ui: &Ui, rect: Rect) {
        if let Some((_, shown)) = &self.shown {
            let tint = Color32::from_white_alpha(210);
            ui.painter().image(shown.texture.id(), rect, shown.uv, tint);
        }
    }
}
