//! Menu rows that duplicate, remove and add elements of the file's lists.

use egui::containers::menu::{MenuConfig, SubMenuButton};
use egui::{PopupCloseBehavior, Role, Ui};

use super::row::Row;
use crate::app::model::Command;
use crate::app::model::edits::Edit;
use crate::app::ui::Ctx;
use crate::app::ui::menus;
use crate::app::ui::named::Named;
use crate::edit::EditOp;
use crate::formats::ListMenu;
use crate::scene::CodingUse;

/// Adds the rows for the list changes that the format supports for this field.
pub fn rows(ui: &mut Ui, cx: &mut Ctx<'_>, row: &Row) {
    let field = &row.field;
    let Some(file) = cx.state.file_of(field.span.source) else { return };
    let ListMenu { copy, remove, add } = file.document.content.editable().list_menu(&field.path);
    if row.bit.is_some() || !(copy || remove || add.is_some()) {
        return;
    }
    let (file, path) = (file.path.clone(), field.path.clone());
    let edit = |verb: &str, order: EditOp| {
        let name = format!("{verb} {path}");
        let path = file.clone();
        Command::Edit(Box::new(Edit { path, name, orders: vec![order], ..Edit::default() }))
    };
    ui.separator();
    if copy {
        let order = EditOp::Copy { copy: path.clone().into() };
        menus::entry(ui, cx, "Duplicate element", edit("duplicate", order));
    }
    if remove {
        let order = EditOp::Remove { remove: path.clone().into() };
        menus::entry(ui, cx, "Remove element", edit("remove", order));
    }
    if let Some(example) = add {
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let button = SubMenuButton::new("Add property").config(config);
        let shown = button.ui(ui, |ui| {
            if let Some(name) = entered(ui, example) {
                let (add, coding) = (path.clone(), CodingUse::Keep);
                let order = EditOp::Add { add, name, with: None, bump: None, coding };
                cx.push(edit("add a property to", order));
            }
        });
        shown.0.named(Role::Button, "Add property");
    }
}

/// An edit box; returns its text after Enter.
fn entered(ui: &mut Ui, example: &str) -> Option<String> {
    let at = ui.scope_id().with("new property");
    let mut text = ui.data(|data| data.get_temp::<String>(at)).unwrap_or_default();
    let field = egui::TextEdit::singleline(&mut text).hint_text(example).desired_width(200.0);
    let response = ui.add(field).accessible_name("New property");
    ui.weak("Enter adds it; a name without a value adds a group");
    let is_done = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if is_done && !text.trim().is_empty() {
        ui.data_mut(|data| data.remove_temp::<String>(at));
        ui.close();
        return Some(text);
    }
    // Clicks and keys go to the box from the start.
    if !response.lost_focus() && ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    ui.data_mut(|data| data.insert_temp(at, text));
    None
}
