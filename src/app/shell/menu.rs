//! The menu bar, made from the table of commands.

use egui::{Button, Ui};

use crate::app::model::command::{Command, Commands};
use crate::app::model::paths;
use crate::app::model::state::State;
use crate::app::ui::shortcuts;
use crate::app::ui::shortcuts::{Entry, Menu};
use crate::app::ui::theme::Theme;

/// Draws the menu bar.
pub fn bar(ui: &mut Ui, state: &State, commands: &mut Commands) {
    egui::MenuBar::new().ui(ui, |ui| {
        for menu in Menu::BAR {
            ui.menu_button(menu.title(), |ui| {
                if menu == Menu::View {
                    return view_menu(ui, state, commands);
                }
                for entry in shortcuts::table().iter().filter(|entry| entry.menu == menu) {
                    item(ui, entry, state, commands);
                    if entry.command == Command::OpenByName {
                        recent_menu(ui, state, commands);
                    }
                }
                if menu == Menu::Go {
                    ui.separator();
                    ui.menu_button(Menu::StoredViews.title(), |ui| {
                        stored_views(ui, state, commands);
                    });
                }
            });
        }
    });
}

/// Panels in a menu of their own, so that the others stay in sight.
fn view_menu(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let (panels, others): (Vec<&Entry>, Vec<&Entry>) = shortcuts::table()
        .iter()
        .filter(|entry| entry.menu == Menu::View)
        .partition(|entry| matches!(entry.command, Command::ShowPanel(_)));
    ui.menu_button("Panels", |ui| {
        for (at, entry) in panels.into_iter().enumerate() {
            let block = entry.block && at > 0;
            item(ui, &Entry { block, ..entry.clone() }, state, commands);
        }
    });
    for entry in others {
        item(ui, entry, state, commands);
    }
}

/// A command of the table as an entry of another menu.
pub fn command(ui: &mut Ui, command: &Command, state: &State, commands: &mut Commands) {
    if let Some(entry) = shortcuts::entry(command) {
        item(ui, &Entry { block: false, ..entry.clone() }, state, commands);
    }
}

/// What can be done with what is selected, as entries of another menu: the same everywhere.
pub fn of_selection(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let in_picture = [
        Command::FrameSelection,
        Command::Isolate,
        Command::HideSelected,
        Command::ShowSelected,
        Command::ShowAll,
    ];
    // A sound is nowhere to be seen.
    for entry in in_picture.iter().filter(|_| state.selection_has_place()) {
        command(ui, entry, state, commands);
    }
    command(ui, &Command::ExportSelection, state, commands);
}

/// The views that are stored, each with a way to delete it, and where to store the next.
fn stored_views(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let theme = Theme::of(ui);
    let views = state.own_sidecar().map(|sidecar| &sidecar.views);
    for (slot, view) in views.into_iter().flatten() {
        ui.horizontal(|ui| {
            let delete = egui_material_icons::icons::ICON_DELETE;
            let tip = format!("Delete view {slot}");
            if crate::app::ui::panel::icon_button(ui, delete, &tip, false).clicked() {
                commands.push(Command::DeleteView(*slot));
            }
            let command = Command::RecallView(*slot);
            let title = format!("View {slot}: {}", view.in_words());
            let button = Button::new(title).shortcut_text(shortcuts::keys_of(&command));
            if ui.add_enabled(shortcuts::is_enabled(&command, state), button).clicked() {
                commands.push(command);
                ui.close();
            }
        });
    }
    if views.is_none_or(|views| views.is_empty()) {
        ui.label(egui::RichText::new("No view of this file is stored").color(theme.weak));
    }
    ui.separator();
    ui.menu_button("Store the view as", |ui| {
        let stores = |entry: &&Entry| matches!(entry.command, Command::StoreView(_));
        for entry in shortcuts::table().iter().filter(stores) {
            item(ui, entry, state, commands);
        }
    });
}

/// One entry: tick or icon, title, key.
fn item(ui: &mut Ui, entry: &Entry, state: &State, commands: &mut Commands) {
    if entry.block {
        ui.separator();
    }
    let theme = Theme::of(ui);
    let on = shortcuts::is_on(&entry.command, state);
    let icon = match (on, entry.icon) {
        (Some(true), _) => Some(egui_material_icons::icons::ICON_CHECK),
        (Some(false), _) => None,
        (None, icon) => icon,
    };
    let colour = if on == Some(true) { theme.accent } else { theme.weak };
    let icon = icon.map_or_else(
        // As wide as an icon, so that titles stand below each other.
        || egui_material_icons::icons::ICON_CHECK.rich_text().color(egui::Color32::TRANSPARENT),
        |icon| icon.rich_text().color(colour),
    );
    let key = entry.keys.first().map(|keys| keys.text()).unwrap_or_default();
    let button = Button::new((icon, entry.title)).shortcut_text(key);
    let why_not = shortcuts::blocked(&entry.command, state);
    let mut response = ui.add_enabled(why_not.is_none(), button);
    response = response.on_disabled_hover_text(why_not.unwrap_or_default());
    if let Command::Toggle(switch) = entry.command {
        response = response.on_hover_text(switch.meaning());
    }
    if response.clicked() {
        commands.push(entry.command.clone());
        // Several switches are often wanted at once.
        if on.is_none() {
            ui.close();
        }
    }
}

fn recent_menu(ui: &mut Ui, state: &State, commands: &mut Commands) {
    ui.add_enabled_ui(!state.recent.is_empty(), |ui| {
        let icon = egui_material_icons::icons::ICON_HISTORY.rich_text();
        let icon = icon.color(Theme::of(ui).weak);
        ui.menu_button((icon, "Recent"), |ui| {
            for recent in &state.recent {
                let missing = state.missing.contains(&recent.path);
                let name = paths::name(&recent.path);
                ui.horizontal(|ui| {
                    let pin = egui_material_icons::icons::ICON_KEEP;
                    let tip = if recent.pinned { "Unpin" } else { "Pin: stays in this list" };
                    if crate::app::ui::panel::icon_button(ui, pin, tip, recent.pinned).clicked() {
                        commands.push(Command::PinRecent(recent.path.clone()));
                    }
                    let response = ui
                        .add_enabled(!missing, Button::new(name))
                        .on_hover_text(&recent.path)
                        .on_disabled_hover_text(format!("{} is gone", recent.path));
                    if response.clicked() {
                        commands.push(Command::Open(recent.path.clone()));
                        ui.close();
                    }
                });
            }
        });
    });
}
