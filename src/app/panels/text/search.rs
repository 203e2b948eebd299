//! Searches an edited text line by line, forward and backward.

use egui::{Key, Ui};
use egui_material_icons::icons;

use crate::app::model::Command;
use crate::app::ui::{Filter, GRID, Words, buttons, shortcuts::with_keys};

/// Width of the search box.
const BOX: f32 = 48.0 * GRID;

/// The search words and their matches.
#[derive(Default)]
pub struct Search {
    filter: Filter,
    /// Lines that match all words.
    pub found: Vec<usize>,
    /// Index of the current match.
    pub at: Option<usize>,
    /// The words and the checksum of the text that were searched.
    made_for: Option<(Words, u32)>,
    /// Matches to step forward, or backward if negative.
    asked: isize,
}

impl Search {
    pub fn focus(&mut self) {
        self.filter.focus();
    }

    /// Requests the next match, or the previous one.
    pub fn request_step(&mut self, by: isize) {
        self.asked += by;
    }

    /// Line of the current match.
    pub fn line(&self) -> Option<usize> {
        self.found.get(self.at?).copied()
    }

    /// Draws the search box, laid out from the right; returns the line to go to if it changed.
    pub fn ui(&mut self, ui: &mut Ui, text: &str) -> Option<usize> {
        let mut by = std::mem::take(&mut self.asked);
        let has_some = !self.found.is_empty();
        for (icon, tip, step) in [
            (icons::ICON_KEYBOARD_ARROW_DOWN, with_keys("Next match", &Command::FindNext), 1),
            (
                icons::ICON_KEYBOARD_ARROW_UP,
                with_keys("Previous match", &Command::FindPrevious),
                -1,
            ),
        ] {
            ui.add_enabled_ui(has_some, |ui| {
                if buttons::icon_button(ui, icon, &tip, false).clicked() {
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
        // The box loses the focus on Enter.
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

    /// Searches again if the words or the text changed; returns `true` if the words did.
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
        // Stays at the current line, or goes to the next match.
        self.at = (!self.found.is_empty()).then(|| {
            let behind = self.found.partition_point(|line| Some(*line) < shown);
            behind.min(self.found.len() - 1)
        });
        let is_new = self.made_for.as_ref().is_none_or(|(before, _)| *before != key.0);
        self.made_for = Some(key);
        is_new
    }

    /// Steps through the matches, wrapping around.
    pub fn step(&mut self, by: isize, is_new: bool) -> Option<usize> {
        let count = isize::try_from(self.found.len()).ok().filter(|count| *count > 0)?;
        if by != 0 && !is_new {
            let at = isize::try_from(self.at.unwrap_or(0)).unwrap_or(0);
            self.at = usize::try_from((at + by).rem_euclid(count)).ok();
        }
        (by != 0 || is_new).then(|| self.line()).flatten()
    }
}

/// `true` if any text box has the focus.
fn has_text_focus(ui: &Ui) -> bool {
    ui.ctx().text_edit_focused()
}
