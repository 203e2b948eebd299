//! Editor for descriptions of formats. The text is checked while the user types, and the open file
//! is read again with it.
//!
//! `draft` is the text with its mistakes, `highlight` its colours, `suggestions` the list below the
//! word that is typed, `keys` the indentation, `declared` the links between fields and lines.

mod declared;
mod draft;
pub mod highlight;
pub mod keys;
mod suggestions;

use std::ops::Range;
use std::path::{Path, PathBuf};

use egui::text_edit::TextEditOutput;
use egui::{EventFilter, Id, RichText, ScrollArea, TextBuffer, TextEdit, Ui, Vec2, vec2};
use egui_material_icons::icons;

use self::declared::Declared;
use self::draft::{Draft, severity_of};
use self::keys::KeysInOrder;
use self::suggestions::Suggestions;
use crate::app::model::numbers::counted;
use crate::app::model::{Command, PanelId, State};
use crate::app::panels::editor::{self, Gutter, LaidText};
use crate::app::ui::{
    Ctx, DefaultPosition, GRID, Panel, PanelInfo, Theme, buttons, shortcuts::with_keys, suggestion,
    theme, tips,
};
use crate::bytes::Severity;
use crate::ksy::{self, Level, NewField};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::DESCRIPTION,
    title: "Description",
    icon: icons::ICON_DATA_OBJECT,
    home: DefaultPosition::RightTop,
    make: Some(|| Box::<DescriptionPanel>::default()),
    ..PanelInfo::EMPTY
};

/// Seconds after the last key until the text is checked.
const DELAY: f64 = 0.15;

/// See the [module](self).
#[derive(Default)]
pub struct DescriptionPanel {
    draft: Option<Draft>,
    /// Changed texts of other descriptions, until they are opened again.
    others: Vec<Draft>,
    suggestions: Suggestions,
    keys: KeysInOrder,
    declared: Declared,
    laid: LaidText<Appearance>,
    /// Position of the caret once its description is open.
    goal: Option<Goal>,
    /// `true` if the next description that is opened gets the keyboard focus.
    takes_focus: bool,
    /// `true` if the text will be saved in this frame.
    saves: bool,
    /// Height of the text in the last frame.
    height: f32,
}

/// A line and a column of a description, from 0.
struct Goal {
    file: PathBuf,
    line: usize,
    column: usize,
}

/// Appearance of the text: bytes of mistakes, and whether it is dark.
type Appearance = (Vec<(Range<usize>, Level)>, bool);

impl Panel for DescriptionPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        self.take_file(cx.state);
        let Some(mut draft) = self.draft.take() else { return empty(ui, cx) };
        draft.take_check(cx.state.description.checked.as_ref());
        let saves = std::mem::take(&mut self.saves);
        bar(ui, cx, &mut draft, saves);
        let all = ui.available_rect_before_wrap();
        let listed = editor::list_height(&draft.problems);
        let (text, below) = all.split_top_bottom_at_y(all.bottom() - listed);
        ui.scope_builder(egui::UiBuilder::new().max_rect(text), |ui| {
            self.text(ui, cx, &mut draft);
        });
        ui.scope_builder(egui::UiBuilder::new().max_rect(below), |ui| {
            if let Some(problem) = editor::list(ui, &draft.problems) {
                let (file, line, column) = (draft.path().to_owned(), problem.line, problem.column);
                self.goal = Some(Goal { file, line, column });
            }
        });
        check(ui, cx, &mut draft);
        self.draft = Some(draft);
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::ShowInDescription(place) => {
                let (file, line) = (place.file.clone(), place.line.saturating_sub(1));
                self.goal = Some(Goal { file, line, column: 0 });
            }
            Command::Describe => self.takes_focus = true,
            Command::FieldFromSelection => self.add_field(state),
            Command::StoreDescription => self.saves = true,
            Command::SaveDescription { file, text } => {
                let all = self.draft.iter_mut().chain(&mut self.others);
                let saved = all.filter(|draft| draft.path() == file);
                saved.for_each(|draft| draft.stored.clone_from(text));
            }
            _ => {}
        }
    }
}

impl DescriptionPanel {
    /// Shows the open description; a changed text of another one is kept.
    fn take_file(&mut self, state: &State) {
        let Some(file) = &state.description.file else { return };
        if self.draft.as_ref().is_some_and(|draft| std::sync::Arc::ptr_eq(&draft.file, file)) {
            return;
        }
        let left = self.draft.take().filter(|left| left.is_changed() && left.path() != file.path);
        self.others.extend(left);
        if std::mem::take(&mut self.takes_focus) {
            self.goal = Some(Goal { file: file.path.clone(), line: 0, column: 0 });
        }
        let known = self.others.iter().position(|other| other.path() == file.path);
        let known = known.map(|known| self.others.swap_remove(known));
        let unsaved = state.description.drafts.unsaved_text(&file.path);
        self.draft = Some(match known {
            Some(draft) => draft.of_file(file.clone()),
            None => Draft::new(file.clone(), unsaved),
        });
    }

    fn text(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, draft: &mut Draft) {
        let lit = self.declared.line(cx.state, draft).map(|line| line..=line);
        let gutter = Gutter::of(&draft.text, &draft.problems, lit);
        let height = ui.available_height();
        let is_resized = std::mem::replace(&mut self.height, height) != height;
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let behind = ui.painter().add(egui::Shape::Noop);
            self.keys.defer(ui, id());
            self.suggestions.take_keys(ui, &mut draft.text, id());
            if keys::indent(ui, &mut draft.text, id()) {
                draft.typed_at = ui.input(|input| input.time);
            }
            let shown = self.edit(ui, draft, vec2(gutter.width(), height));
            let response =
                shown.response.response.clone().accessible_name("Text of the description");
            gutter.paint(ui, behind, (shown.galley_pos, &shown.galley));
            let followed = self.declared.followed(&response);
            let goal = self.goal.take_if(|goal| goal.file == draft.path());
            if let Some(Goal { line, column, .. }) = &goal {
                put_caret(ui, &draft.text, *line, *column);
            }
            let goal = goal.map(|goal| goal.line);
            if let Some(rect) = goal.or(followed).and_then(|line| gutter.line(&shown.galley, line))
            {
                ui.scroll_to_rect(rect.translate(shown.galley_pos.to_vec2()), None);
            }
            // The list of mistakes must not hide the line that is being typed.
            if let Some(caret) = shown.cursor_range.filter(|_| is_resized && response.has_focus()) {
                let caret = shown.galley.pos_from_cursor(caret.primary);
                ui.scroll_to_rect(caret.translate(shown.galley_pos.to_vec2()), None);
            }
            if response.changed() {
                draft.typed_at = ui.input(|input| input.time);
            }
            self.suggestions.show(ui, draft, &shown, response.changed());
            self.declared.follow_caret(cx, draft, &shown);
        });
    }

    /// Shows the text right of a gutter, with at least the height of the panel, so that a click below the last
    /// line reaches it. `room` is the width of the gutter and this height.
    fn edit(&mut self, ui: &mut Ui, draft: &mut Draft, room: Vec2) -> TextEditOutput {
        let theme = Theme::of(ui);
        let is_checked = draft.is_checked();
        let mistakes = draft.mistakes.iter().filter(|_| is_checked).cloned().collect();
        let appearance = (mistakes, ui.visuals().dark_mode);
        // Escape closes the list, then it leaves the text.
        let escape = self.suggestions.is_open();
        let keys =
            EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape };
        let laid = &mut self.laid;
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, width: f32| {
            let text = text.as_str();
            laid.galley(ui, text, &appearance, width, || {
                let colour = |level| theme.severity(severity_of(level));
                let mistakes = appearance.0.iter();
                let mistakes: Vec<_> =
                    mistakes.map(|(range, level)| (range.clone(), colour(*level))).collect();
                highlight::coloured(text, &mistakes, &theme)
            })
        };
        let shown = ui.horizontal_top(|ui| {
            ui.add_space(room.x);
            TextEdit::multiline(&mut draft.text)
                .id(id())
                .code_editor()
                .event_filter(keys)
                .font(theme::mono())
                .frame(egui::Frame::NONE)
                .margin(vec2(GRID, GRID))
                .desired_width(f32::INFINITY)
                .min_size(vec2(0.0, room.y))
                .layouter(&mut layouter)
                .show(ui)
        });
        shown.inner
    }

    /// Adds the selected bytes as a field.
    fn add_field(&mut self, state: &State) {
        let Some((draft, selection)) = self.draft.as_mut().zip(state.selection.as_ref()) else {
            return;
        };
        let span = selection.span;
        let is_next =
            state.shown.as_ref().is_some_and(|opened| ends_at(&opened.document, span.start));
        let new = NewField { offset: span.start, len: span.len, is_next };
        if let Ok((text, line)) = ksy::with_field(&draft.text, new) {
            draft.text = text;
            draft.typed_at = f64::NEG_INFINITY;
            let (file, line) = (draft.path().to_owned(), line.saturating_sub(1));
            self.goal = Some(Goal { file, line, column: 0 });
        }
    }
}

/// `true` if the fields that are read in order end at `offset`.
fn ends_at(document: &crate::formats::Document, offset: u64) -> bool {
    let tree = &document.tree;
    let root = crate::bytes::FieldId::root();
    let fields = tree.children(&root, 0..usize::MAX);
    let ends = fields
        .iter()
        .filter(|field| field.kind != crate::bytes::FieldKind::Unread)
        .map(|field| field.span.end());
    ends.max().unwrap_or(0) == offset
}

/// Moves the caret to a line and a column, and the keyboard focus to the text.
fn put_caret(ui: &Ui, text: &str, line: usize, column: usize) {
    let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let line = text.get(before..).unwrap_or_default().lines().next().unwrap_or_default();
    let inside = line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    suggestion::move_cursor(ui, id(), text, before + inside);
    ui.memory_mut(|memory| memory.request_focus(id()));
}

fn id() -> Id {
    Id::unique("the text of a description")
}

fn empty(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let hint = "Descriptions (.ksy) make files of other formats readable";
    tips::empty_state(ui, icons::ICON_DATA_OBJECT, "No description is open", hint);
    if cx.state.doc.is_some() {
        ui.add_space(2.0 * GRID);
        ui.vertical_centered(|ui| {
            if ui.button("Describe format").clicked() {
                cx.push(Command::Describe);
            }
        });
    }
}

/// Sends the text to be checked when nothing was typed for a moment.
fn check(ui: &Ui, cx: &mut Ctx<'_>, draft: &mut Draft) {
    if draft.sent.as_ref() == Some(&draft.text) {
        return;
    }
    let left = draft.typed_at + DELAY - ui.input(|input| input.time);
    if left > 0.0 {
        return ui.ctx().request_repaint_after_secs(left as f32);
    }
    draft.sent = Some(draft.text.clone());
    let (file, text) = (draft.path().to_owned(), draft.text.clone());
    cx.push(Command::DraftDescription { file, text });
}

/// Toolbar with the state of the text.
fn bar(ui: &mut Ui, cx: &mut Ctx<'_>, draft: &mut Draft, saves: bool) {
    egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
        ui.horizontal(|ui| {
            let is_changed = draft.is_changed();
            let save = buttons::primary(ui, "Save", is_changed);
            let tip = with_keys(&draft.path().display().to_string(), &Command::Save);
            if save.on_hover_text(tip).clicked() || saves && is_changed {
                let (file, text) = (draft.path().to_owned(), draft.text.clone());
                cx.push(Command::SaveDescription { file, text });
            }
            let revert =
                ui.add_enabled(is_changed && draft.file.is_stored, egui::Button::new("Revert"));
            if revert.on_hover_text("Discard changes").clicked() {
                draft.text.clone_from(&draft.stored);
            }
            let words = RichText::new(state_in_words(draft)).color(Theme::of(ui).weak);
            ui.add(egui::Label::new(words).truncate());
        });
    });
}

fn state_in_words(draft: &Draft) -> String {
    let name = draft.path().file_name().unwrap_or_else(|| Path::new("").as_os_str());
    let count = |severity| draft.problems.iter().filter(|p| p.severity == severity).count() as u64;
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let mut words = vec![name.to_string_lossy().into_owned()];
    words.extend((errors > 0).then(|| counted(errors, "error")));
    words.extend((warnings > 0).then(|| counted(warnings, "warning")));
    words.extend(draft.is_changed().then(|| "not saved".to_owned()));
    words.join(", ")
}
