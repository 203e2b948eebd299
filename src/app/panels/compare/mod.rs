//! Differences of the open file from another file, or from its saved state; a click selects the element.

mod files;

use egui::{Key, Rect, RichText, Role, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::model::document::comparison::{ComparedFile, Comparison};
use crate::app::model::document::paths;
use crate::app::model::view::second_picture::SecondScene;
use crate::app::model::{ColourBy, Command, PanelId, SelectionTarget, State, grouped};
use crate::app::ui::input::{key_area, row_after, take_presses, takes_keys};
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

const KEYS: [Key; 7] =
    [Key::ArrowDown, Key::ArrowUp, Key::PageDown, Key::PageUp, Key::Home, Key::End, Key::Enter];

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
        if comparison.is_empty() {
            let hint = match comparison.files {
                Some(_) => "All files are equal",
                None => "All fields are equal",
            };
            return empty_state(ui, icon, "No differences", hint);
        }
        totals(ui, &comparison);
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
            ComparedFile::File(path) => cx.state.library.display_name(path),
            ComparedFile::Folders { before, .. } => paths::name(before).to_owned(),
        };
        let comparison = cx.state.comparing.comparison();
        let has_faces = comparison.is_none_or(|c| c.files.is_none());
        let has_bytes = comparison.is_some_and(|c| c.bytes.is_some());
        toolbar::from_right(ui, |ui| {
            lit_button(ui, cx, icons::ICON_CLOSE, &Command::CompareWith(None), false);
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
                let tip = "Show bytes and sounds side by side";
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
        for (key, _) in take_presses(ui, &KEYS) {
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
        let response =
            ui.interact(rect, ui.scope_id().with(("difference", at)), egui::Sense::CLICK);
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

/// Line with the numbers of differences.
fn totals(ui: &mut Ui, comparison: &Comparison) {
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
    also(comparison.textures as u64, "texture", "textures");
    also(comparison.palettes as u64, "palette", "palettes");
    also(comparison.sounds.len() as u64, "sound", "sounds");
    also(comparison.renamed as u64, "renamed file", "renamed files");
    also(comparison.derived, "number that follows", "numbers that follow");
    ui.horizontal_wrapped(|ui| {
        ui.add_space(2.0 * GRID);
        let weak = Theme::of(ui).weak;
        ui.label(RichText::new(parts.join(" · ")).color(weak).size(theme::SMALL));
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

/// Draws icon, path and values.
fn paint(ui: &Ui, rect: Rect, change: &ElementChange) {
    let theme = Theme::of(ui);
    let inner = rect.shrink2(vec2(2.0 * GRID, 0.0));
    let (icon, colour): (MaterialIcon, _) = match change.kind {
        Kind::Changed => (icons::ICON_EDIT, theme.warning),
        Kind::Added => (icons::ICON_ADD, theme.success),
        Kind::Removed => (icons::ICON_REMOVE, theme.error),
    };
    let mark = inner.with_max_x(inner.left() + theme::ICON);
    cells::icon(ui, mark, icon, 14.0, colour);
    let left = mark.right() + 2.0 * GRID;
    if inner.width() < WIDE {
        let letters = (inner.right() - left) / cells::mono_width(ui, &theme::mono());
        let path = shorten::tail(&change.path, letters as usize);
        row::row_text(ui, inner, left, inner.right(), &path, theme::mono(), theme.text);
        return;
    }
    let middle = left + (inner.right() - left) * 0.45;
    row::row_text(ui, inner, left, middle, &change.path, theme::mono(), theme.text);
    let values = values(change);
    row::row_text(
        ui,
        inner,
        middle + 2.0 * GRID,
        inner.right(),
        &values,
        theme::mono(),
        theme.weak,
    );
}
