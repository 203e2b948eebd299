//! Draws a tile: thumbnail or icon, name, size.

use egui::{Rect, Response, Role, Sense, Ui, Vec2, vec2};
use egui_material_icons::icons;

use crate::app::model::document::thumbnails::{Item, Thumbnail};
use crate::app::model::{Sniff, State, numbers};
use crate::app::panels::file_item;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, cells, row, theme};
use crate::library::Entry;

/// Size of a tile.
pub const SIZE: Vec2 = vec2(30.0 * GRID, 34.0 * GRID);
/// Side of the thumbnail.
const PICTURE: f32 = 22.0 * GRID;

/// Requests the thumbnail of a visible tile.
pub fn want(entry: &Entry, cx: &mut Ctx<'_>) {
    if !entry.is_folder {
        file_item::want_thumbnail(&entry.path, entry.size, cx);
    }
}

/// Draws the tile of `entry` into `rect`.
pub fn draw(ui: &Ui, entry: &Entry, rect: Rect, at_cursor: bool, state: &State) -> Response {
    let theme = Theme::of(ui);
    let rect = rect.shrink(GRID / 2.0);
    let response = ui.interact(rect, ui.scope_id().with(&entry.path), Sense::click());
    let is_marked = state.files.marked.contains(&entry.path);
    row::fill(ui, rect, is_marked || at_cursor, response.hovered());
    if at_cursor {
        ui.painter().rect_stroke(rect, 2.0, (1.0, theme.accent), egui::StrokeKind::Inside);
    }
    let corner = egui::pos2(rect.center().x - PICTURE / 2.0, rect.top() + GRID);
    let picture = Rect::from_min_size(corner, Vec2::splat(PICTURE));
    let sniff = state.files.sniffs.get(&entry.path);
    match state.files.thumbnails.get(&Item::file(&entry.path)) {
        Some(Thumbnail::Ready { large, .. }) => egui::Image::new(large).paint_at(ui, picture),
        _ => {
            let icon = if entry.is_folder { icons::ICON_FOLDER } else { file_item::icon_of(sniff) };
            cells::icon(ui, picture, icon, PICTURE * 0.55, theme.weak);
        }
    }
    if is_marked {
        let mark = Rect::from_min_size(rect.min + Vec2::splat(GRID), Vec2::splat(4.0 * GRID));
        cells::icon(ui, mark, icons::ICON_CHECK_BOX, theme::ICON, theme.accent);
    }
    let known = entry.is_folder || sniff != Some(&Sniff::Unknown);
    let colour = if known { theme.text } else { theme.weak };
    let words = rect.with_min_y(picture.bottom() + GRID).shrink2(vec2(GRID, 0.0));
    let name = Rect::from_min_size(words.min, vec2(words.width(), ROW * 0.8));
    cells::centred(ui, name, &entry.name, theme::body(), colour);
    let size = match entry.is_folder {
        true => "folder".to_owned(),
        false => numbers::size(entry.size),
    };
    let below = name.translate(vec2(0.0, name.height()));
    cells::centred(ui, below, &size, theme::small(), theme.weak);
    response.named_on(Role::ListItem, is_marked, format!("{}, {size}", entry.name));
    response
}
