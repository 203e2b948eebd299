//! The pixel of the picture whose colour is explained.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use egui::{Color32, Rect, Stroke, StrokeKind, Ui, vec2};

use super::content::Content;
use crate::app::model::background::Newest;
use crate::app::model::{AROUND, Command, PixelReport};
use crate::app::ui::Ctx;
use crate::render::{PixelIndex, PixelView, SceneBuffers, Shot};

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
    /// Content of `view`, once the view no longer changes.
    content: Option<Arc<Viewed>>,
    worker: Newest<Explained>,
    /// The pixel of `content` that was requested last.
    requested: Option<(u32, u32)>,
    /// A report was sent; without it in the state, the explanation was ended.
    reported: bool,
}

/// A resting view, and the index of its faces, which the first explained pixel makes.
struct Viewed {
    content: Content<Arc<SceneBuffers>>,
    index: Mutex<Option<PixelIndex>>,
}

/// The report on a pixel, and the view that it belongs to.
type Explained = (Arc<Viewed>, Option<Arc<PixelReport>>);

impl Viewed {
    /// Explains a pixel; `None` outside the picture. Slow: for a worker.
    fn explain(&self, pixel: (u32, u32)) -> Option<Arc<PixelReport>> {
        let (shot, size) = (self.content.shot(), self.content.size());
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let index = index.get_or_insert_with(|| PixelIndex::new(&shot, size));
        let explanation = index.explain(&shot, pixel)?;
        let offsets = (0..AROUND).map(|at| at as i32 - AROUND as i32 / 2);
        let offsets = offsets.clone().flat_map(|y| offsets.clone().map(move |x| (x, y)));
        let colour = |(right, down)| {
            let near = (pixel.0.checked_add_signed(right)?, pixel.1.checked_add_signed(down)?);
            Some(index.explain(&shot, near)?.colour)
        };
        let around = offsets.map(colour).collect();
        Some(Arc::new(PixelReport { explanation, size, around }))
    }
}

impl Explaining {
    /// Explains this pixel from now on.
    pub fn start(&mut self, pixel: (u32, u32)) {
        self.pixel = Some(pixel);
    }

    /// The explained pixel.
    pub fn pixel(&self) -> Option<(u32, u32)> {
        self.pixel
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

    /// Releases the scene; the pixel is explained again in the next picture.
    pub fn detach(&mut self) {
        (self.view, self.content, self.requested) = (None, None, None);
    }

    /// `true` until the pixel is explained.
    pub fn is_pending(&self) -> bool {
        self.pixel.is_some() && (self.requested != self.pixel || self.worker.is_pending())
    }

    /// Takes the last report, and requests another one if the pixel or the view changed and the view
    /// rests. Call it once per frame with the camera of that frame.
    pub fn update(&mut self, cx: &mut Ctx<'_>, ui: &Ui, shot: Option<Shot>, size: (u32, u32)) {
        if self.reported && cx.state.pixel.is_none() {
            self.stop();
        }
        let Some((x, y)) = self.pixel else { return };
        let Some(shot) = shot else { return };
        let view = PixelView::of(&shot, size);
        let now = ui.input(|input| input.time);
        if self.view.as_ref() != Some(&view) {
            self.changed = if self.view.is_none() { now - REST } else { now };
            self.view = Some(view);
            (self.content, self.requested) = (None, None);
        }
        if let Some((viewed, report)) = self.worker.take()
            && self.content.as_ref().is_some_and(|content| Arc::ptr_eq(content, &viewed))
        {
            self.reported = report.is_some();
            cx.push(Command::Explained(report));
        }
        let left = REST - (now - self.changed);
        if left > 0.0 {
            return ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
        }
        let pixel = (x.min(size.0.saturating_sub(1)), y.min(size.1.saturating_sub(1)));
        self.pixel = Some(pixel);
        let viewed = self.content.get_or_insert_with(|| {
            let content = Content::of_pixels(&shot, size);
            Arc::new(Viewed { content, index: Mutex::default() })
        });
        if self.requested.replace(pixel) != Some(pixel) {
            let (viewed, ctx) = (viewed.clone(), ui.ctx().clone());
            let work = move || {
                let report = viewed.explain(pixel);
                (viewed, report)
            };
            self.worker.request("Explaining a pixel", work, move || ctx.request_repaint());
        }
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
