//! Draws the data inspector: a table of values, little-endian and big-endian.

use egui::{Rect, Role, Sense, Ui, UiBuilder};

use super::inspect::Reading;
use crate::app::model::Command;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, RowScroll, Side, Theme, cells, theme};

/// Height of a line.
const LINE: f32 = 18.0;
/// Smallest height: the headings and one line.
pub const MIN_HEIGHT: f32 = 2.0 * LINE + GRID;
/// From this width on, two tables are placed side by side.
const TWO_TABLES: f32 = 480.0;

fn tables(width: f32) -> usize {
    if width >= TWO_TABLES { 2 } else { 1 }
}

/// Height of the whole inspector.
pub fn height(readings: &[Reading], width: f32) -> f32 {
    (readings.len().div_ceil(tables(width)) + 1) as f32 * LINE + GRID
}

/// Draws the values; scrolls if they do not fit. A click copies a value. Returns the number of bytes of
/// the value under the pointer.
pub fn ui(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    scroll: &mut RowScroll,
    readings: &[Reading],
) -> Option<usize> {
    let theme = Theme::of(ui);
    let all = ui.available_rect_before_wrap();
    ui.painter().hline(all.x_range(), all.top() + 0.5, (1.0, theme.line));
    let tables = tables(all.width());
    let rows = readings.len().div_ceil(tables).max(1);
    let (head, below) = all.split_top_bottom_at_y(all.top() + LINE + GRID);
    let mut below = ui.new_child(UiBuilder::new().max_rect(below));
    let shown = scroll.show(&mut below, "Data inspector", rows as u64, LINE);
    let gap = 4.0 * GRID;
    let width = (shown.rect.width() - 2.0 * GRID - (tables - 1) as f32 * gap) / tables as f32;
    let part = |table: usize, line: Rect| {
        let left = line.left() + 2.0 * GRID + table as f32 * (width + gap);
        Rect::from_x_y_ranges(left..=left + width, line.y_range())
    };
    below.set_clip_rect(below.clip_rect().intersect(shown.rect));
    let mut hovered = None;
    for table in 0..tables {
        for (cell, text) in
            columns(part(table, head)).into_iter().zip(["type", "little-endian", "big-endian"])
        {
            cells::text(ui, cell, Side::Left, text, theme::small(), theme.weak);
        }
        for row in shown.rows.clone() {
            let Some(reading) = readings.get(table * rows + row as usize) else { continue };
            let line = part(table, shown.row_rect(row));
            if self::line(&below, cx, line, reading, &theme) {
                hovered = Some(reading.size);
            }
        }
    }
    hovered
}

fn columns(line: Rect) -> [Rect; 3] {
    let name = 60.0;
    let rest = (line.width() - name) / 2.0;
    let at = |from: f32, to: f32| {
        Rect::from_x_y_ranges(line.left() + from..=line.left() + to, line.y_range())
    };
    [at(0.0, name), at(name, name + rest - GRID), at(name + rest, name + 2.0 * rest)]
}

fn line(ui: &Ui, cx: &mut Ctx<'_>, rect: Rect, reading: &Reading, theme: &Theme) -> bool {
    let [name, little, big] = columns(rect);
    let wide = reading.big.is_none();
    let little = if wide { little.union(big) } else { little };
    let id = ui.scope_id().with(reading.name);
    let area = ui.interact(rect, id, Sense::HOVER);
    if area.contains_pointer() {
        ui.painter().rect_filled(rect, 0.0, theme.hover_fill);
    }
    cells::text(ui, name, Side::Left, reading.name, theme::small(), theme.weak);
    let values = [(little, Some(&reading.little)), (big, reading.big.as_ref())];
    for (at, (cell, text)) in values.into_iter().enumerate() {
        let Some(text) = text else { continue };
        let mut area = cell;
        if let Some(colour) = reading.swatches.and_then(|swatches| swatches.get(at).copied()) {
            area = cell.with_min_x(cells::swatch(ui, cell, colour.colour()).right() + GRID);
        }
        cells::text(ui, area, Side::Left, text, theme::mono(), theme.text);
        let response = ui.interact(cell, id.with(at), Sense::CLICK);
        let order = ["little-endian", "big-endian"][at];
        response.named(Role::Cell, format!("{} {order}: {text}", reading.name));
        if response.clicked() {
            cx.push(Command::Copy { what: "value", text: text.clone() });
        }
        response.on_hover_text(format!("{text}\nClick to copy"));
    }
    area.contains_pointer()
}
