//! Content of the window's centre while no scene is displayed.

use egui::Ui;
use egui_material_icons::icons;

use super::start_page;
use crate::app::model::{Command, Doc, numbers};
use crate::app::panels::open_as;
use crate::app::ui::{Ctx, GRID, tips};
use crate::formats::described;
use crate::library::plain;

/// Explains why there is no scene, and what to do.
pub(super) fn instead(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let icon = icons::ICON_DEPLOYED_CODE;
    if let Some(why) = &cx.state.failure {
        tips::empty_state(ui, icons::ICON_ERROR, "The file could not be opened", why);
    } else if cx.state.scene().is_some() {
        let hint = "Fields and Bytes work without one; see Help › Diagnostics";
        tips::empty_state(ui, icon, "No graphics adapter can draw the scene", hint);
    } else if let Some(doc) = &cx.state.doc {
        without_scene(ui, cx, doc);
    } else {
        start_page::show(ui, cx);
    }
}

fn without_scene(ui: &mut Ui, cx: &mut Ctx<'_>, doc: &Doc) {
    let opened = &doc.opened;
    let name = opened.document.format.name;
    if opened.document.format.id == plain::BYTES.id {
        let mut reason = opened.reason.chars();
        let first = reason.next().map(char::to_uppercase);
        let why: String = first.into_iter().flatten().chain(reason).collect();
        let headline = format!("{name}, {}", numbers::size(opened.stored.len()));
        tips::empty_state(ui, icons::ICON_GRID_ON, &headline, &why);
        ui.add_space(2.0 * GRID);
        ui.vertical_centered(|ui| {
            ui.menu_button("Open as…", |ui| open_as::menu(ui, cx, &opened.path));
            ui.add_space(GRID);
            if ui.button("Describe format").clicked() {
                cx.push(Command::Describe);
            }
        });
        return;
    }
    let headline = format!("{name}: no scene to display");
    let is_described = described(&opened.document).is_some();
    let hint = match is_described {
        true => "Its description has no meshes, pictures or sounds in the key -gouraud",
        false => "Its fields and bytes are on the right",
    };
    tips::empty_state(ui, icons::ICON_DEPLOYED_CODE, &headline, hint);
    if is_described {
        ui.add_space(2.0 * GRID);
        ui.vertical_centered(|ui| {
            if ui.button("Edit description").clicked() {
                cx.push(Command::Describe);
            }
        });
    }
}
