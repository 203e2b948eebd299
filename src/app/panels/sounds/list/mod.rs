//! List of sounds. Only visible rows are processed, and no sound is decoded.

pub mod columns;
mod rows;

use egui::{Align2, Rect, Role, Sense, Ui, pos2, vec2};

use self::columns::{Column, Extent, extents, number, text_of, title, users};
use self::rows::{cell, row_ui};
use super::audition;
use crate::app::model::{Command, DocScene, PanelId, SelectionTarget, State, natural_order};
use crate::app::ui::input::{self, key_area};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, RowScroll, Theme, Words, theme};
use crate::scene::{Element, Id, RecordingId};

/// Generation of a document and of its resolved names.
type NamesVersion = (u64, u64);

/// Inputs that the order was computed from.
#[derive(Clone, PartialEq)]
struct OrderKey {
    names: NamesVersion,
    words: Words,
    by: Column,
    reverse: bool,
    /// Revision of the notes, if the order depends on the stars.
    stars: Option<u64>,
}

/// The list.
#[derive(Default)]
pub struct List {
    scroll: RowScroll,
    /// Number of rows that fit.
    page: u64,
    by: Column,
    reverse: bool,
    /// Sounds that pass the filter, in order.
    shown: Vec<RecordingId>,
    made: Option<OrderKey>,
    /// Searchable text of each sound in lower case, and the generation it was computed for.
    texts: (NamesVersion, Vec<String>),
    /// End of the last selected range.
    end: Option<RecordingId>,
}

impl List {
    /// The listed sounds, in order.
    pub fn listed(&self) -> &[RecordingId] {
        &self.shown
    }

    /// All sounds.
    pub fn all(&self) -> impl Iterator<Item = RecordingId> + use<> {
        (0..self.texts.1.len()).map(Id::at)
    }

    pub fn arrive(&mut self, sound: RecordingId) {
        if let Some(row) = self.row_of(sound) {
            self.scroll.arrive(row);
        }
    }

    /// Scrolls to the first row.
    pub fn to_top(&mut self) {
        self.scroll.jump(0);
    }

    pub fn reveal(&mut self, sound: RecordingId) {
        if let Some(row) = self.row_of(sound) {
            self.scroll.reveal(row);
        }
    }

    fn row_of(&self, sound: RecordingId) -> Option<u64> {
        self.shown.iter().position(|shown| *shown == sound).map(|row| row as u64)
    }

    /// The sound `by` rows below `from`; the first one if `from` is not listed.
    pub fn beside(&self, from: Option<RecordingId>, by: isize) -> Option<RecordingId> {
        let last = self.shown.len().checked_sub(1)?;
        let row = match from.and_then(|from| self.row_of(from)) {
            Some(row) => (row as usize).saturating_add_signed(by).min(last),
            None => 0,
        };
        self.shown.get(row).copied()
    }

    /// Selects all sounds from the selected one to `to`, the selected one first.
    fn select_to(&mut self, to: RecordingId, cx: &mut Ctx<'_>) {
        let anchor = cx.state.selected_sound().and_then(|sound| Some((sound, self.row_of(sound)?)));
        let Some(end) = self.row_of(to) else { return };
        let (first, start) = anchor.unwrap_or((to, end));
        let rows = start.min(end) as usize..=start.max(end) as usize;
        let range = self.shown.get(rows).unwrap_or(&[]).iter().copied();
        self.end = Some(to);
        cx.push(these(first, range));
    }

    /// Moves the end of the selected range.
    pub fn extend(&mut self, down: bool, cx: &mut Ctx<'_>) {
        let selected =
            |sound: &RecordingId| cx.state.selected_sounds().any(|other| other == *sound);
        let end = self.end.filter(selected).or(cx.state.selected_sound());
        if let Some(to) = self.beside(end, if down { 1 } else { -1 }) {
            self.select_to(to, cx);
            self.reveal(to);
        }
    }

    /// Selects all listed sounds; the active one stays the first.
    pub fn select_all(&self, cx: &mut Ctx<'_>) {
        let selected = cx.state.selected_sound().filter(|sound| self.row_of(*sound).is_some());
        if let Some(first) = selected.or(self.shown.first().copied()) {
            cx.push(these(first, self.shown.iter().copied()));
        }
    }

    /// Filters and sorts again if an input changed.
    pub fn update(&mut self, state: &State, scene: &DocScene, words: Words, starred: bool) {
        let names = state.doc.as_ref().map_or((0, 0), |doc| (doc.generation, doc.names));
        let sounds = &scene.scene.sounds;
        let made = OrderKey {
            names,
            words,
            by: self.by,
            reverse: self.reverse,
            stars: (starred || self.by == Column::Star).then(|| state.notes.changes()),
        };
        if self.made.as_ref() == Some(&made) {
            return;
        }
        if self.texts.0 != names || self.made.is_none() {
            self.texts = (names, sounds.iter().map(text_of).collect());
        }
        let texts = self.all().zip(&self.texts.1);
        let found = texts.filter(|(_, text)| made.words.are_in_lower(text)).map(|(at, _)| at);
        self.shown = found.filter(|sound| !starred || state.is_starred(*sound)).collect();
        let sound = |at: RecordingId| sounds.get(at);
        match self.by {
            Column::Index => {}
            Column::Name => {
                self.shown.sort_by_cached_key(|at| sound(*at).map(|s| natural_order::key(&s.name)));
            }
            Column::Codec => self.shown.sort_by_key(|at| sound(*at).map(|s| (s.codec, s.bits))),
            Column::Users => self.shown.sort_by_key(|at| sound(*at).map(|s| users(s, *at, state))),
            by => self.shown.sort_by_key(|at| sound(*at).map_or(0, |s| number(s, by, *at, state))),
        }
        if self.reverse {
            self.shown.reverse();
        }
        self.made = Some(made);
        if let Some(selected) = state.selected_sound() {
            self.reveal(selected);
        }
    }

    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
        let theme = Theme::of(ui);
        let all = ui.available_rect_before_wrap();
        let extents = extents(all.shrink2(vec2(GRID, 0.0)));
        self.header(ui, &theme, &extents);
        let area = all.with_min_y(all.top() + ROW);
        let keys = ui.scope_id().with("keys");
        key_area(ui, keys, area, Role::List, "Sounds");
        let below = egui::UiBuilder::new().id_salt("rows").max_rect(area);
        ui.scope_builder(below, |ui| {
            ui.painter().rect_filled(area, 0.0, theme.well);
            let pages = input::take_pages(ui, cx.state.focus == PanelId::SOUNDS);
            self.scroll.turn(pages, self.page);
            let shown = self.scroll.show(ui, "Sounds", self.shown.len() as u64, ROW);
            self.page = shown.page();
            ui.set_clip_rect(shown.rect.intersect(ui.clip_rect()));
            if self.shown.is_empty() {
                let centre = Align2::CENTER_CENTER;
                let font = theme::body();
                let text = "No sound matches";
                ui.painter().text(area.center(), centre, text, font, theme.weak);
            }
            for row in shown.rows.clone() {
                let Some(at) = self.shown.get(row as usize).copied() else { continue };
                let Some(sound) = scene.scene.sounds.get(at) else { continue };
                let response = row_ui(ui, cx, shown.row_rect(row), &extents, at, sound);
                self.act(ui, cx, &response, at);
            }
        });
    }

    fn act(&mut self, ui: &Ui, cx: &mut Ctx<'_>, response: &egui::Response, at: RecordingId) {
        let target = SelectionTarget::Element(Element::Sound(at));
        if response.hovered() {
            cx.hover(target.clone());
        }
        let modifiers = input::click_modifiers(ui);
        if response.double_clicked() {
            cx.push(Command::PlaySound(at));
        } else if response.clicked() && modifiers.shift {
            self.select_to(at, cx);
        } else if response.clicked() && modifiers.command {
            cx.push(Command::SelectAlso(target));
        } else if response.clicked() {
            audition(at, cx);
        }
    }

    fn header(&mut self, ui: &mut Ui, theme: &Theme, extents: &[Extent]) {
        let top = ui.max_rect().top();
        for (column, left, right) in extents {
            let title = title(*column);
            let rect = Rect::from_min_max(pos2(*left, top), pos2(*right, top + ROW));
            let response = ui.interact(rect, ui.scope_id().with(title), Sense::click());
            let chosen = self.by == *column;
            if response.clicked() {
                self.reverse = chosen && !self.reverse;
                self.by = *column;
            }
            response.named(Role::Button, format!("Sort by {title}"));
            let strong = chosen || response.hovered();
            let colour = if strong { theme.text } else { theme.weak };
            let arrow = if self.reverse { " ↓" } else { " ↑" };
            let text = if chosen { format!("{title}{arrow}") } else { title.to_owned() };
            cell(ui, rect, *column, text, theme::small(), colour);
        }
    }
}

fn these(first: RecordingId, all: impl Iterator<Item = RecordingId>) -> Command {
    let others = all.filter(|sound| *sound != first);
    Command::SelectThese(std::iter::once(first).chain(others).map(Element::Sound).collect())
}
