//! Displays a video instead of a scene; the blocks of its frames link to their bits.

use egui::{
    Color32, ColorImage, CursorIcon, Rect, Response, TextureHandle, TextureOptions, Ui, Vec2,
};
use egui::{emath::GuiRounding, pos2, vec2};

use super::loading;
use crate::app::model::SelectionTarget;
use crate::app::ui::{Ctx, Theme};
use crate::scene::{Video, VideoFrame};

/// Side of a block, in pixels.
const BLOCK: u32 = 4;

/// The displayed frame, as a texture.
#[derive(Default)]
pub struct Screen {
    /// Generation of the document, the frame, and its picture.
    shown: Option<(u64, u32, TextureHandle)>,
}

impl Screen {
    pub fn is_shown(&self) -> bool {
        self.shown.is_some()
    }

    /// Draws the video of the open document into `rect`.
    pub fn show(&mut self, ui: &Ui, cx: &mut Ctx<'_>, rect: Rect, response: &Response) {
        ui.painter().rect_filled(rect, 0.0, Theme::of(ui).mat);
        let Some((_, film)) = cx.state.film() else { return };
        let Some((frame, still)) = cx.state.motion.screening.picture() else {
            return loading(ui, rect);
        };
        let (generation, frame, film) = (cx.state.generation(), *frame, film.clone());
        if !matches!(&self.shown, Some((g, f, _)) if (*g, *f) == (generation, frame)) {
            self.upload(ui, (generation, frame), still, &film);
        }
        let Some((_, _, texture)) = &self.shown else { return };
        let area = area(rect, &film);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(texture.id(), area, whole, Color32::WHITE);
        point(ui, cx, (area, response), &film, (frame, still));
        describe(response, &film, frame);
    }

    fn upload(&mut self, ui: &Ui, key: (u64, u32), still: &VideoFrame, film: &Video) {
        let rgb: Vec<u8> = still.rgb().flatten().collect();
        let size = [film.width as usize, film.height as usize];
        let image = ColorImage::from_rgb(size, &rgb);
        let options = TextureOptions {
            magnification: egui::TextureFilter::Nearest,
            ..TextureOptions::LINEAR
        };
        // Reuses the texture of the previous frame.
        match &mut self.shown {
            Some((_, _, texture)) if texture.size() == size => texture.set(image, options),
            _ => {
                let texture = ui.ctx().load_texture("film", image, options);
                self.shown = Some((key.0, key.1, texture));
            }
        }
        if let Some((generation, frame, _)) = &mut self.shown {
            (*generation, *frame) = key;
        }
    }
}

/// Rectangle of the frame: as large as possible, at an integer scale from 2× up.
fn area(rect: Rect, film: &Video) -> Rect {
    let size = vec2(film.width as f32, film.shown_height() as f32);
    let fit = (rect.width() / size.x).min(rect.height() / size.y);
    let factor = if fit >= 2.0 { fit.floor() } else { fit };
    Rect::from_center_size(rect.center(), size * factor).round_ui()
}

/// Shows the block under the pointer and selects its bits.
fn point(
    ui: &Ui,
    cx: &mut Ctx<'_>,
    (area, response): (Rect, &Response),
    film: &Video,
    (frame, still): (u32, &VideoFrame),
) {
    let Some(pos) = response.hover_pos().filter(|pos| area.contains(*pos)) else { return };
    let at = (pos - area.min) / area.size();
    let pixel = |part: f32, count: u32| ((part * count as f32) as u32).min(count.saturating_sub(1));
    let (x, y) = (pixel(at.x, film.width), pixel(at.y, film.height));
    let one = area.size() / vec2(film.width as f32, film.height as f32);
    let corner = vec2((x / BLOCK * BLOCK) as f32, (y / BLOCK * BLOCK) as f32);
    let block = Rect::from_min_size(area.min + corner * one, Vec2::splat(BLOCK as f32) * one);
    let stroke = egui::Stroke::new(1.0, Theme::of(ui).accent);
    ui.painter().rect_stroke(block, 0.0, stroke, egui::StrokeKind::Outside);
    ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    let index = still.pixels.get((y * film.width + x) as usize).copied().unwrap_or(0);
    let [r, g, b] = still.colours[usize::from(index)];
    let text = format!("({x}, {y})  colour {index}  #{r:02x}{g:02x}{b:02x}");
    let response = response.clone().on_hover_text_at_pointer(text);
    if response.clicked()
        && let Some(origin) = film.data.block(frame, [x, y])
    {
        cx.select(SelectionTarget::Path { source: origin.span.source, path: origin.path });
    }
}

/// Accessible description of the frame.
fn describe(response: &Response, film: &Video, frame: u32) {
    let words = format!("Frame {frame} of {}", film.frames);
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Video");
        info.current_text_value = Some(words.clone());
        info
    });
}
