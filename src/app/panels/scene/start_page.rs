//! The start page, in place of the scene while no file is open: commands that open files, and recent files.

use egui::{Button, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use crate::app::model::{Command, Recent, State, document::paths};
use crate::app::ui::{Ctx, GRID, Theme, menus, theme};

/// Width of a column, in points.
const COLUMN: f32 = 70.0 * GRID;
/// Maximum number of recent files.
const MAX_RECENT: usize = 10;
/// Commands that open something, and those that explain the program.
const OPEN: [Command; 4] =
    [Command::OpenFile, Command::OpenFolder, Command::OpenPath, Command::OpenDemo];
const LEARN: [Command; 3] = [Command::WhatIsNew, Command::CheatSheet, Command::CommandPalette];

/// Draws the page.
pub(super) fn show(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let recent = recent(cx.state);
    let gap = 8.0 * GRID;
    let columns =
        if recent.is_empty() || ui.available_width() < 2.0 * COLUMN + 3.0 * gap { 1 } else { 2 };
    let width = columns as f32 * COLUMN + (columns - 1) as f32 * gap;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add_space(ui.available_height() * 0.15);
        ui.horizontal(|ui| {
            ui.add_space(((ui.available_width() - width) / 2.0).max(2.0 * GRID));
            ui.vertical(|ui| {
                heading(ui, cx.state);
                if columns == 1 {
                    commands(ui, cx);
                    files(ui, cx, &recent);
                    return;
                }
                ui.horizontal_top(|ui| {
                    ui.vertical(|ui| commands(ui, cx));
                    ui.add_space(gap);
                    ui.vertical(|ui| files(ui, cx, &recent));
                });
            });
        });
    });
}

/// The recent files that exist, the newest first.
fn recent(state: &State) -> Vec<Recent> {
    let files = &state.files;
    let exists = |recent: &&Recent| !files.missing.contains(&recent.path);
    files.recent.iter().filter(exists).take(MAX_RECENT).cloned().collect()
}

fn heading(ui: &mut Ui, state: &State) {
    let theme = Theme::of(ui);
    ui.label(RichText::new("Gouraud").size(24.0).color(theme.text));
    let hint = match state.files.roots.is_empty() {
        true => "Drop a file, a folder or a disc image on the window, or open one",
        false => "Choose a file in Files, drop one on the window, or open one",
    };
    ui.label(RichText::new(hint).color(theme.weak));
}

fn commands(ui: &mut Ui, cx: &mut Ctx<'_>) {
    column(ui, "Open", |ui| OPEN.iter().for_each(|command| menus::command(ui, cx, command)));
    column(ui, "Learn", |ui| LEARN.iter().for_each(|command| menus::command(ui, cx, command)));
}

fn files(ui: &mut Ui, cx: &mut Ctx<'_>, recent: &[Recent]) {
    if recent.is_empty() {
        return;
    }
    column(ui, "Recent", |ui| {
        for file in recent {
            let icon = if file.pinned { icons::ICON_KEEP } else { icons::ICON_HISTORY };
            let icon = icon.rich_text().color(Theme::of(ui).weak);
            let button = Button::new((icon, paths::name(&file.path))).truncate();
            if ui.add(button).on_hover_text(&file.path).clicked() {
                cx.push(Command::Open(file.path.clone()));
            }
        }
    });
}

/// Rows below a heading, drawn as in a menu.
fn column(ui: &mut Ui, title: &str, rows: impl FnOnce(&mut Ui)) {
    ui.add_space(4.0 * GRID);
    ui.scope(|ui| {
        ui.set_width(COLUMN);
        ui.label(RichText::new(title).size(theme::SMALL).color(Theme::of(ui).weak));
        egui::containers::menu::menu_style(ui.style_mut());
        ui.spacing_mut().button_padding = vec2(GRID, GRID);
        ui.with_layout(egui::Layout::top_down_justified(egui::Align::Min), rows);
    });
}
