//! Lists the members of a plain container.

use egui::{Role, ScrollArea, Ui};

use crate::app::model::{Command, numbers::size};
use crate::app::panels::file_menu::{self, MenuTarget};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, Filter, GRID, Side, Theme, cells, row, theme};
use crate::library::Entry;

/// Width of the size column.
const SIZE: f32 = 18.0 * GRID;

/// Lists the `entries` whose names match the filter; a click opens one.
pub(super) fn show(ui: &mut Ui, cx: &mut Ctx<'_>, entries: &[Entry], filter: &mut Filter) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let words = filter.words();
    let found: Vec<&Entry> = entries.iter().filter(|entry| words.are_in(&entry.name)).collect();
    let area = filter.scrolled(ScrollArea::vertical().auto_shrink([false, false]));
    row::rows(ui, area, &found, |ui, entry| row(ui, cx, entry));
}

fn row(ui: &mut Ui, cx: &mut Ctx<'_>, entry: &Entry) {
    let theme = Theme::of(ui);
    let response = row::row(ui, false, false);
    let cell = response.rect.shrink2(egui::vec2(2.0 * GRID, 0.0));
    let split = (cell.right() - SIZE).max(cell.left());
    let name = cell.with_max_x(split);
    cells::text(ui, name, Side::Left, &entry.name, theme::body(), theme.text);
    let room = cell.with_min_x(split);
    let amount = if entry.is_folder { "folder".to_owned() } else { size(entry.size) };
    cells::text(ui, room, Side::Right, &amount, theme::small(), theme.weak);
    if response.clicked() {
        cx.push(Command::Open(entry.path.clone()));
    }
    let place = MenuTarget { path: &entry.path, is_folder: entry.is_folder, is_root: false };
    file_menu::show(&response, cx, place, false);
    response.named(Role::Button, format!("Member {}", entry.name));
    response.on_hover_text(&entry.path);
}
