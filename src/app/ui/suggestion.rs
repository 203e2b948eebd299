//! Suggestions for a text that is being typed.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{FontId, Id, Response, Ui, vec2};

use super::{GRID, Theme, row, theme};

/// Moves the cursor of the text box `id`, which contains `text`, to the byte offset `byte`.
pub fn move_cursor(ui: &Ui, id: Id, text: &str, byte: usize) {
    let at = text.get(..byte).map_or(0, |before| before.chars().count());
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(at))));
    state.store(ui.ctx(), id);
}

/// The byte offset of a character, or of the end.
pub fn byte_of(text: &str, character: usize) -> Option<usize> {
    let mut starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    starts.nth(character)
}

/// Draws a suggestion with its meaning, which starts at `column` or after a longer text.
pub fn row(
    ui: &mut Ui,
    is_chosen: bool,
    (text, meaning): (&str, &str),
    font: FontId,
    column: f32,
) -> Response {
    let theme = Theme::of(ui);
    let response = row::row_in_list(ui, is_chosen, false);
    let rect = response.rect.shrink2(vec2(GRID, 0.0));
    let (left, right) = (rect.left(), rect.right());
    let end = row::row_text(ui, rect, left, right, text, font, theme.text);
    let left = (end + 2.0 * GRID).max(left + column);
    row::row_text(ui, rect, left, right, meaning, theme::small(), theme.weak);
    response
}
