//! Saved selections: select, combine and delete them, and save the selection.

use egui::{Key, Role, TextEdit, Ui, vec2};
use egui_material_icons::icons;

use super::sections::part;
use crate::app::model::document::notes::saved_selection::SavedSelection;
use crate::app::model::numbers::counted;
use crate::app::model::{Combine, Command, grouped, settings::CardPart};
use crate::app::ui::input::click_modifiers;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, cells, icon_button, theme};
use crate::library::timestamp;

/// See the [module](self).
#[derive(Default)]
pub struct SavedSelections {
    /// Name that is being typed.
    name: String,
    wants_focus: bool,
}

impl SavedSelections {
    /// Focuses the box for the name when it is next drawn.
    pub fn focus(&mut self) {
        self.wants_focus = true;
    }

    /// Draws the section, if selections of the file can be saved.
    pub fn section(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let state = cx.state;
        let Some(all) = state.saved_selections() else { return };
        part(ui, cx, CardPart::Saved, "Saved selections", |ui, cx| {
            for (name, saved) in all {
                row(ui, cx, name, saved);
            }
            if state.selection.is_some() {
                self.name_box(ui, cx);
            }
        });
    }

    fn name_box(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        ui.horizontal(|ui| {
            let name = self.name.trim();
            let is_known = cx.state.saved_selections().is_some_and(|all| all.contains_key(name));
            let title = if is_known { "Replace" } else { "Save" };
            let room = ui.available_width() - 18.0 * GRID;
            let edit = TextEdit::singleline(&mut self.name).hint_text("Name of this selection");
            let response = ui.add(edit.desired_width(room.max(16.0 * GRID)));
            let response = response.accessible_name("Name of this selection");
            if std::mem::take(&mut self.wants_focus) {
                response.request_focus();
                response.scroll_to_me(None);
            }
            let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let is_named = !self.name.trim().is_empty();
            let clicked = ui.button(title).clicked();
            self.wants_focus = clicked && !is_named;
            if is_named && (clicked || enter) {
                cx.push(Command::SaveSelection(std::mem::take(&mut self.name)));
            }
        });
    }
}

/// One saved selection: a click selects it, buttons combine or delete it.
fn row(ui: &mut Ui, cx: &mut Ctx<'_>, name: &str, saved: &SavedSelection) {
    let recall = |combine: Combine| Command::RecallSelection { name: name.to_owned(), combine };
    ui.allocate_ui_with_layout(
        vec2(ui.available_width(), ROW),
        egui::Layout::right_to_left(egui::Align::Center),
        |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let delete = Command::DeleteSelection(name.to_owned());
            for (icon, verb, command) in [
                (icons::ICON_DELETE, "Delete", delete),
                (icons::ICON_REMOVE, "Remove", recall(Combine::Remove)),
                (icons::ICON_ADD, "Add", recall(Combine::Add)),
            ] {
                if icon_button(ui, icon, &format!("{verb} {name}"), false).clicked() {
                    cx.push(command);
                }
            }
            let size = vec2(ui.available_width(), ROW);
            let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
            let theme = Theme::of(ui);
            if response.hovered() || response.has_focus() {
                ui.painter().rect_filled(rect, 2.0, theme.hover_fill);
            }
            let count = grouped(saved.count());
            let width = cells::width(ui, &count, theme::mono()) + 2.0 * GRID;
            let (left, right) = rect.split_left_right_at_x(rect.right() - width);
            let left = left.with_min_x(left.left() + GRID);
            cells::text(ui, left, Side::Left, name, theme::body(), theme.text);
            let right = right.with_max_x(right.right() - GRID);
            cells::text(ui, right, Side::Right, &count, theme::mono(), theme.weak);
            response.named(Role::Button, name);
            if response.clicked() {
                let modifiers = click_modifiers(ui);
                cx.push(recall(match (modifiers.command, modifiers.shift) {
                    (true, _) => Combine::Remove,
                    (_, true) => Combine::Add,
                    _ => Combine::Replace,
                }));
            }
            let tip = format!(
                "{}, saved {}\nShift adds, Ctrl removes",
                counted(saved.count(), "element"),
                timestamp::for_display(saved.when())
            );
            response.on_hover_text(tip);
        },
    );
}
