//! Problems of the open document by cause; a click goes to the bytes.

pub mod causes;
mod plausibility;
mod rows;

use std::collections::BTreeSet;

use egui::{Id, Key, RichText, Role, Ui};
use egui_material_icons::icons;

use self::causes::{Cause, Line, Name, causes, lines};
use crate::app::model::{Command, Doc, PanelId, State, numbers};
use crate::app::ui::input::{key_area, row_after, take_list_presses, takes_keys};
use crate::app::ui::{
    CTRL_SHIFT, Ctx, DefaultPosition, Filter, GRID, Keys, Panel, PanelInfo, ROW, RowScroll, Theme,
    Words, cells, menus, theme, tips,
};
use crate::bytes::{Problem, Severity};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Order {
    /// Grouped by cause, most severe first.
    #[default]
    Cause,
    Offset,
    Field,
}

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::PROBLEMS,
    title: "Problems",
    icon: icons::ICON_WARNING,
    home: DefaultPosition::Centre,
    keys: &[Keys(CTRL_SHIFT, egui::Key::M)],
    is_searched: true,
    count,
    make: Some(|| Box::<ProblemsPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct ProblemsPanel {
    order: Order,
    filter: Filter,
    /// Severities that are hidden.
    left_out: BTreeSet<Severity>,
    causes: Vec<Cause>,
    /// Causes that are expanded.
    open: BTreeSet<Name>,
    lines: Vec<Line>,
    made_for: Option<MadeFor>,
    /// Number of problems of each severity.
    counts: Vec<(Severity, u64)>,
    /// The problem shown in detail at the bottom.
    chosen: Option<Problem>,
    /// The line at the keyboard cursor.
    cursor: Option<Line>,
    /// The menu of that line opens in this frame.
    opens_menu: bool,
    scroll: RowScroll,
}

/// Inputs that the list was computed from.
type MadeFor = (u64, u64, Order, Words, BTreeSet<Severity>);

const KINDS: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];
/// Height of the detail at the bottom.
const DETAIL: f32 = 4.0 * ROW;

/// Badge of the tab; notes are not counted.
fn count(state: &State) -> Option<u64> {
    let doc = state.doc.as_ref().filter(|doc| doc.problems.worst() > Some(Severity::Note))?;
    Some(doc.problems.total())
}

impl Panel for ProblemsPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let Some(doc) = &cx.state.doc else {
            return match &cx.state.failure {
                Some(why) => tips::empty_state(ui, icons::ICON_ERROR, "Not opened", why),
                None => tips::empty_state(ui, icons::ICON_TASK_ALT, "No file is shown", ""),
            };
        };
        self.filter.follow(cx.state.document_path());
        self.make(doc);
        self.bar(ui, cx, doc);
        let section = plausibility::height(cx.state, doc, ui.available_height());
        let has_rows = !self.lines.is_empty() || section > 0.0;
        let detail = if has_rows { DETAIL } else { 0.0 };
        ui.spacing_mut().item_spacing.y = 0.0;
        let height = (ui.available_height() - detail - section).max(2.0 * ROW);
        if self.lines.is_empty() {
            let size = egui::vec2(ui.available_width(), height);
            let layout = egui::Layout::top_down(egui::Align::Min);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                self.nothing(ui, doc);
                ui.allocate_space(ui.available_size());
            });
        } else {
            let size = egui::vec2(ui.available_width(), height);
            let layout = egui::Layout::top_down(egui::Align::Min);
            ui.allocate_ui_with_layout(size, layout, |ui| self.list(ui, cx));
        }
        if section > 0.0 {
            self.plausibility(ui, cx, doc, section);
        }
        if has_rows {
            self.detail(ui, cx);
        }
    }

    fn command(&mut self, command: &Command, state: &State) {
        if *command == Command::Find && state.focus == PanelId::PROBLEMS {
            self.filter.focus();
        }
    }
}

impl ProblemsPanel {
    fn list(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let id = Id::unique("problems list");
        let is_keyed = takes_keys(ui, id, cx.state.focus == PanelId::PROBLEMS);
        key_area(ui, id, ui.available_rect_before_wrap(), Role::List, "Problems");
        if is_keyed && !ui.ctx().text_edit_focused() {
            let page = (ui.available_height() / ROW) as u64;
            self.keys(ui, cx, page.max(1));
        }
        let shown = self.scroll.show(ui, "Problems", self.lines.len() as u64, ROW);
        shown.each(ui, |ui, row, rect| self.row(ui, cx, row, rect));
        self.opens_menu = false;
    }

    fn keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>, page: u64) {
        let others = [Key::Enter, Key::ArrowLeft, Key::ArrowRight];
        for key in take_list_presses(ui, &others) {
            let here = self.cursor.and_then(|cursor| self.row_of(cursor));
            if let Some(next) = row_after(key, here, self.lines.len() as u64, page) {
                if let Some(line) = self.line_at(next) {
                    self.go(line, cx);
                }
                continue;
            }
            let Some(line) = here.and_then(|row| self.line_at(row)) else { continue };
            let cause = Line { problem: None, ..line };
            match (key, line.problem) {
                (Key::Enter, None) => self.unfold(cause, None),
                (Key::ArrowRight, None) => self.unfold(cause, Some(true)),
                (Key::ArrowLeft, None) => self.unfold(cause, Some(false)),
                (Key::ArrowLeft, Some(_)) => self.go(cause, cx),
                _ => self.go(line, cx),
            }
        }
        if let Some(row) = self.cursor.and_then(|cursor| self.row_of(cursor))
            && menus::key_pressed(ui.ctx())
        {
            self.scroll.reveal(row);
            self.opens_menu = true;
        }
    }

    fn line_at(&self, row: u64) -> Option<Line> {
        self.lines.get(usize::try_from(row).ok()?).copied()
    }

    /// The row of `line`; rows are in the order of causes and problems.
    fn row_of(&self, line: Line) -> Option<u64> {
        self.lines.binary_search(&line).ok().map(|row| row as u64)
    }

    /// Puts the cursor on a line, and selects its target if it is a single problem.
    fn go(&mut self, line: Line, cx: &mut Ctx<'_>) {
        self.cursor = Some(line);
        if let Some(row) = self.row_of(line) {
            self.scroll.reveal(row);
        }
        self.chosen = self.single(line).cloned();
        let target = self.chosen.as_ref().and_then(|problem| rows::target(problem, cx.state));
        if let Some(target) = target {
            cx.select(target);
        }
    }

    /// The line of `problem`, or of its cause if that is folded.
    fn line_of(&self, problem: &Problem) -> Option<Line> {
        self.causes.iter().enumerate().find_map(|(cause, group)| {
            let at = group.problems.iter().position(|own| own == problem)?;
            let is_open = group.problems.len() > 1 && self.open.contains(&group.name());
            Some(Line { cause, problem: is_open.then_some(at) })
        })
    }

    /// The problem of a line that is not a group.
    fn single(&self, line: Line) -> Option<&Problem> {
        let problems = &self.causes.get(line.cause)?.problems;
        match line.problem {
            Some(at) => problems.get(at),
            None => problems.first().filter(|_| problems.len() == 1),
        }
    }

    /// Shows or hides the problems of a cause; without `wanted`, toggles them.
    fn unfold(&mut self, cause: Line, wanted: Option<bool>) {
        let Some(name) = self.causes.get(cause.cause).map(Cause::name) else { return };
        let is_open = self.open.contains(&name);
        match wanted.unwrap_or(!is_open) {
            true => self.open.insert(name),
            false => self.open.remove(&name),
        };
        self.lines = lines(&self.causes, &self.open);
    }

    /// Sorts and groups the problems of `doc` if they changed.
    fn make(&mut self, doc: &Doc) {
        let words = self.filter.words();
        let left_out = self.left_out.clone();
        let key = (doc.generation, doc.problems.total(), self.order, words.clone(), left_out);
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        if self.made_for.as_ref().is_none_or(|(generation, ..)| *generation != doc.generation) {
            (self.chosen, self.cursor) = (None, None);
        }
        let before = self.cursor.and_then(|line| {
            Some((self.causes.get(line.cause)?.name(), self.single(line).cloned()))
        });
        if self.made_for.as_ref().is_none_or(|(.., words, _)| *words != key.3) {
            self.scroll.jump(0);
        }
        let all: Vec<Problem> = doc.problems.iter().map(std::borrow::Cow::into_owned).collect();
        let count = |kind| all.iter().filter(|problem| problem.severity == kind).count() as u64;
        self.counts = KINDS.map(|kind| (kind, count(kind))).to_vec();
        let is_shown = |problem: &Problem| {
            words.are_in(&problem.to_string()) && !self.left_out.contains(&problem.severity)
        };
        let mut shown: Vec<Problem> = all.into_iter().filter(is_shown).collect();
        match self.order {
            Order::Cause => {}
            Order::Offset => shown.sort_by_key(|p| (p.span.source, p.span.start)),
            Order::Field => shown.sort_by(|a, b| a.field.cmp(&b.field)),
        }
        let source = &doc.opened.document.source;
        self.causes = match self.order {
            Order::Cause => causes(shown, source.id(), source.len()),
            _ => shown.into_iter().map(Cause::of).collect(),
        };
        self.cursor = before.and_then(|(name, problem)| match problem {
            Some(problem) => self.line_of(&problem),
            None => {
                let cause = self.causes.iter().position(|cause| cause.name() == name)?;
                Some(Line { cause, problem: None })
            }
        });
        self.made_for = Some(key);
        self.lines = lines(&self.causes, &self.open);
    }

    fn bar(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, doc: &Doc) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                self.kinds(ui);
                let orders = [
                    (Order::Cause, "Worst first"),
                    (Order::Offset, "By offset"),
                    (Order::Field, "By field"),
                ];
                for (order, name) in orders.into_iter().filter(|_| !doc.problems.is_empty()) {
                    ui.selectable_value(&mut self.order, order, name);
                }
                let is_on = cx.state.settings.plausibility;
                let tip = "Also check plausibility rules";
                let button = ui.add(egui::Button::new("Plausibility").selected(is_on));
                if button.on_hover_text(tip).clicked() {
                    cx.push(Command::TogglePlausibility);
                }
                if ui.button("Copy report").clicked() {
                    let mut text = self.report(&doc.opened.path);
                    for line in plausibility::report(cx.state, doc) {
                        text += &line;
                        text.push('\n');
                    }
                    cx.push(Command::Copy { what: "report", text });
                }
                if !doc.problems.is_empty() {
                    self.filter.show(ui, "Filter problems", "Filter", f32::INFINITY);
                }
            });
        });
    }

    /// Number of problems of each severity; a click hides or shows them.
    fn kinds(&mut self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        for (kind, count) in self.counts.iter().filter(|(_, count)| *count > 0) {
            let shown = !self.left_out.contains(kind);
            let colour = if shown { theme.severity(*kind) } else { theme.weak };
            let icon = cells::severity_icon(*kind).rich_text().color(colour).size(theme::BODY);
            let words = RichText::new(counted(*count, *kind));
            let response = ui.add(egui::Button::new((icon, words)).selected(shown));
            let response = response.on_hover_text("Click to hide or show these");
            if response.clicked() && !self.left_out.remove(kind) {
                self.left_out.insert(*kind);
            }
        }
    }

    /// Explains why the list is empty, and offers to show all.
    fn nothing(&mut self, ui: &mut Ui, doc: &Doc) {
        if doc.problems.is_empty() {
            let hint = "The file follows every rule of the format";
            return tips::empty_state(ui, icons::ICON_TASK_ALT, "No problems", hint);
        }
        let mut there = self.counts.iter().filter(|(_, count)| *count > 0);
        if !there.all(|(kind, _)| self.left_out.contains(kind)) {
            let hint = "No problem matches the filter";
            return tips::empty_state(ui, icons::ICON_SEARCH_OFF, "No problem matches", hint);
        }
        let hint = "Click a severity count to show it";
        tips::empty_state(ui, icons::ICON_VISIBILITY_OFF, "All severities are hidden", hint);
        if ui.vertical_centered(|ui| ui.link("List all").clicked()).inner {
            self.left_out.clear();
        }
    }

    fn report(&self, path: &str) -> String {
        let mut lines = vec![path.to_owned()];
        for cause in &self.causes {
            if cause.problems.len() > 1 {
                lines.push(format!("{}: {}", cause.problems.len(), cause.headline()));
            }
            lines.extend(cause.problems.iter().map(Problem::to_string));
        }
        lines.join("\n") + "\n"
    }
}

/// Formats a count: `1 error`, `3 remarks`. Notes of the format are called remarks, because the user's
/// notes are something else.
pub fn counted(count: u64, kind: Severity) -> String {
    numbers::counted(count, if kind == Severity::Note { "remark" } else { kind.name() })
}
