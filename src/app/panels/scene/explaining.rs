//! The pixel of the picture whose colour is explained.

use std::sync::Arc;
use std::time::Duration;

use egui::{Color32, Rect, Stroke, StrokeKind, TextureId, Ui, vec2};

use super::content::Content;
use crate::app::model::background::Newest;
use crate::app::model::{Command, PixelReport};
use crate::app::ui::Ctx;
use crate::render::{PixelFaces, PixelIndex, PixelView, Shot};

/// Seconds without a change of the view after which its faces are indexed again.
const REST: f64 = 0.2;

/// State of the explained pixel.
#[derive(Default)]
pub struct Explaining {
    pixel: Option<(u32, u32)>,
    /// The pixel under the pointer becomes the explained one in the next frame.
    wanted: bool,
    view: Option<PixelView>,
    /// Time of the last change of `view`.
    changed: f64,
    /// Collects the faces of a view.
    worker: Newest<(PixelView, PixelFaces)>,
    /// The faces of `view` were requested.
    is_requested: bool,
    index: Option<PixelIndex>,
    /// The report is about `pixel` and `view`.
    done: bool,
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
        let view = PixelView::of(&shot, size);
        let now = ui.input(|input| input.time);
        if self.view.as_ref() != Some(&view) {
            self.changed = if self.view.is_none() { now - REST } else { now };
            self.view = Some(view);
            (self.index, self.is_requested, self.done) = (None, false, false);
        }
        if let Some((view, faces)) = self.worker.take()
            && self.view.as_ref() == Some(&view)
        {
            self.index = Some(PixelIndex::with(&shot, size, faces));
        }
        if self.done {
            return;
        }
        let Some(index) = &mut self.index else {
            let left = REST - (now - self.changed);
            return match left > 0.0 {
                true => ui.ctx().request_repaint_after(Duration::from_secs_f64(left)),
                false => self.request(ui, &shot, size),
            };
        };
        let pixel = (x.min(size.0.saturating_sub(1)), y.min(size.1.saturating_sub(1)));
        let explanation = index.explain(&shot, pixel);
        (self.pixel, self.done) = (Some(pixel), true);
        let report =
            explanation.map(|explanation| Arc::new(PixelReport { explanation, size, texture }));
        cx.push(Command::Explained(report));
    }

    /// Collects the faces on a worker.
    fn request(&mut self, ui: &Ui, shot: &Shot, size: (u32, u32)) {
        if std::mem::replace(&mut self.is_requested, true) {
            return;
        }
        let (view, content) = (PixelView::of(shot, size), Content::of(&shot.posed(), size));
        let work = move || (view, PixelFaces::new(&content.shot(), content.size()));
        let ctx = ui.ctx().clone();
        self.worker.request("Collecting the faces", work, move || ctx.request_repaint());
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
