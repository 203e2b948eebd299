//! Suggestions below the word that is being typed.

use egui::text_edit::TextEditOutput;
use egui::{Id, Key, Modifiers, Pos2, Ui};

use super::draft::Draft;
use crate::app::ui::named::Named;
use crate::app::ui::{GRID, ROW, suggestion, theme};
use crate::ksy::{Completion, CompletionScope, complete};

/// Width of the list.
const WIDTH: f32 = 80.0 * GRID;
/// Entries that are visible at once.
const LISTED: usize = 10;

/// State of the list.
#[derive(Default)]
pub struct Suggestions {
    open: Option<Completion>,
    /// Index of the highlighted entry.
    chosen: usize,
    /// The list was requested with Ctrl+Space, so it opens even if nothing was typed.
    is_asked: bool,
    /// The highlighted entry is scrolled into view.
    reveals: bool,
}

impl Suggestions {
    /// Takes the keys of the list before the text does: arrows choose, Enter and Tab accept, Escape closes.
    pub fn take_keys(&mut self, ui: &Ui, text: &mut String, id: Id) {
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        let asks = |input: &mut egui::InputState| input.consume_key(Modifiers::CTRL, Key::Space);
        self.is_asked = has_focus && ui.input_mut(asks);
        let Some(open) = &self.open else { return };
        let last = open.entries.len().saturating_sub(1);
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::ArrowDown) {
            self.chosen = (self.chosen + 1).min(last);
            self.reveals = true;
        } else if pressed(Key::ArrowUp) {
            self.chosen = self.chosen.saturating_sub(1);
            self.reveals = true;
        } else if self.is_typed(text) && ui.input(|input| input.key_pressed(Key::Enter)) {
            self.open = None;
        } else if pressed(Key::Tab) || pressed(Key::Enter) {
            self.accept(ui, text, id, self.chosen);
        } else if pressed(Key::Escape) {
            self.open = None;
        }
    }

    /// `true` if the word that is typed is the highlighted entry, so that Enter begins a new line.
    fn is_typed(&self, text: &str) -> bool {
        let Some(open) = &self.open else { return false };
        let entry = open.entries.get(self.chosen);
        entry.is_some_and(|entry| text.get(open.at.clone()) == Some(&*entry.text))
    }

    /// `true` while the list is visible.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    fn accept(&mut self, ui: &Ui, text: &mut String, id: Id, at: usize) {
        let Some(open) = self.open.take() else { return };
        let Some(entry) = open.entries.get(at) else { return };
        let Some(after) = text.get(open.at.clone()).and_then(|_| text.get(open.at.end..)) else {
            return;
        };
        let is_new_key = entry.is_key() && !after.starts_with(':');
        let accepted = format!("{}{}", entry.text, if is_new_key { ": " } else { "" });
        text.replace_range(open.at.clone(), &accepted);
        suggestion::move_cursor(ui, id, text, open.at.start + accepted.len());
    }

    /// Shows the list at the cursor after typing, and accepts an entry that is clicked.
    pub fn show(&mut self, ui: &Ui, draft: &mut Draft, shown: &TextEditOutput, is_typed: bool) {
        let cursor = shown.cursor_range.map(|range| range.primary);
        if is_typed || self.is_asked {
            let at = cursor.and_then(|cursor| suggestion::byte_of(&draft.text, cursor.index.0));
            self.open = at.and_then(|at| suggested(draft, at, self.is_asked));
            (self.chosen, self.reveals) = (0, true);
        } else if !shown.response.response.has_focus() {
            self.open = None;
        }
        let Some((open, cursor)) = self.open.as_ref().zip(cursor) else { return };
        let rect = shown.galley.pos_from_cursor(cursor).translate(shown.galley_pos.to_vec2());
        let reveals = std::mem::take(&mut self.reveals);
        let clicked = list(ui, open, (self.chosen, reveals), rect.left_bottom());
        if let Some(at) = clicked {
            self.accept(ui, &mut draft.text, shown.response.response.id, at);
        }
    }
}

/// Suggestions at a byte of the text. Unless they were requested, they appear only after a letter
/// or a point.
fn suggested(draft: &Draft, at: usize, is_asked: bool) -> Option<Completion> {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let (before, after) = draft.text.split_at_checked(at)?;
    if after.starts_with(is_of_word) {
        return None;
    }
    let found = complete(&draft.text, at, CompletionScope::Text(&draft.loaded))?;
    let is_begun = !found.at.is_empty() || before.ends_with('.') || before.ends_with("::");
    (is_asked || is_begun).then_some(found)
}

/// Draws the entries with the chosen one, which may be scrolled into view; returns the one that was clicked.
fn list(ui: &Ui, open: &Completion, (chosen, reveals): (usize, bool), at: Pos2) -> Option<usize> {
    let area = egui::Area::new(Id::unique("suggestions of a description"));
    let area = area.order(egui::Order::Foreground).fixed_pos(at);
    let shown = area.show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).inner_margin(GRID).show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().item_spacing.y = 0.0;
            let height = open.entries.len().min(LISTED) as f32 * ROW;
            let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height);
            let scrolled = area.show(ui, |ui| {
                let mut clicked = None;
                for (index, entry) in open.entries.iter().enumerate() {
                    let texts = (&*entry.text, &*entry.meaning);
                    let is_chosen = index == chosen;
                    let response =
                        suggestion::row(ui, is_chosen, texts, theme::mono(), 32.0 * GRID);
                    response.named_on(egui::Role::Button, is_chosen, &entry.text);
                    if index == chosen && reveals {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() {
                        clicked = Some(index);
                    }
                }
                clicked
            });
            scrolled.inner
        })
    });
    shown.inner.inner
}
