//! The filter box of a list, and the words to match.

use std::collections::BTreeMap;

use egui::{Response, ScrollArea, TextEdit, Ui};

use super::GRID;
use super::input::escaped;

/// Words that must all occur in a text, ignoring case.
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

    /// `true` if all words occur in a text that is already in lower case.
    pub fn are_in_lower(&self, text: &str) -> bool {
        self.0.iter().all(|word| text.contains(word.as_str()))
    }
}

/// Text of a filter box.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    text: String,
    wants_focus: bool,
    /// The text changed since the list was last drawn.
    changed: bool,
    /// The document for which the text was typed, and the texts of other documents.
    document: Option<String>,
    texts: BTreeMap<String, String>,
}

/// Maximum number of documents whose texts are kept.
const MAX_DOCUMENTS: usize = 64;

impl Filter {
    pub fn words(&self) -> Words {
        Words::new(&self.text)
    }

    /// Switches to the filter text of this document; each has its own, initially empty.
    pub fn follow(&mut self, document: Option<&str>) {
        if self.document.as_deref() == document {
            return;
        }
        let text = std::mem::take(&mut self.text);
        if let Some(before) = self.document.take()
            && !text.is_empty()
        {
            if self.texts.len() >= MAX_DOCUMENTS {
                self.texts.pop_first();
            }
            self.texts.insert(before, text);
        }
        self.text = document.and_then(|path| self.texts.remove(path)).unwrap_or_default();
        self.document = document.map(str::to_owned);
    }

    /// Focuses the box when it is next drawn.
    pub fn focus(&mut self) {
        self.wants_focus = true;
    }

    /// Draws the box with a width of `width` points; Esc clears it. `true` if its text changed.
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

    /// `true` once after the text changed, to scroll the list to its top.
    pub fn take_change(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// The scroll area of the filtered list, at its top after the text changed.
    pub fn scrolled(&mut self, area: ScrollArea) -> ScrollArea {
        if self.take_change() { area.vertical_scroll_offset(0.0) } else { area }
    }

    /// The box above a list.
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
