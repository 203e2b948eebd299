//! Differences of the open file from another file, or from its saved state; a click selects the element.

mod elements;
mod files;
mod heading;
pub mod mark;
pub mod names;

use egui::text::LayoutJob;
use egui::{Key, Rect, Response, RichText, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use crate::app::model::document::comparison::{ComparedFile, Comparison};
use crate::app::model::numbers::counted;
use crate::app::model::{Command, PanelId, SelectionTarget, State};
use crate::app::ui::input::{key_area, row_after, take_list_presses, takes_keys};
use crate::app::ui::named::Named;
use crate::app::ui::{
    Ctx, DefaultPosition, Filter, GRID, Panel, PanelInfo, ROW, RowScroll, Theme, Words,
    empty_state, icon_button, lit_button, row, theme, tips, toolbar,
};
use crate::edit::{ElementChange, FileChange, Kind};

/// Maximum number of lines of a message about files that cannot be read.
const MAX_LINES: usize = 6;

/// End of a message about a comparison that cannot be repeated.
pub const LAST_KNOWN: &str = "; these are the last known differences";

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::COMPARE,
    title: "Compare",
    icon: icons::ICON_DIFFERENCE,
    home: DefaultPosition::LeftBottom,
    is_searched: true,
    count,
    make: Some(|| Box::<ComparePanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct ComparePanel {
    filter: Filter,
    /// Positions of the elements that match the filter.
    shown: Vec<usize>,
    made_for: Option<(u64, Words)>,
    scroll: RowScroll,
    /// Row of the keyboard cursor.
    cursor: Option<u64>,
    /// The current difference that was last followed, with the number of the result.
    followed: Option<(u64, usize)>,
    /// Requested by a command: the next difference, or the previous one (`false`).
    step: Option<bool>,
}

fn count(state: &State) -> Option<u64> {
    let count = state.comparing.comparison()?.len() as u64;
    Some(count).filter(|count| *count > 0)
}

impl Panel for ComparePanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let icon = icons::ICON_DIFFERENCE;
        let step = self.step.take();
        let other = cx.state.comparing.other();
        if cx.state.doc.is_none() && !cx.state.comparing.is_of_folders() {
            let hint = "Open a file to compare. Folders are compared from their menu in Files";
            return empty_state(ui, icon, "No file is shown", hint);
        }
        let Some(other) = other else {
            return Self::start(ui, cx);
        };
        let id = egui::Id::unique("compare list");
        let keyed = takes_keys(ui, id, cx.state.focus == PanelId::COMPARE);
        self.bar(ui, cx, other);
        let comparison = match cx.state.comparing.result() {
            None => return empty_state(ui, icon, "Comparing…", ""),
            Some(Err(error)) => {
                return empty_state(ui, icon, "The files cannot be compared", error);
            }
            Some(Ok(comparison)) => comparison.clone(),
        };
        problems(ui, cx.state);
        let contents = cx.state.comparing.current_contents();
        let sounds = contents.map_or(0, |contents| contents.sounds.len());
        let is_same = comparison.scenes.is_empty() && sounds == 0;
        if !comparison.is_empty() || !is_same {
            heading::totals(ui, &comparison, sounds);
        }
        if comparison.is_empty() {
            let (headline, hint) = match comparison.files {
                Some(_) if comparison.problems.is_empty() => {
                    ("No differences", "All files are equal")
                }
                Some(_) => ("No differences", "All files that can be read are equal"),
                None if is_same => ("No differences", "All fields are equal"),
                None => ("All fields are equal", "Companion files differ"),
            };
            return empty_state(ui, icon, headline, hint);
        }
        self.make_rows(cx.state, &comparison);
        let below = ui.available_rect_before_wrap();
        key_area(ui, id, below, Role::List, "Differences");
        if self.shown.is_empty() {
            let hint = "A difference matches if its path or values contain every word";
            return empty_state(ui, icons::ICON_SEARCH, "No difference matches", hint);
        }
        let has_files = comparison.files.is_some();
        let height =
            if has_files || below.width() >= elements::WIDE { ROW } else { elements::TWO_LINES };
        self.follow(cx.state);
        if keyed {
            let page = (ui.available_height() / height) as u64;
            self.keys(ui, cx, &comparison, page.max(1));
        }
        if let Some(forwards) = step {
            self.go_on(cx, &comparison, forwards);
        }
        let rows = self.scroll.show(ui, "Differences", self.shown.len() as u64, height);
        rows.each(ui, |ui, row, rect| self.row(ui, cx, &comparison, rect, row));
    }

    fn command(&mut self, command: &Command, state: &State) {
        if *command == Command::Find && state.focus == PanelId::COMPARE {
            self.filter.focus();
        }
        if state.focus == PanelId::COMPARE {
            match command {
                Command::FindNext => self.step = Some(true),
                Command::FindPrevious => self.step = Some(false),
                _ => {}
            }
        }
    }
}

impl ComparePanel {
    /// Offers the files to compare with.
    fn start(ui: &mut Ui, cx: &mut Ctx<'_>) {
        let hint = "Shows what changed: fields, faces, textures and palettes";
        empty_state(ui, icons::ICON_DIFFERENCE, "Nothing to compare with", hint);
        ui.add_space(2.0 * GRID);
        ui.vertical_centered(|ui| {
            let saved = Command::CompareWith(Some(ComparedFile::Saved));
            for (name, command) in
                [("Compare with file…", Command::Compare), ("Compare with saved file", saved)]
            {
                if ui.button(name).clicked() {
                    cx.push(command);
                }
                ui.add_space(GRID);
            }
        });
    }

    fn bar(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, other: &ComparedFile) {
        let is_wide = ui.available_width() >= elements::WIDE;
        if !is_wide {
            ui.add_space(GRID);
            heading::title(ui, cx.state, other);
        }
        toolbar::from_right(ui, |ui| {
            lit_button(ui, cx, icons::ICON_CLOSE, &Command::CompareWith(None), false);
            if icon_button(ui, icons::ICON_REFRESH, "Compare again", false).clicked() {
                cx.push(Command::CompareAgain);
            }
            heading::view_buttons(ui, cx);
            if is_wide {
                let line = egui::Layout::left_to_right(egui::Align::Center);
                ui.with_layout(line, |ui| heading::title(ui, cx.state, other));
            }
        });
        let width = ui.available_width() - 2.0 * GRID;
        self.filter.show(ui, "Filter differences", "Filter", width);
        if self.filter.take_change() {
            self.scroll.jump(0);
        }
        ui.add_space(GRID);
    }

    fn make_rows(&mut self, state: &State, comparison: &Comparison) {
        let key = (state.comparing.changes, self.filter.words());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        let matches = |change: &ElementChange| {
            let fields = change.fields.join(" ");
            key.1.are_in(&format!(
                "{} {fields} {} {}",
                change.path,
                change.shown,
                change.kind.word()
            ))
        };
        self.shown = match &comparison.files {
            Some(files) => {
                let all = files.iter().enumerate();
                let found = all.filter(|(_, change)| key.1.are_in(&files::label(change)));
                found.map(|(at, _)| at).collect()
            }
            None => {
                let all = comparison.elements.iter().enumerate();
                all.filter(|(_, change)| matches(change)).map(|(at, _)| at).collect()
            }
        };
        self.made_for = Some(key);
    }

    fn index(&self, row: u64) -> Option<usize> {
        self.shown.get(usize::try_from(row).ok()?).copied()
    }

    fn change<'c>(&self, comparison: &'c Comparison, row: u64) -> Option<&'c ElementChange> {
        comparison.elements.get(self.index(row)?)
    }

    fn file<'c>(&self, comparison: &'c Comparison, row: u64) -> Option<&'c FileChange> {
        comparison.files.as_ref()?.get(self.index(row)?)
    }

    fn keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>, comparison: &Comparison, page: u64) {
        for key in take_list_presses(ui, &[Key::Enter]) {
            if key == Key::Enter {
                let file = self.cursor.and_then(|row| self.file(comparison, row));
                file.and_then(files::open).into_iter().for_each(|command| cx.push(command));
            } else if let Some(next) = row_after(key, self.cursor, self.shown.len() as u64, page) {
                self.go(cx, comparison, next);
            }
        }
    }

    /// Puts the cursor on a row and makes its element the current difference.
    fn go(&mut self, cx: &mut Ctx<'_>, comparison: &Comparison, row: u64) {
        self.cursor = Some(row);
        self.scroll.reveal(row);
        if let Some(index) = self.index(row).filter(|_| comparison.files.is_none()) {
            cx.push(Command::GoToDifference { index, show: true });
        }
    }

    /// Goes to the next row or the previous one, after the last one to the first.
    fn go_on(&mut self, cx: &mut Ctx<'_>, comparison: &Comparison, forwards: bool) {
        let count = self.shown.len() as u64;
        let row = match (self.cursor, forwards) {
            (Some(row), true) if row + 1 < count => row + 1,
            (_, true) => 0,
            (Some(row), false) if row > 0 => row.min(count) - 1,
            (_, false) => count.saturating_sub(1),
        };
        self.go(cx, comparison, row);
    }

    /// Moves the cursor to a difference that became the current one elsewhere.
    fn follow(&mut self, state: &State) {
        let current = state.comparing.current().map(|index| (state.comparing.changes, index));
        if current == self.followed {
            return;
        }
        self.followed = current;
        let row = current.and_then(|(_, index)| self.shown.binary_search(&index).ok());
        if let Some(row) = row {
            self.cursor = Some(row as u64);
            self.scroll.reveal(row as u64);
        }
    }

    fn row(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, comparison: &Comparison, rect: Rect, at: u64) {
        let response = ui.interact(rect, ui.scope_id().with(("difference", at)), Sense::CLICK);
        let selected = match comparison.files {
            Some(_) => self.cursor == Some(at),
            None => self.index(at).is_some_and(|at| cx.state.comparing.current() == Some(at)),
        };
        row::fill(ui, rect, selected, response.hovered());
        if let Some(file) = self.file(comparison, at) {
            files::paint(ui, rect, file);
            response.named_on(Role::ListItem, selected, files::label(file));
            let response = tips::beside(response, |ui| files::tip(ui, file));
            if response.double_clicked() {
                files::open(file).into_iter().for_each(|command| cx.push(command));
            } else if response.clicked() {
                self.go(cx, comparison, at);
            }
            return;
        }
        let Some(change) = self.change(comparison, at) else { return };
        elements::paint(ui, rect, change);
        let values = change.summary();
        response.named_on(
            Role::ListItem,
            selected,
            format!("{} {} {values}", change.path, change.kind.word()),
        );
        let target = target(cx.state, change);
        if let (true, Some(target)) = (response.hovered(), &target) {
            cx.hover(target.clone());
        }
        let response = tips::beside(response, |ui| {
            ui.label(RichText::new(&change.path).font(theme::mono()));
            ui.label(&values);
            if change.kind == Kind::Removed {
                ui.label(RichText::new("Only in the other file").color(Theme::of(ui).weak));
            }
        });
        if response.double_clicked()
            && let Some(target) = target
        {
            cx.push(Command::FrameTarget(target));
        } else if response.clicked() {
            self.go(cx, comparison, at);
        }
    }
}

/// The first message about files that cannot be read.
pub fn problems(ui: &mut Ui, state: &State) {
    let all: Vec<&String> = state.comparing.problems().collect();
    let Some((first, others)) = all.split_first() else { return };
    let end = match others.len() as u64 {
        _ if state.comparing.is_outdated() => LAST_KNOWN.to_owned(),
        0 => String::new(),
        count => format!(", and {}", counted(count, "more problem")),
    };
    let response = warning(ui, format!("{first}{end}"));
    tips::beside(response, |ui| all.iter().for_each(|problem| _ = ui.label(*problem)));
}

/// A warning over the full width, in a few lines.
pub fn warning(ui: &mut Ui, text: String) -> Response {
    let colour = Theme::of(ui).warning;
    let margin = 2.0 * GRID;
    let width = ui.available_width() - 2.0 * margin;
    let mut job = LayoutJob::simple(text.clone(), theme::body(), colour, width);
    job.wrap.max_rows = MAX_LINES;
    let galley = ui.painter().layout_job(job);
    let size = vec2(ui.available_width(), galley.size().y + GRID);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().galley(rect.min + vec2(margin, 0.0), galley, colour);
    response.named(Role::Label, text);
    response
}

/// The element in the open file; `None` if only the other file has it.
fn target(state: &State, change: &ElementChange) -> Option<SelectionTarget> {
    let source = state.own_source().filter(|_| change.kind != Kind::Removed)?;
    Some(SelectionTarget::Path { source, path: change.path.clone() })
}
