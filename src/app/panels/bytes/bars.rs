//! The go-to and find bars above the bytes.

use egui::{Key, RichText, TextEdit, Ui};
use egui_material_icons::icons;

use super::find::{ByteMatch, Pattern, Search};
use super::goto;
use crate::app::model::{
    Command, SelectionTarget,
    numbers::{counted, offset},
};
use crate::app::ui::input::{escaped, take_presses};
use crate::app::ui::shortcuts::with_keys;
use crate::app::ui::{Ctx, GRID, Theme, icon_button, toolbar};
use crate::bytes::Tree;

/// The bars, open or closed, and the current search.
#[derive(Default)]
pub struct Bars {
    goto: Option<Goto>,
    find: Option<String>,
    /// The bar was just opened and takes the focus.
    focus: bool,
    search: Option<Search>,
    /// Requested by a key: the next match, or the previous one (`true`).
    again: Option<bool>,
    /// Outcome of the last search.
    outcome: Outcome,
    /// Number of bytes that the last search could not read.
    unread: u64,
    last: String,
}

#[derive(Default)]
struct Goto {
    text: String,
    error: Option<String>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Outcome {
    #[default]
    None,
    Missing,
    Found(ByteMatch),
}

impl Bars {
    pub fn open_goto(&mut self) {
        self.goto = Some(Goto::default());
        self.find = None;
        self.focus = true;
    }

    pub fn open_find(&mut self) {
        self.find = Some(self.last.clone());
        self.goto = None;
        self.focus = true;
    }

    pub fn find_again(&mut self, back: bool) {
        if self.last.is_empty() {
            self.open_find();
        } else {
            self.again = Some(back);
        }
    }

    /// Cancels the search, as the file is no longer open.
    pub fn stop(&mut self) {
        self.search = None;
        self.outcome = Outcome::None;
    }

    /// Shows the open bar. Returns the target that the user chose.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        cursor: u64,
        tree: &Tree,
    ) -> Option<SelectionTarget> {
        let from_goto = self.goto_ui(ui, cursor, tree);
        self.find_ui(ui, cursor, tree);
        if let Some(back) = self.again.take() {
            self.start(ui, cursor, tree, back);
        }
        from_goto.or_else(|| self.poll(cx))
    }

    fn goto_ui(&mut self, ui: &mut Ui, cursor: u64, tree: &Tree) -> Option<SelectionTarget> {
        let bar = self.goto.as_mut()?;
        let mut arrival = None;
        let mut close = false;
        toolbar::from_right(ui, |ui| {
            close = icon_button(ui, icons::ICON_CLOSE, "Close (Esc)", false).clicked();
            let edit = TextEdit::singleline(&mut bar.text)
                .hint_text(goto::NOTATIONS)
                .desired_width(ui.available_width() - 2.0 * GRID);
            let response = ui.add(edit).accessible_name("Go to offset or field");
            if std::mem::take(&mut self.focus) {
                response.request_focus();
            }
            if response.changed() {
                bar.error = None;
            }
            let enter = ui.input(|i| i.key_pressed(Key::Enter));
            if response.lost_focus() && enter {
                match goto::parse_or_find(&bar.text, cursor, tree) {
                    Ok(target) => arrival = Some(target),
                    Err(error) => {
                        bar.error = Some(error);
                        response.request_focus();
                    }
                }
            }
            close |= arrival.is_some() || escaped(ui, &response);
        });
        if let Some(error) = &bar.error {
            ui.label(RichText::new(format!("  {error}")).small().color(Theme::of(ui).error));
        }
        if close {
            self.goto = None;
        }
        arrival
    }

    fn find_ui(&mut self, ui: &mut Ui, cursor: u64, tree: &Tree) {
        let Some(mut text) = self.find.clone() else { return };
        let mut close = false;
        toolbar::from_right(ui, |ui| {
            close = icon_button(ui, icons::ICON_CLOSE, "Close (Esc)", false).clicked();
            let down = icons::ICON_KEYBOARD_ARROW_DOWN;
            if icon_button(ui, down, &with_keys("Next match", &Command::FindNext), false).clicked()
            {
                self.again = Some(false);
            }
            let up = icons::ICON_KEYBOARD_ARROW_UP;
            if icon_button(ui, up, &with_keys("Previous match", &Command::FindPrevious), false)
                .clicked()
            {
                self.again = Some(true);
            }
            let edit = TextEdit::singleline(&mut text)
                .hint_text("de ad ?? ef, or text, or \"text\"")
                .desired_width(ui.available_width() - 2.0 * GRID);
            let response = ui.add(edit).accessible_name("Find bytes or text");
            if std::mem::take(&mut self.focus) {
                response.request_focus();
            }
            if response.changed() {
                self.outcome = Outcome::None;
                self.last.clone_from(&text);
            }
            let enter = take_presses(ui, &[Key::Enter]);
            if let Some((_, modifiers)) = enter.first().filter(|_| response.lost_focus()) {
                self.again = Some(modifiers.shift);
                response.request_focus();
            }
            close |= escaped(ui, &response);
        });
        self.find = (!close).then_some(text);
        if let Some(back) = self.again.take() {
            self.start(ui, cursor, tree, back);
        }
        self.status(ui);
    }

    fn status(&self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        let pattern = Pattern::parse(&self.last);
        let (mut text, mut colour) = match (&self.search, self.outcome) {
            (Some(search), _) => {
                let percent = search.progress() * 100.0;
                (
                    format!("searching for {} … {percent:.0} %", search.pattern.formatted()),
                    theme.weak,
                )
            }
            (None, Outcome::Missing) => ("no match in this file".to_owned(), theme.warning),
            (None, Outcome::Found(found)) => {
                let around = if found.wrapped { ", wrapped around" } else { "" };
                (format!("match at {}{around}", offset(found.span.start)), theme.weak)
            }
            (None, Outcome::None) => match pattern {
                Some(pattern) => {
                    (format!("{} bytes: {}", pattern.len(), pattern.formatted()), theme.weak)
                }
                None => ("Enter: next match, Shift+Enter: previous".to_owned(), theme.weak),
            },
        };
        if self.search.is_none() && self.outcome != Outcome::None && self.unread > 0 {
            text = format!("{text}; {} could not be read", counted(self.unread, "byte"));
            colour = theme.warning;
        }
        ui.horizontal(|ui| {
            ui.add_space(2.0 * GRID);
            ui.add(egui::Label::new(RichText::new(text).small().color(colour)).truncate());
        });
    }

    fn start(&mut self, ui: &Ui, cursor: u64, tree: &Tree, back: bool) {
        let Some(pattern) = Pattern::parse(&self.last) else { return };
        let from = if back { cursor } else { self.next_start(cursor) };
        let source = tree.source().clone();
        self.search = Some(Search::start(source, pattern, from, back, ui.ctx().clone()));
    }

    /// Offset to search from: after the cursor if it is on the last match.
    fn next_start(&self, cursor: u64) -> u64 {
        match self.outcome {
            Outcome::Found(found) if found.span.start == cursor => cursor + 1,
            _ => cursor,
        }
    }

    fn poll(&mut self, cx: &mut Ctx<'_>) -> Option<SelectionTarget> {
        let search = self.search.as_ref()?;
        let answer = search.poll()?;
        self.unread = search.unread();
        self.search = None;
        match answer {
            Some(found) => {
                self.outcome = Outcome::Found(found);
                Some(SelectionTarget::Bytes(found.span))
            }
            None => {
                self.outcome = Outcome::Missing;
                if self.find.is_none() {
                    cx.push(Command::info(match self.unread {
                        0 => "No match in this file.".to_owned(),
                        n => format!("No match; {} could not be read.", counted(n, "byte")),
                    }));
                }
                None
            }
        }
    }
}
