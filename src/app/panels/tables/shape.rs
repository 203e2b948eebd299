//! How wide a column is, and how its cells are painted.

use egui::{Role, Ui, vec2};

use crate::app::ui::named::Named;
use crate::app::ui::{GRID, Side, cells};
use crate::scene::Table;

/// Width and alignment of a column.
#[derive(Clone, Copy)]
pub struct Shape {
    pub width: f32,
    /// Numbers stand to the right.
    is_number: bool,
}

/// Rows that say how wide a column is.
const MEASURED: usize = 500;
/// About the width of a letter.
const LETTER: f32 = 6.6;
const WIDEST: f32 = 64.0 * GRID;

impl Shape {
    pub fn of(table: &Table, column: usize) -> Self {
        let cells = table.rows.iter().take(MEASURED).filter_map(|row| row.cells.get(column));
        let filled = cells.clone().filter(|cell| !cell.is_empty());
        let title = table.columns.get(column).map_or(0, |title| title.chars().count());
        let longest = cells.map(|cell| cell.chars().count()).fold(title, usize::max);
        let width = (longest as f32 * LETTER + 5.0 * GRID).clamp(14.0 * GRID, WIDEST);
        let is_number = |cell: &String| cell.parse::<f64>().is_ok();
        Self { width, is_number: filled.clone().next().is_some() && filled.clone().all(is_number) }
    }

    /// Paints a cell, which is all of `ui`; what is cut is told on hover.
    pub fn cell(self, ui: &mut Ui, text: &str, font: egui::FontId, colour: egui::Color32) {
        let side = if self.is_number { Side::Right } else { Side::Left };
        let rect = ui.max_rect().intersect(ui.clip_rect());
        let inside = rect.shrink2(vec2(2.0 * GRID, 0.0));
        let is_cut = cells::text(ui, inside, side, text, font, colour);
        let response = ui.interact(rect, ui.scope_id().with("whole"), egui::Sense::hover());
        response.named(Role::Label, text);
        if is_cut {
            response.on_hover_text(text);
        }
    }
}
