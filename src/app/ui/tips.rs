//! Tooltips, and messages in empty panels.

use egui::{RectAlign, Response, RichText, Tooltip, Ui};
use egui_material_icons::MaterialIcon;

use super::{GRID, Theme, theme};

/// A tooltip next to a list row, so that the rows below stay visible.
pub fn beside(response: Response, content: impl FnOnce(&mut Ui)) -> Response {
    let mut tip = Tooltip::for_enabled(&response);
    let else_where = &[RectAlign::LEFT_START, RectAlign::BOTTOM_START, RectAlign::TOP_START];
    tip.popup = tip.popup.align(RectAlign::RIGHT_START).align_alternatives(else_where);
    tip.show(content);
    response
}

/// Message in an empty panel, with a hint about what to do.
pub fn empty_state(ui: &mut Ui, icon: MaterialIcon, headline: &str, hint: &str) {
    let theme = Theme::of(ui);
    let height = 84.0_f32.min(ui.available_height());
    ui.add_space(((ui.available_height() - height) * 0.4).max(0.0));
    ui.vertical_centered(|ui| {
        ui.label(icon.rich_text().size(28.0).color(theme.faint));
        ui.label(RichText::new(headline).color(theme.text));
        ui.label(RichText::new(hint).color(theme.weak).size(theme::SMALL + 1.0));
    });
}

/// A heading above a group of menu entries.
pub fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(GRID);
    ui.label(RichText::new(text).size(theme::SMALL).color(Theme::of(ui).weak));
}
