//! The data inspector on the screen: a table of readings, little-endian and big-endian.

use egui::{Rect, Sense, Ui, pos2, vec2};

use super::inspect::Reading;
use crate::app::command::{Command, Commands};
use crate::app::theme::{self, GRID, Theme};
use crate::app::widgets::cells::{self, Side};

/// Height of a line.
const LINE: f32 = 18.0;
/// From this width on there are two tables beside each other.
const TWO_TABLES: f32 = 480.0;

fn tables(width: f32) -> usize {
    if width >= TWO_TABLES { 2 } else { 1 }
}

/// Height of the whole inspector.
pub fn height(readings: &[Reading], width: f32) -> f32 {
    (readings.len().div_ceil(tables(width)) + 1) as f32 * LINE + 2.0 * GRID
}

/// Paints the readings. A click copies a value. Returns how many bytes the reading under the
/// pointer takes.
pub fn ui(ui: &mut Ui, readings: &[Reading], commands: &mut Commands) -> Option<usize> {
    let theme = Theme::of(ui);
    let all = ui.available_rect_before_wrap();
    ui.painter().hline(all.x_range(), all.top() + 0.5, (1.0, theme.line));
    let all = all.shrink2(vec2(2.0 * GRID, GRID));
    let tables = tables(all.width() + 4.0 * GRID);
    let rows = readings.len().div_ceil(tables).max(1);
    let width = (all.width() - (tables - 1) as f32 * 4.0 * GRID) / tables as f32;
    let mut hovered = None;
    for (table, part) in readings.chunks(rows).enumerate() {
        let left = all.left() + table as f32 * (width + 4.0 * GRID);
        let line = |row: usize| {
            let top = all.top() + row as f32 * LINE;
            Rect::from_min_size(pos2(left, top), vec2(width, LINE))
        };
        let columns = columns(line(0));
        for (cell, text) in columns.into_iter().zip(["type", "little-endian", "big-endian"]) {
            cells::text(ui, cell, Side::Left, text, theme::small(), theme.faint);
        }
        for (row, reading) in part.iter().enumerate() {
            if self::line(ui, line(row + 1), reading, &theme, commands) {
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

fn line(ui: &Ui, rect: Rect, reading: &Reading, theme: &Theme, commands: &mut Commands) -> bool {
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
        let mut place = cell;
        if let Some(colour) = reading.swatches.and_then(|swatches| swatches.get(at).copied()) {
            place = cell.with_min_x(cells::swatch(ui, cell, colour.colour()).right() + GRID);
        }
        cells::text(ui, place, Side::Left, text, theme::mono(), theme.text);
        let response = ui.interact(cell, id.with(at), Sense::CLICK);
        let order = ["little-endian", "big-endian"][at];
        response.widget_info(|| {
            let label = format!("{} {order}: {text}", reading.name);
            egui::WidgetInfo::labeled(egui::Role::Cell, true, label)
        });
        if response.clicked() {
            commands.push(Command::Copy { what: "value", text: text.clone() });
        }
        response.on_hover_text(format!("{text}\nClick copies it"));
    }
    area.contains_pointer()
}
