//! How wide a column is, and how its cells are painted.

use egui::{FontId, Role, Ui, vec2};

use crate::app::ui::named::Named;
use crate::app::ui::{GRID, Side, cells, theme};
use crate::scene::Table;

/// The font of a cell: digits have one width.
pub fn font_of(cell: &str) -> FontId {
    let of_numbers = |c: char| c.is_ascii_hexdigit() || "x.,-+ ".contains(c);
    let starts = cell.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    if starts && cell.chars().all(of_numbers) { theme::mono() } else { theme::body() }
}

/// Width and alignment of a column.
#[derive(Clone, Copy)]
pub struct Shape {
    pub width: f32,
    /// Numbers stand to the right.
    is_number: bool,
}

/// Rows that say how wide a column is.
const MEASURED: usize = 500;
const WIDEST: f32 = 64.0 * GRID;

impl Shape {
    /// As wide as the longest of its cells by `width`; a title has room for an arrow behind it.
    pub fn of(table: &Table, column: usize, width: &dyn Fn(&str) -> f32) -> Self {
        let cells = table.rows.iter().take(MEASURED).filter_map(|row| row.cells.get(column));
        let filled = cells.clone().filter(|cell| !cell.is_empty());
        let longest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
        // Which letters are wide is not known before; much shorter ones are not wider.
        let near = filled.clone().filter(|cell| cell.chars().count() * 4 >= longest * 3);
        let title = table.columns.get(column).map_or(0.0, |title| width(title) + 4.0 * GRID);
        let widest = near.map(|cell| width(cell)).fold(title, f32::max);
        let width = (widest + 5.0 * GRID).clamp(14.0 * GRID, WIDEST);
        let is_number = |cell: &String| cell.parse::<f64>().is_ok();
        Self { width, is_number: filled.clone().next().is_some() && filled.clone().all(is_number) }
    }

    /// Is the last column, which takes all the room that is left: to the right of that even a number
    /// would be far from its row.
    pub fn fill(&mut self) {
        self.is_number = false;
    }

    /// Paints a cell, which is all of `ui`; what is cut is told on hover.
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
