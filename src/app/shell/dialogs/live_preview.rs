//! A picture that a worker draws for a dialog.

use egui::{ColorImage, Context, Rect, Role, Sense, TextureHandle, TextureOptions, Ui, vec2};

use crate::app::model::background::Newest;
use crate::app::panels::scene::CachedBuffers;
use crate::app::ui::named::Named;
use crate::app::ui::{GRID, cells, spinner};

/// Side of a square of the pattern behind transparent pixels, in points.
const SQUARE: f32 = 8.0;

/// The newest picture that was drawn; requests replace each other.
#[derive(Default)]
pub struct LivePreview {
    worker: Newest<Result<ColorImage, String>>,
    picture: Option<Result<TextureHandle, String>>,
    /// Buffers of the last picture.
    pub buffers: CachedBuffers,
}

impl LivePreview {
    /// Draws another picture on a worker. The previous one stays visible until then.
    pub fn request(
        &self,
        ctx: &Context,
        draw: impl FnOnce() -> Result<ColorImage, String> + Send + 'static,
    ) {
        let ctx = ctx.clone();
        self.worker.request("a preview", draw, move || ctx.request_repaint());
    }

    /// Shows the picture in the middle of an area of this size. Its name is `label`, followed by its size.
    pub fn show(&mut self, ui: &mut Ui, size: egui::Vec2, label: &str) {
        if let Some(drawn) = self.worker.take() {
            let load = |image| ui.load_texture("live preview", image, TextureOptions::LINEAR);
            self.picture = Some(drawn.map(load));
        }
        let (area, response) = ui.allocate_exact_size(size, Sense::hover());
        match &self.picture {
            Some(Ok(picture)) => {
                let scale = (area.size() / picture.size_vec2()).min_elem();
                let rect = Rect::from_center_size(area.center(), picture.size_vec2() * scale);
                cells::checker(&ui.painter_at(rect), rect, SQUARE);
                egui::Image::new(picture).paint_at(ui, rect);
                let [width, height] = picture.size();
                response.named(Role::Image, format!("{label}, {width}×{height}"));
            }
            Some(Err(why)) => {
                ui.place(area, egui::Label::new(why).wrap());
            }
            None => {
                ui.place(area, |ui: &mut Ui| {
                    ui.centered_and_justified(|ui| spinner(ui, GRID * 8.0)).response
                });
            }
        }
        if self.picture.is_some() && self.worker.is_pending() {
            let corner = Rect::from_min_size(area.min, vec2(6.0 * GRID, 6.0 * GRID));
            ui.place(corner, |ui: &mut Ui| spinner(ui, GRID * 4.0));
        }
    }
}
