//! Toolbars.

use egui::{Align, Layout, Ui, vec2};

use super::{GRID, ROW};

/// A toolbar that is laid out from its right end, so that a text box, which comes last, gets the
/// remaining width.
pub fn from_right(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.add_space(GRID);
    let size = vec2(ui.available_width(), ROW + GRID);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        ui.add_space(GRID);
        add(ui);
    });
}
