//! The pixels around the explained one, enlarged.

use egui::{Color32, Id, Key, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

use crate::app::model::{AROUND, Command, PanelId, PixelReport};
use crate::app::ui::input::{key_area, take_presses, takes_keys};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, Theme};

/// Pixels that the arrow keys move by with Shift.
const FAR: i32 = 8;

/// Points of an enlarged pixel.
const CELL: f32 = 12.0;

/// Draws the pixels. A click chooses another one, and arrow keys while `area` has the focus.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>, area: Id, report: &PixelReport) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(CELL * AROUND as f32), Sense::CLICK);
    let (x, y) = report.explanation.pixel;
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, Theme::of(ui).mat);
    let cell = |column: usize, row: usize| {
        let corner: Pos2 = rect.min + vec2(column as f32, row as f32) * CELL;
        Rect::from_min_size(corner, Vec2::splat(CELL))
    };
    for (row, colours) in report.around.chunks(AROUND).enumerate() {
        for (column, colour) in colours.iter().enumerate() {
            if let Some([r, g, b]) = colour {
                painter.rect_filled(cell(column, row), 0.0, Color32::from_rgb(*r, *g, *b));
            }
        }
    }
    let centre = cell(AROUND / 2, AROUND / 2);
    for (grown, colour) in [(1.0, Color32::BLACK), (0.0, Color32::WHITE)] {
        let stroke = Stroke::new(1.0, colour);
        painter.rect_stroke(centre.expand(grown), 0.0, stroke, StrokeKind::Inside);
    }
    key_area(ui, area, rect, Role::Group, "Explained pixel");
    if takes_keys(ui, area, cx.state.focus == PanelId::PIXEL) {
        let stroke = ui.visuals().selection.stroke;
        ui.painter().rect_stroke(rect, 0.0, stroke, StrokeKind::Outside);
        keys(ui, cx);
    }
    if response.clicked()
        && let Some(pos) = response.interact_pointer_pos()
    {
        let at = (pos - rect.min) / CELL;
        let by = |at: f32| (at as i32).clamp(0, AROUND as i32 - 1) - AROUND as i32 / 2;
        cx.push(Command::StepPixel([by(at.x), by(at.y)]));
        ui.memory_mut(|memory| memory.request_focus(area));
    }
    response.named(Role::Image, format!("Pixels around {x}, {y}"));
    response.on_hover_text(
        "Click a pixel to explain it. Arrow keys move by one pixel, with Shift by 8.",
    );
}

/// Moves the pixel.
fn keys(ui: &Ui, cx: &mut Ctx<'_>) {
    let keys = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
    for (key, modifiers) in take_presses(ui, &keys) {
        let by = if modifiers.shift { FAR } else { 1 };
        cx.push(Command::StepPixel(match key {
            Key::ArrowLeft => [-by, 0],
            Key::ArrowRight => [by, 0],
            Key::ArrowUp => [0, -by],
            _ => [0, by],
        }));
    }
}
