//! The pixels around the explained one, enlarged.

use egui::{Color32, Rect, Role, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::app::model::{Command, PixelReport};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, Theme};

/// Pixels across and down.
const PIXELS: i32 = 9;

/// Points of an enlarged pixel.
const CELL: f32 = 12.0;

/// Draws the part of the picture around the pixel; a click moves the pixel.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>, report: &PixelReport) {
    let side = CELL * PIXELS as f32;
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::CLICK);
    let (x, y) = report.explanation.pixel;
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, Theme::of(ui).mat);
    let size = vec2(report.size.0 as f32, report.size.1 as f32);
    let first = pos2(x as f32, y as f32) - vec2(1.0, 1.0) * (PIXELS / 2) as f32;
    if let Some(picture) = report.texture {
        // The whole picture, enlarged and clipped: parts beyond its border stay empty.
        let area = Rect::from_min_size(rect.min - first.to_vec2() * CELL, size * CELL);
        painter.image(picture, area, crate::app::ui::cells::WHOLE, Color32::WHITE);
    }
    let half = (PIXELS / 2) as f32;
    let centre = Rect::from_min_size(rect.min + vec2(half, half) * CELL, vec2(CELL, CELL));
    for (grown, colour) in [(1.0, Color32::BLACK), (0.0, Color32::WHITE)] {
        let stroke = Stroke::new(1.0, colour);
        painter.rect_stroke(centre.expand(grown), 0.0, stroke, StrokeKind::Inside);
    }
    if response.clicked()
        && let Some(pos) = response.interact_pointer_pos()
    {
        let cell = (pos - rect.min) / CELL;
        let by = |at: f32| (at as i32).clamp(0, PIXELS - 1) - PIXELS / 2;
        cx.push(Command::StepPixel([by(cell.x), by(cell.y)]));
    }
    response.named(Role::Image, format!("Pixels around {x}, {y}"));
    response.on_hover_text(
        "Click a pixel to explain it. Arrow keys move by one pixel, with Shift by 8.",
    );
}
