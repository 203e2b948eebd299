//! The list: only visible rows are touched, and no sound is decoded for it.

use egui::{Align2, Rect, Sense, Ui, pos2, vec2};
use egui_material_icons::icons;

use super::{audition, clock};
use crate::app::command::{Command, Commands};
use crate::app::panel::{self, Item, grouped, size};
use crate::app::selection::Target;
use crate::app::state::{DocScene, State};
use crate::app::theme::{self, GRID, ROW, Theme};
use crate::app::widgets::rows::{self, RowScroll};
use crate::scene::{Element, Sound};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Column {
    Star,
    #[default]
    Index,
    Name,
    Duration,
    Rate,
    Channels,
    Codec,
    Size,
    Captions,
    Users,
}

/// Column, title, width; the name takes what is left.
const COLUMNS: [(Column, &str, f32); 10] = [
    (Column::Star, "", 24.0),
    (Column::Index, "#", 48.0),
    (Column::Name, "Name", 0.0),
    (Column::Duration, "Length", 72.0),
    (Column::Rate, "Rate", 72.0),
    (Column::Channels, "Channels", 68.0),
    (Column::Codec, "Codec", 124.0),
    (Column::Size, "Size", 76.0),
    (Column::Captions, "Captions", 68.0),
    (Column::Users, "Users", 52.0),
];
/// Users of a sound that are named.
const MOST_USERS: usize = 8;
/// The narrowest name that is still one.
const NARROWEST: f32 = 100.0;

/// The generation of a document, and how often its names were looked up again.
type Names = (u64, u64);

/// What the order was made for.
#[derive(Clone, PartialEq)]
struct Made {
    names: Names,
    filter: String,
    by: Column,
    reverse: bool,
    /// Changes of what is written down, where the order hangs on it.
    stars: Option<u64>,
}

/// The list.
#[derive(Default)]
pub struct List {
    scroll: RowScroll,
    by: Column,
    reverse: bool,
    /// Sounds that match, in order.
    shown: Vec<u32>,
    made: Option<Made>,
    /// What each sound is found by, in lower case, and the document it was made for.
    texts: (Names, Vec<String>),
    /// Where the last range that was selected ends.
    end: Option<u32>,
}

impl List {
    /// The sounds shown, in order.
    pub fn shown(&self) -> &[u32] {
        &self.shown
    }

    /// Number of all sounds.
    pub fn total(&self) -> u32 {
        self.texts.1.len() as u32
    }

    pub fn arrive(&mut self, sound: u32) {
        if let Some(row) = self.row_of(sound) {
            self.scroll.arrive(row);
        }
    }

    pub fn reveal(&mut self, sound: u32) {
        if let Some(row) = self.row_of(sound) {
            self.scroll.reveal(row);
        }
    }

    fn row_of(&self, sound: u32) -> Option<u64> {
        self.shown.iter().position(|shown| *shown == sound).map(|row| row as u64)
    }

    /// The sound `by` rows from `from`; the first one when that is not shown.
    pub fn beside(&self, from: Option<u32>, by: isize) -> Option<u32> {
        let last = self.shown.len().checked_sub(1)?;
        let row = match from.and_then(|from| self.row_of(from)) {
            Some(row) => (row as usize).saturating_add_signed(by).min(last),
            None => 0,
        };
        self.shown.get(row).copied()
    }

    /// All sounds from the selected one to `to`, the selected one first.
    pub fn select_to(&mut self, to: u32, state: &State, commands: &mut Commands) {
        let anchor = state.selected_sound().and_then(|sound| Some((sound, self.row_of(sound)?)));
        let Some(end) = self.row_of(to) else { return };
        let (first, start) = anchor.unwrap_or((to, end));
        let rows = start.min(end) as usize..=start.max(end) as usize;
        let range = self.shown.get(rows).unwrap_or(&[]).iter().copied();
        self.end = Some(to);
        commands.push(these(first, range));
    }

    /// Moves the end of the selected range.
    pub fn extend(&mut self, down: bool, state: &State, commands: &mut Commands) {
        let selected = |sound: &u32| state.selected_sounds().any(|other| other == *sound);
        let end = self.end.filter(selected).or(state.selected_sound());
        if let Some(to) = self.beside(end, if down { 1 } else { -1 }) {
            self.select_to(to, state, commands);
            self.reveal(to);
        }
    }

    /// All sounds that are shown; the one that is selected stays the first.
    pub fn select_all(&self, state: &State, commands: &mut Commands) {
        let selected = state.selected_sound().filter(|sound| self.row_of(*sound).is_some());
        if let Some(first) = selected.or(self.shown.first().copied()) {
            commands.push(these(first, self.shown.iter().copied()));
        }
    }

    /// Filters and sorts again when something changed.
    pub fn update(&mut self, state: &State, scene: &DocScene, filter: &str, starred: bool) {
        let names = state.doc.as_ref().map_or((0, 0), |doc| (doc.generation, doc.renamed));
        let sounds = &scene.scene.sounds;
        let made = Made {
            names,
            filter: filter.to_lowercase(),
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
        let words: Vec<&str> = made.filter.split_whitespace().collect();
        let matches = |text: &str| words.iter().all(|word| text.contains(word));
        let found = (0u32..).zip(&self.texts.1).filter(|(_, text)| matches(text)).map(|(at, _)| at);
        self.shown = found.filter(|sound| !starred || state.is_starred(*sound)).collect();
        let sound = |at: u32| sounds.get(at as usize);
        match self.by {
            Column::Index => {}
            Column::Name => self.shown.sort_by_cached_key(|at| sound(*at).map(|s| s.name.clone())),
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

    pub fn ui(&mut self, ui: &mut Ui, state: &State, scene: &DocScene, commands: &mut Commands) {
        let theme = Theme::of(ui);
        let all = ui.available_rect_before_wrap();
        let places = places(all.shrink2(vec2(GRID, 0.0)));
        self.header(ui, &theme, &places);
        let area = all.with_min_y(all.top() + ROW);
        let keys = ui.scope_id().with("keys");
        rows::key_area(ui, keys, area, egui::Role::List, "Sounds");
        let below = egui::UiBuilder::new().id_salt("rows").max_rect(area);
        ui.scope_builder(below, |ui| {
            ui.painter().rect_filled(area, 0.0, theme.well);
            let shown = self.scroll.show(ui, "Sounds", self.shown.len() as u64, ROW);
            ui.set_clip_rect(shown.rect.intersect(ui.clip_rect()));
            if self.shown.is_empty() {
                let centre = Align2::CENTER_CENTER;
                let font = theme::body();
                let text = "No sound matches";
                ui.painter().text(area.center(), centre, text, font, theme.weak);
            }
            for row in shown.rows.clone() {
                let Some(at) = self.shown.get(row as usize).copied() else { continue };
                let Some(sound) = scene.scene.sounds.get(at as usize) else { continue };
                let response = row_ui(ui, shown.row_rect(row), &places, at, sound, state, commands);
                self.act(ui, &response, at, state, commands);
            }
        });
    }

    fn act(
        &mut self,
        ui: &Ui,
        response: &egui::Response,
        at: u32,
        state: &State,
        commands: &mut Commands,
    ) {
        let target = Target::Element(Element::Sound(at));
        if response.hovered() {
            commands.hover(target.clone());
        }
        let modifiers = panel::click_modifiers(ui);
        if response.double_clicked() {
            commands.push(Command::PlaySound(at));
        } else if response.clicked() && modifiers.shift {
            self.select_to(at, state, commands);
        } else if response.clicked() && modifiers.command {
            commands.push(Command::SelectAlso(target));
        } else if response.clicked() {
            audition(at, state, commands);
        }
    }

    fn header(&mut self, ui: &mut Ui, theme: &Theme, places: &[(Column, f32, f32)]) {
        let top = ui.max_rect().top();
        for ((column, left, right), (_, title, _)) in places.iter().zip(COLUMNS) {
            let rect = Rect::from_min_max(pos2(*left, top), pos2(*right, top + ROW));
            let response = ui.interact(rect, ui.scope_id().with(title), Sense::click());
            let chosen = self.by == *column;
            if response.clicked() {
                self.reverse = chosen && !self.reverse;
                self.by = *column;
            }
            response.widget_info(|| {
                let label = format!("Sort by {title}");
                egui::WidgetInfo::labeled(egui::Role::Button, true, label)
            });
            let strong = chosen || response.hovered();
            let colour = if strong { theme.text } else { theme.weak };
            let arrow = if self.reverse { " ↓" } else { " ↑" };
            let text = if chosen { format!("{title}{arrow}") } else { title.to_owned() };
            cell(ui, rect, *column, text, theme::small(), colour);
        }
    }
}

/// Left and right edge of each column.
fn places(all: Rect) -> Vec<(Column, f32, f32)> {
    // The scroll bar's place stays free.
    let width = all.width() - 3.0 * GRID;
    let fixed: f32 = COLUMNS.iter().map(|(_, _, width)| width).sum();
    let mut left = all.left();
    let place = |(column, _, fixed_width): (Column, &str, f32)| {
        let name = (width - fixed).max(NARROWEST);
        let start = left;
        left += if column == Column::Name { name } else { fixed_width };
        (column, start, left)
    };
    COLUMNS.into_iter().map(place).collect()
}

fn is_number(column: Column) -> bool {
    !matches!(column, Column::Star | Column::Name | Column::Codec)
}

/// Paints the text of a cell, numbers to the right.
fn cell(
    ui: &Ui,
    rect: Rect,
    column: Column,
    text: String,
    font: egui::FontId,
    colour: egui::Color32,
) {
    let rect = rect.shrink2(vec2(GRID, 0.0));
    if is_number(column) {
        let at = pos2(rect.right() - GRID, rect.center().y);
        ui.painter().text(at, Align2::RIGHT_CENTER, text, font, colour);
    } else {
        panel::row_text(ui, rect, rect.left(), rect.right(), text, font, colour);
    }
}

fn row_ui(
    ui: &mut Ui,
    rect: Rect,
    places: &[(Column, f32, f32)],
    at: u32,
    sound: &Sound,
    state: &State,
    commands: &mut Commands,
) -> egui::Response {
    let theme = Theme::of(ui);
    let element = Element::Sound(at);
    let response = ui.interact(rect, ui.scope_id().with(at), Sense::click());
    let selected = state.selected_sounds().any(|selected| selected == at);
    let hovered = state.hover.as_ref().is_some_and(|hover| hover.element == Some(element));
    if selected {
        ui.painter().rect_filled(rect, 0.0, theme.accent_fill);
    } else if hovered || response.hovered() {
        ui.painter().rect_filled(rect, 0.0, theme.hover_fill);
    }
    let key = state.sound_key(at);
    let playing = state.sound.position().is_some()
        && state.sound.now().is_some_and(|now| key.is_some_and(|key| now.plays(key)));
    for (column, left, right) in places {
        let rect = rect.with_min_x(*left).with_max_x(*right);
        if *column == Column::Star {
            star(ui, rect, at, state, commands);
            continue;
        }
        if *column == Column::Index && playing {
            let icon = icons::ICON_VOLUME_UP;
            let font = egui::FontId::new(theme::BODY, icon.font_family());
            cell(ui, rect, *column, icon.codepoint.to_owned(), font, theme.accent);
            continue;
        }
        let font = if *column == Column::Codec { theme::body() } else { theme::mono() };
        if *column == Column::Name {
            name_cell(ui, rect, sound, at, selected, state);
            continue;
        }
        let text = match column {
            Column::Users => count(users(sound, at, state)),
            column => value(sound, *column, at),
        };
        cell(ui, rect, *column, text, font, theme.weak);
    }
    panel::context_menu(&response, commands, || Item {
        value: sound.name.clone(),
        offset: Some(sound.origin.span.start),
        path: sound.origin.path.clone(),
        like: None,
    });
    response.widget_info(|| {
        let label = format!("Sound {at}, {}", sound.name);
        egui::WidgetInfo::selected(egui::Role::Button, true, selected, label)
    });
    response.on_hover_ui(|ui| facts(ui, sound, at, state))
}

fn these(first: u32, all: impl Iterator<Item = u32>) -> Command {
    let others = all.filter(|sound| *sound != first);
    Command::SelectThese(std::iter::once(first).chain(others).map(Element::Sound).collect())
}

/// The name; faintly behind it, where there is room, where it comes from and who else has it.
fn name_cell(ui: &Ui, rect: Rect, sound: &Sound, at: u32, selected: bool, state: &State) {
    let theme = Theme::of(ui);
    let name = value(sound, Column::Name, at);
    let width = ui.painter().layout_no_wrap(name.clone(), theme::body(), theme.text).size().x;
    cell(ui, rect, Column::Name, name, theme::body(), theme.text);
    let from = sound.ids.first().and_then(|id| id.name.known.first());
    let from = from.map(|known| known.from.clone()).filter(|from| !from.is_empty());
    let twins = state.elsewhere.twins(sound);
    let twins = twins.map(|twin| match twin.is_same {
        true => format!("also in {}", twin.bank),
        false => format!("another in {}", twin.bank),
    });
    let faint = from.into_iter().chain(twins).collect::<Vec<_>>().join(", ");
    let rest = rect.with_min_x(rect.left() + width + 4.0 * GRID);
    if !faint.is_empty() && rest.width() > NARROWEST / 2.0 {
        let rest = rest.shrink2(vec2(GRID, 0.0));
        let colour = if selected { theme.weak } else { theme.faint };
        panel::row_text(ui, rest, rest.left(), rest.right(), faint, theme::small(), colour);
    }
}

fn star(ui: &mut Ui, rect: Rect, at: u32, state: &State, commands: &mut Commands) {
    let theme = Theme::of(ui);
    let on = state.is_starred(at);
    let response = ui.interact(rect, ui.scope_id().with(("star", at)), Sense::click());
    if response.clicked() {
        commands.push(Command::StarSound(at));
    }
    if on || response.hovered() || ui.rect_contains_pointer(rect) {
        let icon = icons::ICON_STAR;
        let font = egui::FontId::new(theme::BODY, icon.font_family());
        let colour = if on { theme.warning } else { theme.faint };
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, icon.codepoint, font, colour);
    }
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, on, format!("Star sound {at}"))
    });
}

/// All names of a sound, where they are known from, who plays it, and where else it is.
fn facts(ui: &mut Ui, sound: &Sound, at: u32, state: &State) {
    ui.label(&sound.name);
    for id in &sound.ids {
        let known: Vec<String> =
            id.name.known.iter().map(|known| format!("{} ({})", known.name, known.from)).collect();
        let known = if known.is_empty() { "no known name".to_owned() } else { known.join(" or ") };
        ui.label(format!("{}: {known}, {} dB", id.name.hex(), id.volume_db));
    }
    if sound.looped {
        ui.label("The file asks for endless repetition");
    }
    let scene = state.scene();
    let users = scene.and_then(|scene| scene.sound_users.get(at as usize));
    let users = users.map_or(&[][..], Vec::as_slice);
    for user in users.iter().take(MOST_USERS) {
        ui.label(format!("Played by {}", super::user_name(*user, scene)));
    }
    if users.len() > MOST_USERS {
        ui.label(format!("and by {} more", users.len() - MOST_USERS));
    }
    let foreign = state.elsewhere.users(sound);
    if foreign > 0 {
        ui.label(format!("Played by {foreign} collisions of other opened banks"));
    }
    for twin in state.elsewhere.twins(sound) {
        let what = if twin.is_same { "the same recording" } else { "another recording" };
        ui.label(format!("Also in {}: {what}", twin.bank));
    }
}

fn value(sound: &Sound, column: Column, at: u32) -> String {
    match column {
        Column::Star => String::new(),
        Column::Index => at.to_string(),
        Column::Name => {
            // Names that share their hash are all as good.
            let known = sound.ids.first().map_or(&[][..], |id| &id.name.known);
            let others = known.iter().skip(1).map(|known| format!(" or {}", known.name));
            let name = std::iter::once(sound.name.clone()).chain(others).collect::<String>();
            match sound.ids.len() {
                0 | 1 => name,
                more => format!("{name} and {} more", more - 1),
            }
        }
        Column::Duration => clock(sound.duration_ms() as f64 / 1000.0),
        Column::Rate => grouped(u64::from(sound.rate)),
        Column::Channels => match sound.channels {
            1 => "mono".to_owned(),
            2 => "stereo".to_owned(),
            _ => "?".to_owned(),
        },
        Column::Codec => format!("{} {} bit", sound.codec, sound.bits),
        Column::Size => size(sound.stored_bytes),
        Column::Captions => count(sound.captions.len()),
        // Not the sound's own business.
        Column::Users => String::new(),
    }
}

fn count(count: usize) -> String {
    if count == 0 { "–".to_owned() } else { count.to_string() }
}

/// How many things play a sound, in the open file and in other opened banks.
fn users(sound: &Sound, at: u32, state: &State) -> usize {
    let own = state.scene().and_then(|scene| scene.sound_users.get(at as usize));
    own.map_or(0, Vec::len) + state.elsewhere.users(sound)
}

/// What a column of numbers is sorted by.
fn number(sound: &Sound, column: Column, at: u32, state: &State) -> u64 {
    match column {
        Column::Star => u64::from(!state.is_starred(at)),
        Column::Duration => sound.duration_ms(),
        Column::Rate => u64::from(sound.rate),
        Column::Channels => u64::from(sound.channels),
        Column::Size => sound.stored_bytes,
        Column::Captions => sound.captions.len() as u64,
        Column::Index | Column::Name | Column::Codec | Column::Users => u64::from(at),
    }
}

/// What a sound is found by: its names, identifiers, and everything said in it.
fn text_of(sound: &Sound) -> String {
    let mut text = sound.name.to_lowercase();
    let ids = sound.ids.iter();
    let known = ids
        .flat_map(|id| id.name.known.iter().map(|known| known.name.clone()).chain([id.name.hex()]));
    for part in known.chain(sound.captions.iter().map(|caption| caption.text.clone())) {
        text.push('\n');
        text.push_str(&part.to_lowercase());
    }
    text
}
