//! A text that is laid out again only when it or its appearance changes.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Galley, Ui};

/// Cached layout of a text. `K` is the appearance: colours and marks.
pub struct LaidText<K> {
    cached: Option<(Key<K>, Arc<Galley>)>,
    /// Used share of the glyph texture; it shrinks when that texture is rebuilt.
    filled: f32,
}

#[derive(PartialEq)]
struct Key<K> {
    text: String,
    appearance: K,
    width: f32,
    pixels_per_point: f32,
}

impl<K> Default for LaidText<K> {
    fn default() -> Self {
        Self { cached: None, filled: 0.0 }
    }
}

impl<K: Clone + PartialEq> LaidText<K> {
    /// The laid-out text; `job` is called if it is not cached.
    pub fn galley(
        &mut self,
        ui: &Ui,
        text: &str,
        appearance: &K,
        width: f32,
        job: impl FnOnce() -> LayoutJob,
    ) -> Arc<Galley> {
        let pixels_per_point = ui.ctx().pixels_per_point();
        let filled = ui.fonts(|fonts| fonts.font_atlas_fill_ratio());
        let is_current = |key: &Key<K>| {
            key.text == text
                && key.appearance == *appearance
                && key.width.to_bits() == width.to_bits()
                && key.pixels_per_point.to_bits() == pixels_per_point.to_bits()
        };
        let cached =
            self.cached.as_ref().filter(|(key, _)| is_current(key) && filled >= self.filled);
        if let Some((_, galley)) = cached {
            return galley.clone();
        }
        let mut job = job();
        job.wrap.max_width = width;
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        let (text, appearance) = (text.to_owned(), appearance.clone());
        let key = Key { text, appearance, width, pixels_per_point };
        self.cached = Some((key, galley.clone()));
        self.filled = ui.fonts(|fonts| fonts.font_atlas_fill_ratio());
        galley
    }
}
