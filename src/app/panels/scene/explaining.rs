//! The pixel of the picture whose colour is explained.

use std::sync::Arc;
use std::time::Duration;

use egui::{Color32, Rect, Stroke, StrokeKind, TextureId, Ui, vec2};

use crate::app::model::{Command, PixelReport};
use crate::app::ui::Ctx;
use crate::render::{Camera, Effects, Lighting, Overlay, PixelIndex, Shot};

/// Seconds that the view must rest before its faces are indexed again.
const REST: f64 = 0.2;

/// State of the explained pixel.
#[derive(Default)]
pub struct Explaining {
    pixel: Option<(u32, u32)>,
    /// The pixel under the pointer becomes the explained one in the next frame.
    wanted: bool,
    inputs: Option<Inputs>,
    index: Option<PixelIndex>,
    /// Time of the last change of `inputs`.
    changed: f64,
    /// The report is about `pixel` and `inputs`.
    done: bool,
}

/// Everything that an explanation depends on.
#[derive(Clone, PartialEq)]
struct Inputs {
    buffers: u64,
    camera: Camera,
    effects: Effects,
    lighting: Lighting,
    background: [u8; 3],
    first_faces: Option<u32>,
    size: (u32, u32),
    hides: u64,
}

impl Explaining {
    /// Explains this pixel from now on.
    pub fn start(&mut self, pixel: (u32, u32)) {
        (self.pixel, self.done) = (Some(pixel), false);
    }

    /// Explains the pixel under the pointer from the next frame on.
    pub fn start_at_pointer(&mut self) {
        self.wanted = true;
    }

    /// Explains `pointed`, the pixel under the pointer, if that was requested.
    pub fn take_pointed(&mut self, pointed: (u32, u32)) {
        if std::mem::take(&mut self.wanted) {
            self.start(pointed);
        }
    }

    /// Moves the pixel within a picture of `size` pixels.
    pub fn step(&mut self, [right, down]: [i32; 2], size: (u32, u32)) {
        let Some((x, y)) = self.pixel else { return };
        let within =
            |at: u32, by: i32, size: u32| at.saturating_add_signed(by).min(size.saturating_sub(1));
        self.start((within(x, right, size.0), within(y, down, size.1)));
    }

    /// Ends the explanation.
    pub fn stop(&mut self) {
        *self = Self::default();
    }

    /// Computes the report if it is out of date and the view rests. Call it once per frame with the
    /// camera of that frame.
    pub fn update(
        &mut self,
        cx: &mut Ctx<'_>,
        ui: &Ui,
        shot: Option<Shot>,
        (size, texture): ((u32, u32), Option<TextureId>),
    ) {
        if self.done && cx.state.pixel.is_none() {
            self.stop();
        }
        let Some((x, y)) = self.pixel else { return };
        let Some(shot) = shot else { return };
        let Shot { buffers, camera, options, overlay } = shot;
        let inputs = Inputs {
            buffers: buffers.version(),
            camera: *camera,
            effects: options.effects,
            lighting: options.lighting,
            background: options.background,
            first_faces: options.first_faces,
            size,
            hides: overlay.map_or(0, Overlay::hides),
        };
        let now = ui.input(|input| input.time);
        if self.inputs.as_ref() != Some(&inputs) {
            let is_first = self.inputs.is_none();
            self.inputs = Some(inputs);
            self.changed = if is_first { now - REST } else { now };
            (self.index, self.done) = (None, false);
        }
        if self.done {
            return;
        }
        let left = REST - (now - self.changed);
        if self.index.is_none() && left > 0.0 {
            return ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
        }
        let pixel = (x.min(size.0.saturating_sub(1)), y.min(size.1.saturating_sub(1)));
        let index = self.index.get_or_insert_with(|| PixelIndex::new(&shot, size));
        let explanation = index.explain(&shot, pixel);
        (self.pixel, self.done) = (Some(pixel), true);
        let report =
            explanation.map(|explanation| Arc::new(PixelReport { explanation, size, texture }));
        cx.push(Command::Explained(report));
    }

    /// Marks the pixel in the picture.
    pub fn paint(&self, ui: &Ui, rect: Rect) {
        let Some((x, y)) = self.pixel else { return };
        let scale = ui.ctx().pixels_per_point();
        let corner = rect.min + vec2(x as f32, y as f32) / scale;
        let cell = Rect::from_min_size(corner, vec2(1.0, 1.0) / scale);
        let painter = ui.painter().with_clip_rect(rect);
        for (grown, colour) in [(4.0, Color32::BLACK), (3.0, Color32::WHITE)] {
            let stroke = Stroke::new(1.0, colour);
            painter.rect_stroke(cell.expand(grown), 0.0, stroke, StrokeKind::Inside);
        }
    }
}
