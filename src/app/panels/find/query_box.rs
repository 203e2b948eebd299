//! Query box: filters in colour, mistakes underlined, suggestions below.

use std::ops::Range;

use egui::text_edit::TextEditState;
use egui::{Id, Key, Modifiers, Rect, Response, TextBuffer, TextEdit, Ui};
use egui_material_icons::icons;

use super::FindPanel;
use super::colours::coloured;
use super::complete::{self, QuerySuggestions};
use crate::app::model::{Command, State};
use crate::app::ui::input::escaped;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Theme, cells, suggestion, theme};
use crate::bytes::FieldId;

/// Width of the star at the end of the box.
const STAR: f32 = 6.0 * GRID;

/// The query and the state of its suggestions.
#[derive(Default)]
pub struct QueryBox {
    text: String,
    wants_focus: bool,
    /// The box gives up the focus in the next frame.
    drops_focus: bool,
    /// Time of the last key press, in seconds of the window's clock.
    typed_at: f64,
    /// Index of the highlighted suggestion.
    chosen: Option<usize>,
    /// Text for which suggestions were dismissed.
    declined: Option<String>,
    /// Rectangle of the suggestions in the last frame.
    offered: Option<Rect>,
    /// New cursor position, in bytes.
    cursor: Option<usize>,
}

impl QueryBox {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn typed_at(&self) -> f64 {
        self.typed_at
    }

    /// Gives the box the focus in the next frame.
    pub fn focus(&mut self) {
        self.wants_focus = true;
    }

    /// Sets the query and gives the box the focus; the query runs immediately.
    pub fn put(&mut self, query: String) {
        self.fill(query);
        self.wants_focus = true;
    }

    /// Takes the focus away from the box.
    pub fn leave(&mut self) {
        (self.wants_focus, self.drops_focus) = (false, true);
    }

    /// Sets the query without changing the focus.
    pub fn fill(&mut self, query: String) {
        self.cursor = Some(query.len());
        self.declined = Some(query.clone());
        self.text = query;
        self.typed_at = f64::NEG_INFINITY;
    }

    /// Empties the box.
    pub fn clear(&mut self) {
        self.put(String::new());
    }

    pub fn has_focus(&self, ui: &Ui) -> bool {
        ui.memory(|memory| memory.has_focus(id()))
    }

    /// Suggestions for the word at the cursor.
    fn offer(&self, ui: &Ui, state: &State) -> Option<QuerySuggestions> {
        // Pressing the pointer on a suggestion takes the focus before the click is complete.
        let pointer = ui.input(|input| input.pointer.interact_pos());
        let is_aimed = || self.offered.zip(pointer).is_some_and(|(rect, at)| rect.contains(at));
        if self.declined.as_ref() == Some(&self.text) || !(self.has_focus(ui) || is_aimed()) {
            return None;
        }
        let range = TextEditState::load(ui.ctx(), id())?.cursor.char_range()?;
        let at = self.text.char_indices().nth(range.primary.index.0);
        let at = at.map_or(self.text.len(), |(at, _)| at);
        let described = state.library.descriptions.known();
        complete::offer(&self.text, at, &described).or_else(|| {
            let tree = &state.doc.as_ref()?.opened.document.tree;
            let selected = state.selection.as_ref().and_then(|of| tree.find(&of.path).ok());
            complete::offer_fields(&self.text, at, tree, &selected.unwrap_or_else(FieldId::root))
        })
    }

    /// Up, Down, Enter and Tab choose a suggestion; Escape dismisses them.
    fn offer_keys(&mut self, ui: &Ui, offer: &QuerySuggestions, is_wrong: bool) {
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let last = offer.entries.len().saturating_sub(1);
        self.chosen = self.chosen.map(|chosen| chosen.min(last));
        if pressed(Key::ArrowDown) {
            self.chosen = Some(self.chosen.map_or(0, |at| (at + 1).min(last)));
        }
        if self.chosen.is_some() && pressed(Key::ArrowUp) {
            self.chosen = self.chosen.and_then(|at| at.checked_sub(1));
        }
        // Enter also accepts a suggestion while the query contains a mistake.
        let enters = self.chosen.is_some() || is_wrong;
        let takes = pressed(Key::Tab) || enters && pressed(Key::Enter);
        if takes {
            self.take(ui, offer, self.chosen.unwrap_or(0));
        } else if pressed(Key::Escape) {
            self.declined = Some(self.text.clone());
            self.chosen = None;
        }
    }

    fn take(&mut self, ui: &Ui, offer: &QuerySuggestions, at: usize) {
        let Some(entry) = offer.entries.get(at) else { return };
        let (text, cursor) = offer.taken(&self.text, entry);
        (self.text, self.cursor, self.chosen) = (text, Some(cursor), None);
        self.typed_at = ui.input(|input| input.time);
        self.wants_focus = true;
    }

    /// Draws the box.
    fn show(&mut self, ui: &mut Ui, mistake: Option<Range<usize>>) -> Response {
        let theme = Theme::of(ui);
        if let Some(at) = self.cursor.take() {
            suggestion::move_cursor(ui, id(), &self.text, at);
        }
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| {
            let job = coloured(text.as_str(), mistake.clone(), &theme);
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let edit = TextEdit::singleline(&mut self.text)
            .id(id())
            .hint_text("Find: words, kind:texture …")
            .desired_width(f32::INFINITY)
            .margin(egui::Margin { right: STAR as i8, ..egui::Margin::symmetric(4, 2) })
            .layouter(&mut layouter);
        let response = ui.add(edit).accessible_name("Search the index");
        if std::mem::take(&mut self.drops_focus) {
            response.surrender_focus();
        }
        if std::mem::take(&mut self.wants_focus) {
            response.request_focus();
        }
        if escaped(ui, &response) {
            self.text.clear();
            response.surrender_focus();
            self.typed_at = f64::NEG_INFINITY;
        } else if response.changed() {
            self.typed_at = ui.input(|input| input.time);
            (self.chosen, self.declined) = (None, None);
        }
        response
    }

    /// Draws the suggestions below the box.
    fn show_offer(&mut self, ui: &Ui, below: Rect, offer: &QuerySuggestions) {
        let area = egui::Area::new(id().with("offer")).order(egui::Order::Foreground);
        let area = area.fixed_pos(below.left_bottom() + egui::vec2(0.0, GRID / 2.0));
        let shown = area.show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).inner_margin(GRID).show(ui, |ui| {
                ui.set_width(below.width().max(76.0 * GRID));
                ui.spacing_mut().item_spacing.y = 0.0;
                let mut taken = None;
                for (at, entry) in offer.entries.iter().enumerate() {
                    let is_chosen = self.chosen == Some(at);
                    let texts = (&*entry.text, &*entry.meaning);
                    let response =
                        suggestion::row(ui, is_chosen, texts, theme::body(), 24.0 * GRID);
                    response.named_on(egui::Role::MenuItem, is_chosen, &entry.text);
                    if response.clicked() {
                        taken = Some(at);
                    }
                }
                taken
            })
        });
        self.offered = Some(shown.response.rect);
        if let Some(at) = shown.inner.inner {
            self.take(ui, offer, at);
        }
    }
}

fn id() -> Id {
    Id::unique("find box")
}

/// Tab accepts a suggestion instead of moving the focus.
fn keep_tab(ui: &Ui) {
    let filter = egui::EventFilter {
        tab: true,
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id(), filter));
}

impl FindPanel {
    /// Draws the box, the star that saves the query, and the menu.
    pub(super) fn bar(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let has_focus = self.query.has_focus(ui);
        let offer = self.query.offer(ui, cx.state);
        let is_wrong = marked(&self.query.text, cx.state).is_some();
        match &offer {
            Some(offer) if has_focus => self.query.offer_keys(ui, offer, is_wrong),
            _ => self.query.chosen = None,
        }
        if has_focus {
            self.box_keys(ui, cx);
        }
        let frame = egui::Frame::new().inner_margin(GRID);
        let below = frame.show(ui, |ui| {
            let below = self.query.show(ui, marked(self.query.text(), cx.state)).rect;
            self.star(ui, cx, below);
            below
        });
        let below = below.inner;
        match self.query.offer(ui, cx.state) {
            Some(offer) => {
                keep_tab(ui);
                self.query.show_offer(ui, below, &offer);
            }
            None => self.query.offered = None,
        }
    }

    /// Draws the star that saves or removes the query.
    fn star(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, text_box: Rect) {
        let query = self.query.text().trim().to_owned();
        if query.is_empty() {
            return;
        }
        let theme = Theme::of(ui);
        let is_kept = cx.state.settings.queries.contains(&query);
        let tip = if is_kept { "Remove saved query" } else { "Save query" };
        let rect = text_box.with_min_x(text_box.right() - STAR);
        let response = ui.interact(rect, id().with("star"), egui::Sense::CLICK);
        let colour = match (is_kept, response.hovered()) {
            (true, _) => theme.accent,
            (false, true) => theme.text,
            (false, false) => theme.weak,
        };
        cells::icon(ui, rect, icons::ICON_STAR, theme::ICON, colour);
        response.named_on(egui::Role::Button, is_kept, tip);
        let response = response.on_hover_cursor(egui::CursorIcon::Default).on_hover_text(tip);
        if response.clicked() {
            cx.push(Command::KeepQuery { query, keep: !is_kept });
        }
    }
}

/// The mistake in the query, if the query is the last one that was sent.
fn marked(text: &str, state: &State) -> Option<Range<usize>> {
    let finding = &state.finding;
    finding.mistake.as_ref().filter(|_| finding.asked.query == text).map(|m| m.at.clone())
}
