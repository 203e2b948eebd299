//! The menu bar, built from the command table.

use egui::{Button, Ui};
use egui_material_icons::icons;

use crate::app::model::{Command, document::paths};
use crate::app::shell::commands::table;
use crate::app::ui::{
    Ctx, Theme, icon_button,
    menus::{blank, item, scrolled},
    shortcuts::{
        self,
        command_info::{CommandInfo, Menu},
    },
};

/// Draws the menu bar. `takes_focus` gives its first menu the focus.
pub fn bar(ui: &mut Ui, cx: &mut Ctx<'_>, mut takes_focus: bool) {
    egui::MenuBar::new().ui(ui, |ui| {
        for menu in Menu::BAR {
            let shown = ui.menu_button(menu.title(), |ui| {
                scrolled(ui, |ui| content(ui, cx, menu));
            });
            if std::mem::take(&mut takes_focus) {
                shown.response.request_focus();
            }
        }
    });
}

/// The rows of a menu, with its submenus.
fn content(ui: &mut Ui, cx: &mut Ctx<'_>, menu: Menu) {
    match menu {
        Menu::Recent => recent(ui, cx),
        Menu::SavedViews => return saved_views(ui, cx),
        Menu::Layout => layouts(ui, cx),
        Menu::View => {
            submenu(ui, cx, Menu::Panels);
            submenu(ui, cx, Menu::Layout);
        }
        _ => {}
    }
    for entry in table().iter().filter(|entry| entry.menu == menu) {
        item(ui, cx, entry);
        match entry.command {
            Command::OpenByName => submenu(ui, cx, Menu::Recent),
            Command::SaveCopy => submenu(ui, cx, Menu::Changes),
            Command::Reload => submenu(ui, cx, Menu::Compare),
            Command::ExportTurn => submenu(ui, cx, Menu::Pictures),
            _ => {}
        }
    }
    let last: &[Menu] = match menu {
        Menu::View => &[Menu::Texture],
        Menu::Scene => &[Menu::Overlays, Menu::Effects],
        Menu::Go => &[Menu::SavedViews],
        _ => return,
    };
    ui.separator();
    last.iter().for_each(|menu| submenu(ui, cx, *menu));
}

/// The button of a submenu; greyed out if the submenu is empty.
fn submenu(ui: &mut Ui, cx: &mut Ctx<'_>, menu: Menu) {
    let icon = match menu {
        Menu::Recent => icons::ICON_HISTORY.rich_text().color(Theme::of(ui).weak),
        Menu::Pictures => icons::ICON_PHOTO_CAMERA.rich_text().color(Theme::of(ui).weak),
        Menu::Layout => icons::ICON_DASHBOARD.rich_text().color(Theme::of(ui).weak),
        Menu::Compare => icons::ICON_DIFFERENCE.rich_text().color(Theme::of(ui).weak),
        _ => blank(),
    };
    let has_rows = menu != Menu::Recent || !cx.state.files.recent.is_empty();
    ui.add_enabled_ui(has_rows, |ui| {
        ui.menu_button((icon, menu.title()), |ui| {
            scrolled(ui, |ui| content(ui, cx, menu));
        });
    });
}

/// The saved views, each with a delete button, and a submenu that saves the current view.
fn saved_views(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let views = cx.state.own_sidecar().map(|sidecar| &sidecar.views);
    for (slot, view) in views.into_iter().flatten() {
        ui.horizontal(|ui| {
            let tip = format!("Delete view {slot}");
            if icon_button(ui, icons::ICON_DELETE, &tip, false).clicked() {
                cx.push(Command::DeleteView(*slot));
            }
            let command = Command::RecallView(*slot);
            let title = format!("View {slot}: {}", view.in_words());
            let button = Button::new(title).shortcut_text(shortcuts::keys_of(&command));
            if ui.add_enabled(shortcuts::is_enabled(&command, cx.state), button).clicked() {
                cx.push(command);
                ui.close();
            }
        });
    }
    if views.is_none_or(|views| views.is_empty()) {
        ui.weak("No saved views");
    }
    ui.separator();
    ui.menu_button("Save view as", |ui| {
        let saves = |entry: &&CommandInfo| matches!(entry.command, Command::StoreView(_));
        for entry in table().iter().filter(saves) {
            item(ui, cx, entry);
        }
    });
}

/// The saved layouts, each with a delete button.
fn layouts(ui: &mut Ui, cx: &mut Ctx<'_>) {
    for name in &cx.state.layout_names {
        ui.horizontal(|ui| {
            let tip = format!("Delete layout {name}");
            if icon_button(ui, icons::ICON_DELETE, &tip, false).clicked() {
                cx.commands.push(Command::DeleteLayout(name.clone()));
            }
            if ui.button(name).clicked() {
                cx.commands.push(Command::ShowLayout(name.clone()));
                ui.close();
            }
        });
    }
    if cx.state.layout_names.is_empty() {
        ui.weak("No saved layouts");
    }
}

/// The recent files, each with a pin.
fn recent(ui: &mut Ui, cx: &mut Ctx<'_>) {
    for recent in &cx.state.files.recent {
        let missing = cx.state.files.missing.contains(&recent.path);
        ui.horizontal(|ui| {
            let tip = if recent.pinned { "Unpin" } else { "Pin: keep in this list" };
            if icon_button(ui, icons::ICON_KEEP, tip, recent.pinned).clicked() {
                cx.push(Command::PinRecent(recent.path.clone()));
            }
            let response = ui
                .add_enabled(!missing, Button::new(paths::name(&recent.path)))
                .on_hover_text(&recent.path)
                .on_disabled_hover_text(format!("Not found: {}", recent.path));
            if response.clicked() {
                cx.push(Command::Open(recent.path.clone()));
                ui.close();
            }
        });
    }
}
