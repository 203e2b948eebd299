//! The files inside an archive that is nothing else.

use egui::{ScrollArea, Ui};

use crate::app::model::{Command, Commands, numbers::size};
use crate::app::ui::menus::{self, Item};
use crate::app::ui::{GRID, ROW, Side, Theme, Words, cells, row, theme};
use crate::library::Entry;

/// Width of a size.
const SIZE: f32 = 18.0 * GRID;

/// Lists `entries` whose names have all `words`; a click opens one.
pub(super) fn show(ui: &mut Ui, entries: &[Entry], words: &Words, commands: &mut Commands) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let found: Vec<&Entry> = entries.iter().filter(|entry| words.are_in(&entry.name)).collect();
    let area = ScrollArea::vertical().auto_shrink([false, false]);
    area.show_rows(ui, ROW, found.len(), |ui, range| {
        for entry in found.get(range).unwrap_or(&[]) {
            row(ui, entry, commands);
        }
    });
}

fn row(ui: &mut Ui, entry: &Entry, commands: &mut Commands) {
    let theme = Theme::of(ui);
    let response = row::row(ui, false, false);
    let cell = response.rect.shrink2(egui::vec2(2.0 * GRID, 0.0));
    let split = (cell.right() - SIZE).max(cell.left());
    let name = cell.with_max_x(split);
    cells::text(ui, name, Side::Left, &entry.name, theme::body(), theme.text);
    let room = cell.with_min_x(split);
    cells::text(ui, room, Side::Right, &size(entry.size), theme::small(), theme.faint);
    if response.clicked() {
        commands.push(Command::Open(entry.path.clone()));
    }
    menus::context_menu(&response, commands, || Item {
        value: entry.name.clone(),
        offset: entry.offset,
        path: entry.path.clone(),
        like: None,
    });
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Member {}", entry.name))
    });
    response.on_hover_text(&entry.path);
}
