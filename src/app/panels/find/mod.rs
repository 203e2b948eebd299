//! Searches the index: the query box and the results.

mod colours;
pub mod complete;
mod empty;
pub mod hit_item;
mod keys;
pub mod lines;
mod menu;
mod query_box;
mod rows;

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Id, RichText, Role, Ui};
use egui_material_icons::icons;

use self::lines::{Line, lines};
use self::query_box::QueryBox;
use crate::app::model::search::{GroupBy, Question, SearchResults, forget};
use crate::app::model::{Command, PanelId, State, grouped, numbers};
use crate::app::ui::input::{key_area, takes_keys};
use crate::app::ui::{
    CTRL_SHIFT, Ctx, DefaultPosition, GRID, Keys, Panel, PanelInfo, ROW, RowScroll, Theme,
    icon_button, theme,
};
use crate::index::{Hit, Likeness};

/// Seconds after the last key press before the query is sent.
const PAUSE: f64 = 0.1;
/// Seconds after the last key press before a query for bytes is sent, which reads all files.
const LONG_PAUSE: f64 = 0.6;
/// Height of a hit grouped by kind: a line for its name, one for its path.
const TALL: f32 = 8.0 * GRID;
/// Seconds before a running search is indicated.
const SILENT: f64 = 0.3;

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::FIND,
    title: "Find",
    icon: icons::ICON_MANAGE_SEARCH,
    home: DefaultPosition::LeftTop,
    keys: &[Keys(CTRL_SHIFT, egui::Key::F)],
    is_searched: true,
    make: Some(|| Box::<FindPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct FindPanel {
    query: QueryBox,
    /// Lists duplicates instead of the query's results, until another query is typed.
    similar: Option<Likeness>,
    /// Last question sent to the index.
    asked: Option<Question>,
    /// Names of the folded groups.
    folded: BTreeSet<String>,
    lines: Vec<Line>,
    made_for: Option<(Arc<SearchResults>, GroupBy, BTreeSet<String>)>,
    /// The hit at the keyboard cursor, by path and field.
    cursor: Option<(String, Option<String>)>,
    /// Time at which the hit at the cursor is opened, in seconds of the window's clock.
    opens_at: Option<f64>,
    /// The hit at the cursor is opened in a new tab.
    opens_in_tab: bool,
    /// The menu of the hit at the cursor opens in this frame.
    opens_menu: bool,
    scroll: RowScroll,
}

impl Panel for FindPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let list = Id::unique("find list");
        // The focus is read before the query box is drawn, because the box gives it up when Escape is
        // pressed.
        let keyed =
            takes_keys(ui, list, cx.state.focus == PanelId::FIND) && !self.query.has_focus(ui);
        self.make_lines(cx.state);
        self.bar(ui, cx);
        self.send_query(ui, cx);
        self.status(ui, cx);
        self.in_memory(ui, cx.state);
        let below = ui.available_rect_before_wrap();
        key_area(ui, list, below, Role::List, "Hits");
        if keyed {
            self.list_keys(ui, cx);
        }
        if std::mem::take(&mut self.opens_in_tab) {
            self.open_in_tab(cx);
        }
        self.open_when_due(ui, cx);
        match &cx.state.finding.found {
            Some(found) if !self.lines.is_empty() => {
                let found = found.clone();
                self.hits(ui, cx, &found);
            }
            found => {
                let was_asked = found.is_some();
                self.nothing(ui, cx, was_asked);
            }
        }
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::Find if state.focus == PanelId::FIND => self.query.focus(),
            Command::ShowPanel(PanelId::FIND) => self.query.focus(),
            Command::ShowPanel(_) => self.query.leave(),
            Command::OpenInNewTab if state.focus == PanelId::FIND => self.opens_in_tab = true,
            Command::FindInIndex(query) => {
                self.similar = None;
                self.query.put(query.clone());
            }
            Command::ShowGallery(query) => {
                self.similar = None;
                self.query.fill(query.clone());
                // The window sends the query, because this panel may not be visible.
                let open_only = state.settings.find_open_only;
                self.asked = Some(Question { query: query.clone(), open_only, similar: None });
            }
            _ => {}
        }
    }
}

impl FindPanel {
    fn make_lines(&mut self, state: &State) {
        let by = state.settings.hits_by;
        let Some(found) = &state.finding.found else {
            self.lines.clear();
            forget(self.made_for.take().map(|(found, ..)| found));
            return;
        };
        let made = self.made_for.as_ref();
        let is_same = made.is_some_and(|(own, own_by, folded)| {
            Arc::ptr_eq(own, found) && *own_by == by && *folded == self.folded
        });
        if is_same {
            return;
        }
        let is_other =
            |own: &SearchResults| own.query != found.query || own.similar != found.similar;
        if made.is_none_or(|(own, own_by, _)| is_other(own) || *own_by != by) {
            self.scroll.jump(0);
        }
        self.lines = lines(found, by, &self.folded);
        let before = self.made_for.replace((found.clone(), by, self.folded.clone()));
        forget(before.map(|(found, ..)| found));
    }

    /// Sends the query to the index after a pause in typing.
    fn send_query(&mut self, ui: &Ui, cx: &mut Ctx<'_>) {
        let query = self.query.text().to_owned();
        if !query.is_empty() {
            self.similar = None;
        }
        let open_only = cx.state.settings.find_open_only;
        let question = Question { query, open_only, similar: self.similar };
        if self.asked.as_ref() == Some(&question) {
            return;
        }
        let pause = if question.query.contains("bytes:") { LONG_PAUSE } else { PAUSE };
        let quiet = ui.input(|input| input.time) - self.query.typed_at();
        if quiet < pause {
            let rest = std::time::Duration::from_secs_f64(pause - quiet);
            return ui.ctx().request_repaint_after(rest);
        }
        self.asked = Some(question.clone());
        self.opens_at = None;
        cx.push(Command::AskIndex(question));
    }

    /// Status line below the query box: number of hits, the menu, and a mistake in the query.
    fn status(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let theme = Theme::of(ui);
        let finding = &cx.state.finding;
        let status = match &finding.found {
            _ if is_looking(cx.state) => "Searching …".to_owned(),
            Some(found) => sum_up(found, finding.entries.unwrap_or(0)),
            None => String::new(),
        };
        let is_asked = finding.asked.query == self.query.text();
        let wrong = finding.mistake.as_ref().filter(|_| is_asked).map(ToString::to_string);
        let wrong = wrong.or_else(|| {
            let why = finding.failure.as_ref()?;
            Some(format!("Search failed: {why}"))
        });
        let line = |text: String, colour| {
            egui::Label::new(RichText::new(text).font(theme::small()).color(colour)).wrap()
        };
        let size = egui::vec2(ui.available_width(), ROW + GRID);
        let right = egui::Layout::right_to_left(egui::Align::Center);
        // The previous results do not belong to this query.
        let status = if wrong.is_some() { String::new() } else { status };
        ui.allocate_ui_with_layout(size, right, |ui| {
            ui.spacing_mut().item_spacing.x = GRID;
            self.menu(ui, cx);
            if self.similar.is_some() {
                let tip = "Close this list";
                if icon_button(ui, icons::ICON_CLOSE, tip, false).clicked() {
                    self.similar = None;
                }
            }
            let left = egui::Layout::left_to_right(egui::Align::Center);
            ui.with_layout(left, |ui| {
                ui.add_space(GRID);
                ui.add(line(status, theme.weak));
            });
        });
        if let Some(wrong) = wrong {
            egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 2)).show(ui, |ui| {
                ui.add(line(wrong, theme.error));
            });
        }
    }

    /// Notice at the bottom that the index is only in memory, with the reason.
    fn in_memory(&self, ui: &mut Ui, state: &State) {
        let Some(why) = &state.finding.in_memory else { return };
        let theme = Theme::of(ui);
        let frame = egui::Frame::new().fill(theme.bar()).inner_margin(GRID);
        egui::Panel::bottom("in memory").frame(frame).show_separator_line(false).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = GRID;
                ui.label(icons::ICON_MEMORY.rich_text().color(theme.weak).size(theme::ICON));
                let text = RichText::new("The index is in memory only").font(theme::small());
                let label = egui::Label::new(text.color(theme.weak)).truncate();
                let tip = format!("Not saved; lost on exit: {why}");
                ui.add(label).on_hover_text(tip);
            });
        });
    }

    fn hits(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, found: &SearchResults) {
        // The previous hits remain while the query contains a mistake.
        if cx.state.finding.mistake.is_some() || cx.state.finding.failure.is_some() {
            ui.set_opacity(0.5);
        }
        let height = match cx.state.settings.hits_by {
            GroupBy::Kind => TALL,
            GroupBy::File => ROW,
        };
        let shown = self.scroll.show(ui, "Hits", self.lines.len() as u64, height);
        self.want_pictures(cx, found, shown.rows.clone());
        shown.each(ui, |ui, row, rect| self.line(ui, cx, found, row, rect));
        self.opens_menu = false;
    }

    fn line_at(&self, row: u64) -> Option<Line> {
        self.lines.get(usize::try_from(row).ok()?).copied()
    }

    fn is_at(&self, hit: &Hit) -> bool {
        self.cursor.as_ref().is_some_and(|(path, field)| *path == hit.path && *field == hit.field)
    }
}

/// `true` if a search is running for longer than [`SILENT`].
fn is_looking(state: &State) -> bool {
    let is_slow =
        |job: &crate::app::model::state::JobInfo| job.name == "Finding" && job.age > SILENT;
    state.finding.is_looking && state.jobs.iter().any(is_slow)
}

/// Summarises the results: `300 of 2 041 hits among 20 718 entries, in 3 ms`.
fn sum_up(found: &SearchResults, entries: u64) -> String {
    let listed = found.hits.len() as u64;
    let hits = match found.total {
        Some(total) if total == listed => counted_hits(total),
        Some(total) => format!("{} of {}", grouped(listed), counted_hits(total)),
        None => format!("{}, and more", counted_hits(listed)),
    };
    let ms = found.ms.ceil() as u64;
    if let Some(likeness) = found.similar {
        let groups = numbers::counted(found.groups(GroupBy::Kind).len() as u64, "group");
        let listed = grouped(listed);
        return format!("{}: {listed} in {groups}, in {} ms", title_of(likeness), grouped(ms));
    }
    format!("{hits} among {} entries, in {} ms", grouped(entries), grouped(ms))
}

fn counted_hits(count: u64) -> String {
    numbers::counted(count, "hit")
}

/// Title of a list of duplicates.
fn title_of(likeness: Likeness) -> &'static str {
    match likeness {
        Likeness::Equal => "Duplicates",
        Likeness::Recoloured => "Textures in several colours",
    }
}
