//! The menu bar, made from the table of commands.

use egui::{Button, Ui};

use crate::app::model::{Command, enabled, paths};
use crate::app::shell::commands::table;
use crate::app::ui::{
    Ctx, Theme,
    menus::item,
    shortcuts::{
        self,
        entry::{Entry, Menu},
    },
};

/// Draws the menu bar.
pub fn bar(ui: &mut Ui, cx: &mut Ctx<'_>) {
    egui::MenuBar::new().ui(ui, |ui| {
        for menu in Menu::BAR {
            ui.menu_button(menu.title(), |ui| {
                if menu == Menu::View {
                    return view_menu(ui, cx);
                }
                for entry in table().iter().filter(|entry| entry.menu == menu) {
                    item(ui, cx, entry);
                    if entry.command == Command::OpenByName {
                        recent_menu(ui, cx);
                    }
                }
                if menu == Menu::Go {
                    ui.separator();
                    ui.menu_button(Menu::StoredViews.title(), |ui| {
                        stored_views(ui, cx);
                    });
                }
            });
        }
    });
}

/// Panels in a menu of their own, so that the others stay in sight.
fn view_menu(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let (panels, others): (Vec<&Entry>, Vec<&Entry>) = table()
        .iter()
        .filter(|entry| entry.menu == Menu::View)
        .partition(|entry| matches!(entry.command, Command::ShowPanel(_)));
    ui.menu_button("Panels", |ui| {
        for (at, entry) in panels.into_iter().enumerate() {
            let block = entry.block && at > 0;
            item(ui, cx, &Entry { block, ..entry.clone() });
        }
    });
    for entry in others {
        item(ui, cx, entry);
    }
}

/// The views that are stored, each with a way to delete it, and where to store the next.
fn stored_views(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let views = cx.state.own_sidecar().map(|sidecar| &sidecar.views);
    for (slot, view) in views.into_iter().flatten() {
        ui.horizontal(|ui| {
            let delete = egui_material_icons::icons::ICON_DELETE;
            let tip = format!("Delete view {slot}");
            if crate::app::ui::icon_button(ui, delete, &tip, false).clicked() {
                cx.push(Command::DeleteView(*slot));
            }
            let command = Command::RecallView(*slot);
            let title = format!("View {slot}: {}", view.in_words());
            let button = Button::new(title).shortcut_text(shortcuts::keys_of(&command));
            if ui.add_enabled(enabled::is_enabled(&command, cx.state), button).clicked() {
                cx.push(command);
                ui.close();
            }
        });
    }
    if views.is_none_or(|views| views.is_empty()) {
        ui.weak("No view of this file is stored");
    }
    ui.separator();
    ui.menu_button("Store the view as", |ui| {
        let stores = |entry: &&Entry| matches!(entry.command, Command::StoreView(_));
        for entry in table().iter().filter(stores) {
            item(ui, cx, entry);
        }
    });
}

fn recent_menu(ui: &mut Ui, cx: &mut Ctx<'_>) {
    ui.add_enabled_ui(!cx.state.files.recent.is_empty(), |ui| {
        let icon = egui_material_icons::icons::ICON_HISTORY.rich_text();
        let icon = icon.color(Theme::of(ui).weak);
        ui.menu_button((icon, "Recent"), |ui| {
            for recent in &cx.state.files.recent {
                let missing = cx.state.files.missing.contains(&recent.path);
                let name = paths::name(&recent.path);
                ui.horizontal(|ui| {
                    let pin = egui_material_icons::icons::ICON_KEEP;
                    let tip = if recent.pinned { "Unpin" } else { "Pin: stays in this list" };
                    if crate::app::ui::icon_button(ui, pin, tip, recent.pinned).clicked() {
                        cx.push(Command::PinRecent(recent.path.clone()));
                    }
                    let response = ui
                        .add_enabled(!missing, Button::new(name))
                        .on_hover_text(&recent.path)
                        .on_disabled_hover_text(format!("{} is gone", recent.path));
                    if response.clicked() {
                        cx.push(Command::Open(recent.path.clone()));
                        ui.close();
                    }
                });
            }
        });
    });
}
