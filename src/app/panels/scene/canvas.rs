//! A render target that is painted into the window.

use egui::{Color32, Rect, TextureId, Ui};

use crate::app::ui::cells;
use crate::render::{Gpu, Shot, Viewport};

/// See the [module](self).
#[derive(Default)]
pub struct Canvas {
    pub viewport: Option<Viewport>,
    texture: Option<TextureId>,
}

impl Canvas {
    /// Size in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.viewport.as_ref().map_or((1, 1), Viewport::size)
    }

    /// `true` while a large picture is being drawn.
    pub fn is_drawing(&self) -> bool {
        self.viewport.as_ref().is_some_and(Viewport::is_drawing)
    }

    /// `true` if there is a picture to paint.
    pub fn is_drawn(&self) -> bool {
        self.viewport.as_ref().is_some_and(Viewport::is_drawn)
    }

    /// Renders the parts of `shot` that changed. `rect` is in points.
    pub fn render(
        &mut self,
        ui: &Ui,
        gpu: &Gpu,
        shared: Option<&egui_wgpu::RenderState>,
        rect: Rect,
        shot: &Shot,
    ) {
        let scale = ui.ctx().pixels_per_point();
        let size = (rect.size() * scale).round();
        let (width, height) = (size.x.max(1.0) as u32, size.y.max(1.0) as u32);
        let is_new = self.viewport.is_none();
        let viewport = self.viewport.get_or_insert_with(|| {
            let ctx = ui.ctx().clone();
            Viewport::new(gpu, width, height).sliced(move || ctx.request_repaint())
        });
        let is_another = viewport.resize(gpu, width, height) || is_new;
        viewport.render(gpu, shot);
        let Some(shared) = shared else { return };
        let mut renderer = shared.renderer.write();
        let nearest = wgpu::FilterMode::Nearest;
        match self.texture {
            Some(id) if is_another => renderer.update_egui_texture_from_wgpu_texture(
                &shared.device,
                viewport.texture(),
                nearest,
                id,
            ),
            Some(_) => {}
            None => {
                let view = viewport.texture();
                let id = renderer.register_native_texture(&shared.device, view, nearest);
                self.texture = Some(id);
            }
        }
    }

    /// Paints the target into `rect`, one texel per pixel, within `clip`.
    pub fn paint(&self, ui: &Ui, rect: Rect, clip: Rect, tint: Color32) {
        if let Some(texture) = self.texture {
            let scale = ui.ctx().pixels_per_point();
            let (width, height) = self.size();
            let size = egui::vec2(width as f32, height as f32) / scale;
            let min = (rect.min.to_vec2() * scale).round() / scale;
            let area = Rect::from_min_size(min.to_pos2(), size);
            let painter = ui.painter().with_clip_rect(clip.intersect(ui.clip_rect()));
            painter.image(texture, area, cells::WHOLE, tint);
        }
    }
}
