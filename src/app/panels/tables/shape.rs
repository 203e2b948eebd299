//! Width and alignment of table columns.

use egui::{FontId, Role, Ui, vec2};

use crate::app::ui::named::Named;
use crate::app::ui::{GRID, Side, cells, theme};
use crate::scene::Table;

/// Font of a cell; digits have a constant width.
pub fn font_of(cell: &str) -> FontId {
    let of_numbers = |c: char| c.is_ascii_hexdigit() || "x.,-+ ".contains(c);
    let starts = cell.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    if starts && cell.chars().all(of_numbers) { theme::mono() } else { theme::body() }
}

/// Width and alignment of a column.
#[derive(Clone, Copy)]
pub struct Shape {
    pub width: f32,
    /// Numbers are right-aligned.
    is_number: bool,
}

/// Number of rows that are measured for the width of a column.
const MEASURED: usize = 500;
const WIDEST: f32 = 64.0 * GRID;

impl Shape {
    /// Shape of a column that fits its longest cell, measured with `width`; the heading includes space
    /// for the sort arrow.
    pub fn of(table: &Table, column: usize, width: &dyn Fn(&str) -> f32) -> Self {
        let cells = table.rows.iter().take(MEASURED).filter_map(|row| row.cells.get(column));
        let filled = cells.clone().filter(|cell| !cell.is_empty());
        let longest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
        // Only cells with nearly the most characters are measured; shorter ones are not wider.
        let near = filled.clone().filter(|cell| cell.chars().count() * 4 >= longest * 3);
        let title = table.columns.get(column).map_or(0.0, |title| width(title) + 4.0 * GRID);
        let widest = near.map(|cell| width(cell)).fold(title, f32::max);
        let width = (widest + 5.0 * GRID).clamp(14.0 * GRID, WIDEST);
        let is_number = |cell: &String| cell.parse::<f64>().is_ok();
        Self { width, is_number: filled.clone().next().is_some() && filled.clone().all(is_number) }
    }

    /// Marks the last column, which takes the remaining width. It is left-aligned, because right-aligned
    /// numbers would be far from the rest of their row.
    pub fn fill(&mut self) {
        self.is_number = false;
    }

    /// Draws a cell that fills `ui`; a truncated text is shown in full on hover.
    pub fn cell(self, ui: &mut Ui, text: &str, font: FontId, colour: egui::Color32) {
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
