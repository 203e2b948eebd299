//! The box that a list is filtered by, and the words that are looked for.

use egui::{Response, ScrollArea, TextEdit, Ui};

use super::GRID;
use super::input::escaped;

/// Words of which every one must be in a text, in whatever case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<String>);

impl Words {
    pub fn new(text: &str) -> Self {
        Self(text.split_whitespace().map(str::to_lowercase).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn are_in(&self, text: &str) -> bool {
        self.are_in_lower(&text.to_lowercase())
    }

    /// The same for a text that is in lower case.
    pub fn are_in_lower(&self, text: &str) -> bool {
        self.0.iter().all(|word| text.contains(word.as_str()))
    }
}

/// Text of a filter box.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    text: String,
    wants_focus: bool,
    /// Whether the text changed since the list was last drawn.
    changed: bool,
}

impl Filter {
    pub fn words(&self) -> Words {
        Words::new(&self.text)
    }

    /// Gives the box the focus when it is next shown.
    pub fn focus(&mut self) {
        self.wants_focus = true;
    }

    /// Draws the box over `width` points; Esc empties it. True when its text changed.
    pub fn show(&mut self, ui: &mut Ui, name: &str, hint: &str, width: f32) -> bool {
        let edit = TextEdit::singleline(&mut self.text).hint_text(hint).desired_width(width);
        let response = ui.add(edit).accessible_name(name);
        if std::mem::take(&mut self.wants_focus) {
            response.request_focus();
        }
        let changed = self.cleared(ui, &response) || response.changed();
        self.changed |= changed;
        changed
    }

    /// True once after the text changed: the list then starts at its top.
    pub fn take_change(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// The scroll area of the filtered list, at its top once the text changed.
    pub fn scrolled(&mut self, area: ScrollArea) -> ScrollArea {
        if self.take_change() { area.vertical_scroll_offset(0.0) } else { area }
    }

    /// The box alone above a list.
    pub fn above(&mut self, ui: &mut Ui, name: &str) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            self.show(ui, name, "Filter", f32::INFINITY);
        });
    }

    fn cleared(&mut self, ui: &Ui, response: &Response) -> bool {
        let cleared = escaped(ui, response);
        if cleared {
            self.text.clear();
            response.surrender_focus();
        }
        cleared
    }
}
