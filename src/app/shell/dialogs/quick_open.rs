//! A box that finds commands or files by a few letters of their names.

use std::collections::HashSet;

use egui::{Context, Event, Key, RichText, ScrollArea, TextEdit, Ui};
use egui_material_icons::{MaterialIcon, icons};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::top_modal;
use crate::app::model::{Combine, Command, Listing, Sniff, State, document::paths};
use crate::app::panels;
use crate::app::shell::commands::table;
use crate::app::ui::{Ctx, GRID, ROW, Theme, row, shortcuts::command_info::CommandInfo, theme};
use crate::formats::{self, Capability, Format};

/// An entry that can be found.
struct Destination {
    text: String,
    /// Menu of a command or folder of a file.
    context: String,
    key: String,
    icon: Option<MaterialIcon>,
    command: Command,
    /// Reason why the command is disabled.
    why_not: Option<&'static str>,
    /// Other words by which it is found.
    search_words: &'static str,
}

/// The open box.
pub struct Finder {
    name: &'static str,
    hint: &'static str,
    things: Vec<Destination>,
    typed: String,
    /// Indices of the matching entries, best first.
    found: Vec<usize>,
    selected: usize,
    /// Title of a disabled command that was chosen, with the reason why it is disabled.
    asked_in_vain: Option<String>,
    matcher: Matcher,
}

/// Every listed or opened file, with the command to run on it.
fn listed(state: &State, command: fn(String) -> Command) -> Vec<Destination> {
    let text = |path: &str| match state.library.real_name(path) {
        Some((name, _)) => format!("{name} ({})", paths::name(path)),
        None => paths::name(path).to_owned(),
    };
    let file = |path: &str, context: String| Destination {
        text: text(path),
        context,
        key: String::new(),
        icon: Some(icons::ICON_DRAFT),
        command: command(path.to_owned()),
        why_not: None,
        search_words: "",
    };
    let mut known: HashSet<&str> = state.files.recent.iter().map(|r| r.path.as_str()).collect();
    let mut things: Vec<Destination> =
        state.files.recent.iter().map(|recent| file(&recent.path, "recent".to_owned())).collect();
    for (folder, listing) in &state.files.listings {
        let Listing::Entries(entries) = listing else { continue };
        let files = entries.iter().filter(|entry| !entry.is_folder && known.insert(&entry.path));
        things.extend(files.map(|entry| file(&entry.path, paths::name(folder).to_owned())));
    }
    things
}

/// `true` for formats with a scene, not only pictures or sounds.
fn is_placed(format: &dyn Format) -> bool {
    let is_placed = || format.info().can.contains(&Capability::View);
    // The content of a wrapper is unknown until it is opened.
    format.is_wrapper() || is_placed() && !formats::holds_only_textures(format.info().id)
}

impl Finder {
    /// Every command of the table.
    pub fn commands(state: &State) -> Self {
        let thing = |entry: &CommandInfo| Destination {
            text: entry.title.to_owned(),
            context: entry.menu.path(),
            key: entry.first_keys(),
            icon: entry.icon,
            command: entry.command.clone(),
            why_not: entry.blocked(state),
            search_words: entry.search_words,
        };
        let things = table().iter().map(thing).collect();
        Self::new("Run a command", "Type a command", things)
    }

    /// Every listed or opened file, to add it to the open scene.
    pub fn around(state: &State) -> Self {
        let own = state.doc.as_ref().map(|doc| doc.opened.path.clone());
        let mut things = listed(state, Command::ShowWithFile);
        let format = |thing: &Destination| match &thing.command {
            Command::ShowWithFile(path) => state.files.sniffs.get(path),
            _ => None,
        };
        things.retain(|thing| match (&thing.command, format(thing)) {
            (Command::ShowWithFile(path), sniff) if Some(path) != own.as_ref() => match sniff {
                Some(Sniff::Known { id, .. }) => formats::by_id(id).is_some_and(is_placed),
                Some(Sniff::Unknown) => false,
                None => true,
            },
            _ => false,
        });
        // Stages come first; the others keep their order.
        let is_stage = |thing: &Destination| matches!(format(thing), Some(Sniff::Known { id, .. }) if id.ends_with(".stage"));
        things.sort_by_key(|thing| !is_stage(thing));
        Self::new("Add model or stage", "Name of a stage or model", things)
    }

    /// Every listed or opened file, and the contents of the open document.
    pub fn files(state: &State) -> Self {
        let mut things = listed(state, Command::Open);
        if let Some(scene) = state.scene() {
            things.extend(panels::contents::named_things(&scene.scene).map(
                |(text, context, element)| Destination {
                    text,
                    context: context.to_owned(),
                    key: String::new(),
                    icon: Some(panels::contents::INFO.icon),
                    command: Command::Select(crate::app::model::SelectionTarget::Element(element)),
                    why_not: None,
                    search_words: "",
                },
            ));
        }
        Self::new("Quick open", "Name of a file, model or texture", things)
    }

    /// The saved selections of the open file, each with its operations.
    pub fn saved_selections(state: &State) -> Self {
        let names = || state.saved_selections().into_iter().flat_map(|all| all.keys().cloned());
        let recall = |combine| move |name| Command::RecallSelection { name, combine };
        let operation = |context: &str, icon, command: &dyn Fn(String) -> Command| {
            let thing = |name: String| Destination {
                text: name.clone(),
                context: context.to_owned(),
                key: String::new(),
                icon: Some(icon),
                command: command(name),
                why_not: None,
                search_words: "",
            };
            names().map(thing).collect::<Vec<_>>()
        };
        let mut things = operation("select", icons::ICON_SELECT, &recall(Combine::Replace));
        things.extend(operation("add", icons::ICON_ADD, &recall(Combine::Add)));
        things.extend(operation("remove", icons::ICON_REMOVE, &recall(Combine::Remove)));
        things.extend(operation("delete", icons::ICON_DELETE, &Command::DeleteSelection));
        Self::new("Saved selections", "Name of a selection", things)
    }

    fn new(name: &'static str, hint: &'static str, things: Vec<Destination>) -> Self {
        let found = (0..things.len()).collect();
        let matcher = Matcher::new(Config::DEFAULT);
        let (typed, asked_in_vain) = (String::new(), None);
        Self { name, hint, things, typed, found, selected: 0, asked_in_vain, matcher }
    }

    fn search(&mut self) {
        let pattern = Pattern::parse(&self.typed, CaseMatching::Ignore, Normalization::Smart);
        let mut buffer = Vec::new();
        let mut scored: Vec<(MatchedText, u32, usize)> = Vec::new();
        for (at, thing) in self.things.iter().enumerate() {
            let mut score = |text: &str| {
                let mut matched = Vec::new();
                let text = Utf32Str::new(text, &mut buffer);
                let score = pattern.indices(text, &mut self.matcher, &mut matched)?;
                is_abbreviation(text, matched).then_some(score)
            };
            // "scene front": the menu's path may be typed as well.
            let both = || format!("{} {}", thing.context, thing.text);
            let found = score(&thing.text).map(|score| (MatchedText::Title, score)).or_else(|| {
                match begin_words(&self.typed, &[&thing.text, thing.search_words]) {
                    true => Some((MatchedText::SearchWords, 0)),
                    false => score(&both()).map(|score| (MatchedText::WithMenu, score)),
                }
            });
            scored.extend(found.map(|(text, score)| (text, score, at)));
        }
        // Enabled commands come first, and of these the one with exactly this title.
        let typed = self.typed.trim();
        let rank = |at: usize| {
            let thing = self.things.get(at);
            let is_blocked = thing.is_some_and(|thing| thing.why_not.is_some());
            (is_blocked, thing.is_some_and(|thing| !thing.text.eq_ignore_ascii_case(typed)))
        };
        scored.sort_by_key(|(text, score, at)| (rank(*at), *text, std::cmp::Reverse(*score), *at));
        self.found = scored.into_iter().map(|(.., at)| at).collect();
        self.selected = 0;
    }

    /// Draws the box. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        top_modal(ctx, self.name, 140.0 * GRID, true, |ui| self.content(ui, cx))
    }

    fn content(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) -> bool {
        let moved = self.keys(ui);
        let edit = TextEdit::singleline(&mut self.typed)
            .hint_text(self.hint)
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 6))
            .font(egui::FontId::proportional(15.0));
        let response = ui.add(edit).accessible_name(self.name);
        response.request_focus();
        if response.changed() {
            self.asked_in_vain = None;
            self.search();
        }
        let enter = ui.input(|input| input.key_pressed(Key::Enter));
        let mut chosen = enter.then_some(self.selected);
        ui.add_space(GRID);
        if self.found.is_empty() {
            ui.weak("Nothing matches");
        }
        if let Some(why) = &self.asked_in_vain {
            ui.label(RichText::new(why).color(Theme::of(ui).warning));
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let area = ScrollArea::vertical().max_height(16.0 * ROW).auto_shrink([false, true]);
        area.show_rows(ui, ROW, self.found.len(), |ui, range| {
            for at in range {
                if self.draw_row(ui, at, moved) {
                    chosen = Some(at);
                }
            }
        });
        let thing = chosen.and_then(|at| self.things.get(*self.found.get(at)?));
        let Some(thing) = thing else { return false };
        self.asked_in_vain = thing.why_not.map(|why| format!("{}: {why}", thing.text));
        if thing.why_not.is_none() {
            if matches!(thing.command, Command::Open(_)) && enters_with_ctrl(ui) {
                cx.push(Command::NewTab);
            }
            cx.push(thing.command.clone());
        }
        thing.why_not.is_none()
    }

    /// Handles Up and Down; `true` if the selection moved.
    fn keys(&mut self, ui: &mut Ui) -> bool {
        let last = self.found.len().saturating_sub(1);
        let before = self.selected;
        ui.input_mut(|input| {
            let mut pressed = |key| input.consume_key(egui::Modifiers::NONE, key);
            if pressed(Key::ArrowDown) {
                self.selected = if self.selected >= last { 0 } else { self.selected + 1 };
            }
            if pressed(Key::ArrowUp) {
                self.selected = self.selected.checked_sub(1).unwrap_or(last);
            }
            if pressed(Key::PageDown) {
                self.selected = (self.selected + 15).min(last);
            }
            if pressed(Key::PageUp) {
                self.selected = self.selected.saturating_sub(15);
            }
        });
        before != self.selected
    }

    fn draw_row(&self, ui: &mut Ui, at: usize, moved: bool) -> bool {
        let Some(thing) = self.found.get(at).and_then(|at| self.things.get(*at)) else {
            return false;
        };
        let theme = Theme::of(ui);
        let selected = at == self.selected;
        let response = row::row_in_list(ui, selected, false);
        if selected && moved {
            response.scroll_to_me(None);
        }
        let rect = response.rect.shrink2(egui::vec2(2.0 * GRID, 0.0));
        let enabled = thing.why_not.is_none();
        let text = if enabled { theme.text } else { theme.weak };
        let (left, right) = (rect.left() + 6.0 * GRID, rect.right());
        if let Some(icon) = thing.icon {
            row::row_icon(ui, rect, rect.left(), icon, theme::BODY, theme.weak);
        }
        let put = |left: f32, right: f32, text: &str, font, colour| {
            row::row_text(ui, rect, left, right, text, font, colour)
        };
        let end = put(left, right - 30.0 * GRID, &thing.text, theme::body(), text);
        let keys = right - 22.0 * GRID;
        let beside = thing.why_not.unwrap_or(&thing.context);
        put(end + 3.0 * GRID, keys, beside, theme::small(), theme.weak);
        put(keys + GRID, right, &thing.key, theme::small(), theme.weak);
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::Button, enabled, selected, &thing.text)
        });
        response.clicked()
    }
}

/// The text of an entry in which the typed words were found, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MatchedText {
    Title,
    SearchWords,
    WithMenu,
}

/// Shortest run of matched letters that may start inside a word.
const PART: usize = 3;

/// `true` if the letters at `matched` are a plausible abbreviation of `text`: each run of them starts a
/// word or has at least [`PART`] letters. Without this rule, scattered letters would match everything.
fn is_abbreviation(text: Utf32Str<'_>, mut matched: Vec<u32>) -> bool {
    matched.sort_unstable();
    matched.dedup();
    let runs = matched.chunk_by(|before, after| before + 1 == *after);
    runs.into_iter().all(|run| {
        let left = run.first().and_then(|first| first.checked_sub(1)).map(|left| text.get(left));
        run.len() >= PART || left.is_none_or(|left| !left.is_alphanumeric())
    })
}

/// `true` if every typed word is the beginning of a word in one of the texts.
fn begin_words(typed: &str, texts: &[&str]) -> bool {
    let typed = typed.to_lowercase();
    let all = texts.join(" ").to_lowercase();
    let begins = |typed: &str| all.split_whitespace().any(|word| word.starts_with(typed));
    typed.split_whitespace().all(begins)
}

/// `true` if Ctrl+Enter was pressed; Ctrl may be released by now.
fn enters_with_ctrl(ui: &Ui) -> bool {
    let is_it = |event: &Event| matches!(event, Event::Key { key: Key::Enter, pressed: true, modifiers, .. } if modifiers.command);
    ui.input(|input| input.events.iter().any(is_it))
}
