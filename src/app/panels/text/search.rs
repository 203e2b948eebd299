//! Looking for words in a text that is edited: line by line, forward and back.

use egui::{Key, Ui};
use egui_material_icons::icons;

use crate::app::ui::{Filter, GRID, Words, buttons};

/// Width of the box.
const BOX: f32 = 48.0 * GRID;

/// What is looked for, and where it was found.
#[derive(Default)]
pub struct Search {
    filter: Filter,
    /// Lines with all the words.
    found: Vec<usize>,
    /// The one of these that is shown.
    at: Option<usize>,
    /// What they were found for: the words, and the text by its checksum.
    made_for: Option<(Words, u32)>,
    /// Lines on, or back, that were asked for by a key.
    asked: isize,
}

impl Search {
    pub fn focus(&mut self) {
        self.filter.focus();
    }

    /// Asks for the next line, or the one before.
    pub fn ask(&mut self, by: isize) {
        self.asked += by;
    }

    /// The line that is shown.
    pub fn line(&self) -> Option<usize> {
        self.found.get(self.at?).copied()
    }

    /// Draws the box; the line to go to, where that is another one. Laid out from the right.
    pub fn ui(&mut self, ui: &mut Ui, text: &str) -> Option<usize> {
        let mut by = std::mem::take(&mut self.asked);
        let has_some = !self.found.is_empty();
        for (icon, tip, step) in [
            (icons::ICON_KEYBOARD_ARROW_DOWN, "Next (Enter, F3)", 1),
            (icons::ICON_KEYBOARD_ARROW_UP, "Previous (Shift+F3)", -1),
        ] {
            ui.add_enabled_ui(has_some, |ui| {
                if buttons::icon_button(ui, icon, tip, false).clicked() {
                    by += step;
                }
            });
        }
        let words = self.filter.words();
        if !words.is_empty() {
            let shown = self.at.map_or(0, |at| at + 1);
            ui.weak(format!("{shown} of {}", self.found.len()));
        }
        let width = BOX.min(ui.available_width() * 0.5);
        self.filter.show(ui, "Search the text", "Search", width);
        // The box lets go of the focus on Enter.
        if ui.input(|input| input.key_pressed(Key::Enter))
            && !words.is_empty()
            && !has_text_focus(ui)
        {
            by += 1;
            self.filter.focus();
        }
        let is_new = self.find(text);
        self.step(by, is_new)
    }

    /// Finds anew where the words or the text are others; true where the words are.
    fn find(&mut self, text: &str) -> bool {
        let words = self.filter.words();
        if words.is_empty() {
            *self = Self { filter: std::mem::take(&mut self.filter), ..Self::default() };
            return false;
        }
        let key = (words, crc32fast::hash(text.as_bytes()));
        if self.made_for.as_ref() == Some(&key) {
            return false;
        }
        let lines = text.lines().enumerate().filter(|(_, line)| key.0.are_in(line));
        let shown = self.line();
        self.found = lines.map(|(line, _)| line).collect();
        // It stays at the line it was at, or goes to the one behind.
        self.at = (!self.found.is_empty()).then(|| {
            let behind = self.found.partition_point(|line| Some(*line) < shown);
            behind.min(self.found.len() - 1)
        });
        let is_new = self.made_for.as_ref().is_none_or(|(before, _)| *before != key.0);
        self.made_for = Some(key);
        is_new
    }

    /// Goes on or back, round at the ends.
    fn step(&mut self, by: isize, is_new: bool) -> Option<usize> {
        let count = isize::try_from(self.found.len()).ok().filter(|count| *count > 0)?;
        if by != 0 && !is_new {
            let at = isize::try_from(self.at.unwrap_or(0)).unwrap_or(0);
            self.at = usize::try_from((at + by).rem_euclid(count)).ok();
        }
        (by != 0 || is_new).then(|| self.line()).flatten()
    }
}

/// Whether something is being written, the box too.
fn has_text_focus(ui: &Ui) -> bool {
    ui.ctx().text_edit_focused()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_gone_through_round_and_round() {
        let mut search = Search { found: vec![2, 5, 9], at: Some(0), ..Search::default() };
        let steps = [1, 1, 1, -1].map(|by| search.step(by, false));
        assert_eq!(steps, [Some(5), Some(9), Some(2), Some(9)]);
        assert_eq!(search.step(0, false), None);
        assert_eq!(Search::default().step(1, false), None);
    }
}
