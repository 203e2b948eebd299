//! A box that selects the faces for which a query holds.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{Context, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use super::top_modal;
use crate::app::model::background::Newest;
use crate::app::model::numbers::counted;
use crate::app::model::{Command, State};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, buttons, suggestion, theme};
use crate::ksy::Mistake;
use crate::library::{FaceName, FaceQuery, face_names};
use crate::scene::{Element, FaceRef};

const TITLE: &str = "Select by query";
const EXAMPLE: &str = "e.g. flags.semi_transparent and texture.width > 64";

/// Words that join conditions, with their meanings.
const JOINING: [(&str, &str); 2] = [("and", "both conditions hold"), ("or", "one of them holds")];
const NOT: (&str, &str) = ("not", "the condition does not hold");

/// Result of a query.
type QueryResult = Result<Vec<FaceRef>, Mistake>;

/// The open box.
pub struct QueryBox {
    typed: String,
    /// Names of fields and properties, and words, with their meanings; empty until they are collected.
    names: Vec<FaceName>,
    collector: Newest<Vec<FaceName>>,
    /// Offset of the text cursor in bytes.
    caret: usize,
    /// The names that continue the word before the cursor.
    suggested: Vec<usize>,
    /// The suggestion that Tab inserts.
    chosen: usize,
    /// A name was inserted, and the cursor moves behind it.
    is_inserted: bool,
    /// The query that was evaluated last, and its result.
    answer: Option<(String, QueryResult)>,
    worker: Arc<Newest<(String, QueryResult)>>,
}

impl QueryBox {
    /// A box with the last query.
    pub fn new(ctx: &Context, state: &State, typed: &str) -> Self {
        let collector = Newest::default();
        if let Some((doc, scene)) = state.doc.clone().zip(state.scene()) {
            let (library, scene) = (state.library.clone(), scene.scene.clone());
            let (work, ctx) = (move || face_names(&library, &doc.opened, &scene), ctx.clone());
            collector.request("names of faces", work, move || ctx.request_repaint());
        }
        Self {
            typed: typed.to_owned(),
            names: Vec::new(),
            collector,
            caret: typed.len(),
            suggested: Vec::new(),
            chosen: 0,
            is_inserted: false,
            answer: None,
            worker: Arc::default(),
        }
    }

    /// The query as typed.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Draws the box. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        if let Some(names) = self.collector.take() {
            let words = JOINING.into_iter().chain([NOT]);
            let word = |(word, meaning): (&str, &str)| FaceName {
                path: word.to_owned(),
                meaning: meaning.to_owned(),
            };
            self.names = names.into_iter().chain(words.map(word)).collect();
            self.suggest();
        }
        self.evaluate(ctx, cx.state);
        top_modal(ctx, TITLE, 140.0 * GRID, true, |ui| self.content(ui, cx))
    }

    fn content(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) -> bool {
        self.keys(ui);
        self.text_box(ui);
        ui.add_space(GRID);
        let enter = ui.input(|input| input.key_pressed(Key::Enter));
        let mut close = false;
        ui.horizontal(|ui| {
            let faces = self.faces();
            let is_ready = faces.is_some_and(|faces| !faces.is_empty());
            let clicked = buttons::primary(ui, "Select", is_ready).clicked();
            if let Some(faces) = faces.filter(|_| is_ready && (clicked || enter)) {
                let elements = faces.iter().map(|face| Element::Face(*face)).collect();
                cx.push(Command::SelectThese(elements));
                close = true;
            }
            self.report(ui);
        });
        ui.add_space(GRID);
        self.suggestions(ui);
        close
    }

    fn text_box(&mut self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        let mistake = self.mistake().map(|mistake| mistake.range_in(&self.typed));
        let mut layouter = |ui: &Ui, text: &dyn egui::TextBuffer, width: f32| {
            let mut job = marked(text.as_str(), mistake.clone(), &theme);
            job.wrap.max_width = width;
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let edit = TextEdit::singleline(&mut self.typed)
            .hint_text(EXAMPLE)
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 6))
            .layouter(&mut layouter)
            .lock_focus(true);
        let shown = edit.show(ui);
        let before = self.caret;
        if std::mem::take(&mut self.is_inserted) {
            suggestion::move_cursor(ui, shown.response.response.id, &self.typed, self.caret);
        } else if let Some(range) = shown.cursor_range {
            let at = suggestion::byte_of(&self.typed, range.primary.index.0);
            self.caret = at.unwrap_or(self.typed.len());
        }
        let response = shown.response.response.accessible_name(TITLE);
        response.request_focus();
        if response.changed() || self.caret != before {
            self.suggest();
        }
    }

    /// Handles the keys of the suggestions.
    fn keys(&mut self, ui: &mut Ui) {
        let last = self.suggested.len().saturating_sub(1);
        ui.input_mut(|input| {
            let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
            if pressed(Key::ArrowDown) {
                self.chosen = if self.chosen >= last { 0 } else { self.chosen + 1 };
            }
            if pressed(Key::ArrowUp) {
                self.chosen = self.chosen.checked_sub(1).unwrap_or(last);
            }
            if pressed(Key::Tab) {
                self.insert(self.chosen);
            }
        });
    }

    /// Replaces the word at the cursor by a suggestion, and moves the cursor behind it.
    fn insert(&mut self, at: usize) {
        let name = self.suggested.get(at).and_then(|at| self.names.get(*at));
        let Some((name, (before, after))) = name.zip(self.typed.split_at_checked(self.caret))
        else {
            return;
        };
        let start = before.len() - last_word(before).len();
        let end = before.len() + after.find(is_other).unwrap_or(after.len());
        let is_last_word = is_word(&name.path) && end == self.typed.len();
        let inserted = format!("{}{}", name.path, if is_last_word { " " } else { "" });
        self.typed.replace_range(start..end, &inserted);
        self.caret = start + inserted.len();
        self.is_inserted = true;
        self.suggest();
    }

    fn suggest(&mut self) {
        let before = self.typed.get(..self.caret).unwrap_or(&self.typed);
        let word = last_word(before);
        let joins = is_after_operand(before.strip_suffix(word).unwrap_or(""));
        let word = word.to_lowercase();
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        let fits = |name: &FaceName| match joins {
            true => is_joining(&name.path) && name.path.starts_with(&word),
            false => !is_joining(&name.path) && !is_number && name.path.contains(&word),
        };
        let is_offered =
            |at: &usize| self.names.get(*at).is_some_and(|name| name.path != word && fits(name));
        let mut found: Vec<usize> = (0..self.names.len()).filter(is_offered).collect();
        // Names that begin with the word come first, and `not` before them once it is typed.
        found.sort_by_key(|at| {
            let path = self.names.get(*at).map_or("", |name| &name.path);
            (!path.starts_with(&word), word.is_empty() == is_word(path))
        });
        (self.suggested, self.chosen) = (found, 0);
    }

    fn suggestions(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut clicked = None;
        let area = ScrollArea::vertical().max_height(12.0 * ROW).min_scrolled_height(12.0 * ROW);
        let area = area.auto_shrink([false, true]);
        area.show_rows(ui, ROW, self.suggested.len(), |ui, range| {
            for at in range {
                let name = self.suggested.get(at).and_then(|at| self.names.get(*at));
                let Some(name) = name else { continue };
                let is_chosen = at == self.chosen;
                let texts = (&*name.path, &*name.meaning);
                let response = suggestion::row(ui, is_chosen, texts, theme::mono(), 56.0 * GRID);
                response.named_on(egui::Role::Button, is_chosen, &name.path);
                if response.clicked() {
                    clicked = Some(at);
                }
            }
        });
        if let Some(at) = clicked {
            self.insert(at);
        }
    }

    /// The number of matching faces, or the mistake.
    fn report(&self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        match self.answer.as_ref().filter(|(query, _)| *query == self.typed) {
            Some((_, Ok(faces))) => {
                ui.label(counted(faces.len() as u64, "face"));
            }
            Some((_, Err(mistake))) => {
                ui.label(RichText::new(&mistake.message).color(theme.warning));
            }
            None if self.typed.trim().is_empty() => {
                ui.weak("Tab inserts the chosen name");
            }
            None => {
                ui.weak("Searching…");
            }
        }
    }

    fn faces(&self) -> Option<&[FaceRef]> {
        let (query, found) = self.answer.as_ref()?;
        found.as_deref().ok().filter(|_| *query == self.typed)
    }

    fn mistake(&self) -> Option<&Mistake> {
        let (query, found) = self.answer.as_ref()?;
        found.as_ref().err().filter(|_| *query == self.typed)
    }

    /// Evaluates the query on a worker if it has changed.
    fn evaluate(&mut self, ctx: &Context, state: &State) {
        if let Some(answer) = self.worker.take() {
            self.answer = Some(answer);
        }
        let is_known = self.answer.as_ref().is_some_and(|(query, _)| *query == self.typed);
        if is_known || self.worker.is_pending() || self.typed.trim().is_empty() {
            return;
        }
        let query = match FaceQuery::parse(&self.typed) {
            Ok(query) => query,
            Err(mistake) => {
                self.answer = Some((self.typed.clone(), Err(mistake)));
                return;
            }
        };
        let Some((doc, scene)) = state.doc.clone().zip(state.scene()) else { return };
        let (library, scene) = (state.library.clone(), scene.scene.clone());
        let (typed, ctx) = (self.typed.clone(), ctx.clone());
        let work = move || {
            let found = query.faces(&library, &doc.opened, &scene);
            (typed, found)
        };
        self.worker.request("select by query", work, move || ctx.request_repaint());
    }
}

/// The word at the end of a query, which may be a path.
fn last_word(query: &str) -> &str {
    query.rsplit(is_other).next().unwrap_or("")
}

/// `true` for words that join conditions.
fn is_joining(name: &str) -> bool {
    JOINING.iter().any(|(word, _)| *word == name)
}

/// `true` for words of the language, which are not names.
fn is_word(name: &str) -> bool {
    is_joining(name) || name == NOT.0
}

/// `true` if the text ends with a complete operand, which only an operator may follow.
fn is_after_operand(text: &str) -> bool {
    let text = text.trim_end();
    let is_end = |c: char| !is_other(c) || matches!(c, ')' | ']' | '"' | '\'');
    text.ends_with(is_end) && !is_word(last_word(text))
}

/// `true` if a character is not part of a path.
fn is_other(c: char) -> bool {
    !(c.is_alphanumeric() || matches!(c, '_' | '.'))
}

/// The query with the mistake underlined.
fn marked(query: &str, mistake: Option<Range<usize>>, theme: &Theme) -> LayoutJob {
    let font = theme::mono();
    let plain = TextFormat::simple(font, theme.text);
    let mut job = LayoutJob::default();
    let underline = egui::Stroke::new(1.0, theme.warning);
    // The text may have changed since the mistake was found.
    let parts = mistake.and_then(|at| {
        Some((query.get(..at.start)?, query.get(at.clone())?, query.get(at.end..)?))
    });
    let (before, word, after) = parts.unwrap_or((query, "", ""));
    job.append(before, 0.0, plain.clone());
    job.append(word, 0.0, TextFormat { underline, ..plain.clone() });
    job.append(after, 0.0, plain);
    job
}
