//! Rows of elements.

use egui::{Rect, Ui};

use super::mark;
use crate::app::ui::{GRID, ROW, Theme, cells, row, shorten, theme};
use crate::edit::{ElementChange, Kind};

/// Below this width, the path and the change of an element are two lines.
pub const WIDE: f32 = 100.0 * GRID;
/// Height of a row with two lines.
pub const TWO_LINES: f32 = 9.0 * GRID;

/// Draws mark, path and change: next to each other, or in two lines.
pub fn paint(ui: &Ui, rect: Rect, change: &ElementChange) {
    let theme = Theme::of(ui);
    let is_wide = rect.height() < TWO_LINES;
    let (first, second) = match is_wide {
        true => (rect, rect),
        false => (rect.with_max_y(rect.top() + ROW), rect.with_min_y(rect.bottom() - ROW)),
    };
    let inner = mark::paint(ui, first, change.kind, false);
    let (left, right) = (inner.left(), inner.right());
    let middle = if is_wide { left + inner.width() * 0.45 } else { right };
    let letters = ((middle - left) / cells::mono_width(ui, &theme::mono())).max(0.0);
    let path = shorten::tail(&change.path, letters as usize);
    row::row_text(ui, first, left, middle, path, theme::mono(), theme.text);
    let (line, left) = if is_wide { (first, middle + 2.0 * GRID) } else { (second, left) };
    let words = match change.kind {
        Kind::Changed => change.summary(),
        kind => format!("{}: {}", kind.word(), change.summary()),
    };
    row::row_text(ui, line, left, right, words, theme::small(), theme.weak);
}
