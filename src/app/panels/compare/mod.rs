//! Differences of the open file from another file, or from its saved state; a click selects the element.

mod files;
pub mod mark;
pub mod names;

use egui::text::LayoutJob;
use egui::{Key, Rect, Response, RichText, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use crate::app::model::document::comparison::{ComparedFile, Comparison};
use crate::app::model::document::paths;
use crate::app::model::numbers::counted;
use crate::app::model::view::second_picture::SecondScene;
use crate::app::model::{ColourBy, Command, PanelId, SelectionTarget, State, grouped};
use crate::app::ui::input::{key_area, row_after, take_list_presses, takes_keys};
use crate::app::ui::named::Named;
use crate::app::ui::{
    Ctx, DefaultPosition, Filter, GRID, Panel, PanelInfo, ROW, RowScroll, Theme, Words, cells,
    empty_state, icon_button, lit_button, row, shorten, theme, tips, toolbar,
};
use crate::edit::{ElementChange, FileChange, Kind};

/// Below this width, rows show the path only.
const WIDE: f32 = 100.0 * GRID;
/// Below this width, the title is the name of the other file only.
const NAMED: f32 = 44.0 * GRID;

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
}

fn count(state: &State) -> Option<u64> {
    let count = state.comparing.comparison()?.len() as u64;
    Some(count).filter(|count| *count > 0)
}

impl Panel for ComparePanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let icon = icons::ICON_DIFFERENCE;
        let other = cx.state.comparing.other();
        if cx.state.doc.is_none() && !cx.state.comparing.is_of_folders() {
            let hint = "Open a file to compare. Folders are compared from their menu in Files";
            return empty_state(ui, icon, "Nothing is open", hint);
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
            totals(ui, &comparison, sounds);
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
        if keyed {
            let page = (ui.available_height() / ROW) as u64;
            self.keys(ui, cx, &comparison, page.max(1));
        }
        let rows = self.scroll.show(ui, "Differences", self.shown.len() as u64, ROW);
        rows.each(ui, |ui, row, rect| self.row(ui, cx, &comparison, rect, row));
    }

    fn command(&mut self, command: &Command, state: &State) {
        if *command == Command::Find && state.focus == PanelId::COMPARE {
            self.filter.focus();
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
        let name = match other {
            ComparedFile::Saved => "the saved file".to_owned(),
            ComparedFile::File(path) => {
                let [name, _] =
                    names::of_files(cx.state, [path, cx.state.document_path().unwrap_or_default()]);
                name
            }
            ComparedFile::Folders { before, .. } => paths::name(before).to_owned(),
        };
        let comparison = cx.state.comparing.comparison();
        let has_faces = comparison.is_some_and(|c| !c.scenes.b.is_empty());
        let has_bytes = comparison.is_some_and(|c| c.other_file.is_some());
        toolbar::from_right(ui, |ui| {
            lit_button(ui, cx, icons::ICON_CLOSE, &Command::CompareWith(None), false);
            if icon_button(ui, icons::ICON_REFRESH, "Compare again", false).clicked() {
                cx.push(Command::CompareAgain);
            }
            let colours = cx.state.view.colour_by == Some(ColourBy::Changes);
            let by = Command::ColourBy((!colours).then_some(ColourBy::Changes));
            if cx.state.has_second(SecondScene::Compared) {
                let second = cx.state.second.shown.map(|shown| shown.scene);
                let on = second == Some(SecondScene::Compared);
                let tip = "Show the other file over the picture";
                if icon_button(ui, icons::ICON_COMPARE, tip, on).clicked() {
                    cx.push(match on {
                        true => Command::ToggleSecond,
                        false => Command::ShowSecond(SecondScene::Compared),
                    });
                }
            }
            if has_bytes {
                let tip = "Show bytes, textures and sounds side by side";
                if icon_button(ui, icons::ICON_VIEW_COLUMN_2, tip, false).clicked() {
                    cx.push(Command::ShowPanel(PanelId::SIDE_BY_SIDE));
                }
            }
            let tip = "Colour faces by differences";
            if has_faces && icon_button(ui, icons::ICON_FORMAT_COLOR_FILL, tip, colours).clicked() {
                cx.push(by);
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add_space(2.0 * GRID);
                let title = format!("Compared with {name}");
                let text = if ui.available_width() < NAMED { &name } else { &title };
                let response = ui.add(egui::Label::new(RichText::new(text).strong()).truncate());
                response.named(Role::Label, title);
                match other {
                    ComparedFile::Saved => {}
                    ComparedFile::File(path) => _ = response.on_hover_text(path),
                    ComparedFile::Folders { before, after } => {
                        response.on_hover_text(format!("{before}\n{after}"));
                    }
                }
            });
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

    /// Puts the cursor on a row and selects its element.
    fn go(&mut self, cx: &mut Ctx<'_>, comparison: &Comparison, row: u64) {
        self.cursor = Some(row);
        self.scroll.reveal(row);
        let Some(change) = self.change(comparison, row) else { return };
        if let Some(target) = target(cx.state, change) {
            cx.select(target);
        }
    }

    fn row(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, comparison: &Comparison, rect: Rect, at: u64) {
        let response = ui.interact(rect, ui.scope_id().with(("difference", at)), Sense::CLICK);
        let selected = self.cursor == Some(at);
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
        paint(ui, rect, change);
        let values = values(change);
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

/// Line with the numbers of differences; that of sounds is 0 while it is not known.
fn totals(ui: &mut Ui, comparison: &Comparison, sounds: usize) {
    let mut parts = vec![format!(
        "{} changed, {} added, {} removed",
        grouped(comparison.changed as u64),
        grouped(comparison.added as u64),
        grouped(comparison.removed as u64)
    )];
    let mut also = |count: u64, one: &str, more: &str| {
        if count > 0 {
            parts.push(format!("{} {}", grouped(count), if count == 1 { one } else { more }));
        }
    };
    also(comparison.removed_faces as u64, "removed face", "removed faces");
    also(comparison.scenes.textures.len() as u64, "texture", "textures");
    also(comparison.scenes.palettes.len() as u64, "palette", "palettes");
    also(sounds as u64, "sound", "sounds");
    also(comparison.renamed as u64, "renamed file", "renamed files");
    also(comparison.derived, "number that follows", "numbers that follow");
    let margin = egui::Margin::symmetric(8, 0);
    egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        let weak = Theme::of(ui).weak;
        let text = RichText::new(parts.join(" · ")).color(weak).size(theme::SMALL);
        ui.add(egui::Label::new(text).wrap());
    });
    ui.add_space(GRID);
}

/// The element in the open file; `None` if only the other file has it.
fn target(state: &State, change: &ElementChange) -> Option<SelectionTarget> {
    let source = state.own_source().filter(|_| change.kind != Kind::Removed)?;
    Some(SelectionTarget::Path { source, path: change.path.clone() })
}

/// The changed fields, and the values if there is one.
fn values(change: &ElementChange) -> String {
    match change.fields.as_slice() {
        [] => change.shown.clone(),
        [field] => format!("{field} {}", change.shown),
        fields => fields.join(", "),
    }
}

/// Draws mark, path and values.
fn paint(ui: &Ui, rect: Rect, change: &ElementChange) {
    let theme = Theme::of(ui);
    let inner = mark::paint(ui, rect, change.kind, false);
    let (left, right) = (inner.left(), inner.right());
    let text = |left, right, text: &str, colour| {
        row::row_text(ui, inner, left, right, text, theme::mono(), colour);
    };
    if rect.width() < WIDE {
        let letters = inner.width() / cells::mono_width(ui, &theme::mono());
        return text(left, right, &shorten::tail(&change.path, letters as usize), theme.text);
    }
    let middle = left + inner.width() * 0.45;
    text(left, middle, &change.path, theme.text);
    text(middle + 2.0 * GRID, right, &values(change), theme.weak);
}
