//! Choice of the animations that a GLB contains.

use egui::{ScrollArea, TextWrapMode, Ui};

use crate::app::model::{grouped, numbers::counted};
use crate::app::ui::ROW;
use crate::export::GlbAnimations;

/// Rows of the list of animations before it scrolls.
const ROWS: f32 = 14.0;
/// Width of the list in points.
const WIDTH: f32 = 260.0;

/// The row of the dialog: all, none, or those chosen in a list.
pub(super) fn row(ui: &mut Ui, chosen: &mut GlbAnimations, names: &[&str]) {
    ui.label("GLB animations");
    ui.horizontal(|ui| {
        ui.selectable_value(chosen, GlbAnimations::All, "All");
        ui.selectable_value(chosen, GlbAnimations::None, "None");
        let is_partial = matches!(chosen, GlbAnimations::Named(_));
        let count = names.iter().filter(|name| chosen.contains(name)).count() as u64;
        let text = match is_partial {
            true => format!("{} of {}", grouped(count), grouped(names.len() as u64)),
            false => "Choose…".to_owned(),
        };
        let button = ui.selectable_label(is_partial, text);
        let button = button.on_hover_text(counted(names.len() as u64, "animation"));
        egui::Popup::menu(&button)
            .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
            .show(|ui| list(ui, chosen, names));
    });
    ui.end_row();
}

/// A checkbox for each animation.
fn list(ui: &mut Ui, chosen: &mut GlbAnimations, names: &[&str]) {
    ui.set_width(WIDTH);
    ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
    let area = ScrollArea::vertical().max_height(ROWS * ROW).auto_shrink([false, true]);
    area.show_rows(ui, ROW, names.len(), |ui, range| {
        for name in names.get(range).unwrap_or_default() {
            let mut is_on = chosen.contains(name);
            if ui.checkbox(&mut is_on, *name).changed() {
                *chosen = chosen.with(name, is_on, names);
            }
        }
    });
}
