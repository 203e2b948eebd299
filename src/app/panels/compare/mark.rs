//! The mark of a change at the start of a row.

use egui::{Rect, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::ui::{GRID, Theme, cells, theme};
use crate::edit::Kind;

/// Draws the mark of a change in a row, or of a file that was only `renamed`. Returns the rest of the row.
pub fn paint(ui: &Ui, row: Rect, kind: Kind, renamed: bool) -> Rect {
    let theme = Theme::of(ui);
    let inner = row.shrink2(vec2(2.0 * GRID, 0.0));
    let (icon, colour): (MaterialIcon, _) = match kind {
        Kind::Changed if renamed => (icons::ICON_DRIVE_FILE_RENAME_OUTLINE, theme.weak),
        Kind::Changed => (icons::ICON_EDIT, theme.warning),
        Kind::Added => (icons::ICON_ADD, theme.success),
        Kind::Removed => (icons::ICON_REMOVE, theme.error),
    };
    let mark = inner.with_max_x(inner.left() + theme::ICON);
    cells::icon(ui, mark, icon, 14.0, colour);
    inner.with_min_x(mark.right() + 2.0 * GRID)
}
