//! Editor for descriptions of formats. The text is checked while one types, and the open file is read again
//! by it.

mod highlight;
mod suggestions;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{Color32, Id, RichText, ScrollArea, TextBuffer, TextEdit, Ui, vec2};
use egui_material_icons::icons;

use self::suggestions::Suggestions;
use crate::app::model::document::description::{Checked, DescriptionFile};
use crate::app::model::numbers::counted;
use crate::app::model::{Command, PanelId, State};
use crate::app::panels::editor::{self, Gutter, LineProblem};
use crate::app::ui::{Ctx, GRID, Home, Panel, PanelInfo, Theme, buttons, theme, tips};
use crate::bytes::Severity;
use crate::ksy::{self, Diagnostic, Level, NewField};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::DESCRIPTION,
    title: "Description",
    icon: icons::ICON_DATA_OBJECT,
    home: Home::RightTop,
    make: Some(|| Box::<DescriptionPanel>::default()),
    ..PanelInfo::EMPTY
};

/// Seconds after the last key until the text is checked.
const DELAY: f64 = 0.15;

/// See the [module](self).
#[derive(Default)]
pub struct DescriptionPanel {
    draft: Option<Draft>,
    suggestions: Suggestions,
    /// Line to scroll to, from 0.
    goal: Option<usize>,
    /// `true` if the text will be saved in this frame.
    saves: bool,
}

/// A text that is being edited.
struct Draft {
    file: Arc<DescriptionFile>,
    text: String,
    /// Text as on disk.
    stored: String,
    /// Text that was last sent to be checked.
    sent: Option<String>,
    typed_at: f64,
    problems: Vec<LineProblem>,
    mistakes: Vec<(Range<usize>, Level)>,
    /// The check that `problems` come from.
    checked: Option<Arc<Checked>>,
}

impl Draft {
    fn new(file: Arc<DescriptionFile>) -> Self {
        let stored = if file.is_stored { file.text.clone() } else { String::new() };
        Self {
            text: file.text.clone(),
            stored,
            file,
            sent: None,
            typed_at: f64::NEG_INFINITY,
            problems: Vec::new(),
            mistakes: Vec::new(),
            checked: None,
        }
    }

    fn path(&self) -> PathBuf {
        self.file.path.clone()
    }

    /// Takes the mistakes of a check over, if it is about this text.
    fn take_check(&mut self, checked: Option<&Arc<Checked>>) {
        let Some(checked) = checked.filter(|checked| checked.text == self.text) else { return };
        if self.checked.as_ref().is_some_and(|known| Arc::ptr_eq(known, checked)) {
            return;
        }
        let own = || checked.diagnostics.iter().filter(|found| found.file == 0);
        self.problems = own().map(line_problem).collect();
        self.mistakes = own().map(|found| (range_of(&self.text, found), found.level)).collect();
        self.checked = Some(checked.clone());
    }
}

fn line_problem(found: &Diagnostic) -> LineProblem {
    let severity = severity_of(found.level);
    let line = (found.at.line as usize).saturating_sub(1);
    LineProblem { line, severity, message: found.message.clone() }
}

fn severity_of(level: Level) -> Severity {
    if level == Level::Error { Severity::Error } else { Severity::Warning }
}

/// Bytes of the word at a mistake.
fn range_of(text: &str, found: &Diagnostic) -> Range<usize> {
    let line = (found.at.line as usize).saturating_sub(1);
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let line = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let column = (found.at.column as usize).saturating_sub(1);
    let at = line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let rest = line.get(at..).unwrap_or_default();
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    start + at..start + at + word.max(first)
}

impl Panel for DescriptionPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let file = cx.state.description.file.clone();
        let is_same = |draft: &Draft| file.as_ref().is_some_and(|f| Arc::ptr_eq(f, &draft.file));
        if !self.draft.as_ref().is_some_and(is_same) {
            self.draft = file.map(Draft::new);
        }
        let Some(mut draft) = self.draft.take() else { return empty(ui, cx) };
        draft.take_check(cx.state.description.checked.as_ref());
        let saves = std::mem::take(&mut self.saves);
        bar(ui, cx, &mut draft, saves);
        let all = ui.available_rect_before_wrap();
        let listed = editor::list_height(&draft.problems);
        let (text, below) = all.split_top_bottom_at_y(all.bottom() - listed);
        ui.scope_builder(egui::UiBuilder::new().max_rect(text), |ui| self.text(ui, &mut draft));
        ui.scope_builder(egui::UiBuilder::new().max_rect(below), |ui| {
            if let Some(problem) = editor::list(ui, &draft.problems) {
                self.goal = Some(problem.line);
            }
        });
        check(ui, cx, &mut draft);
        self.draft = Some(draft);
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::ShowInDescription { line, .. } => self.goal = Some(line.saturating_sub(1)),
            Command::FieldFromSelection => self.add_field(state),
            Command::StoreDescription => self.saves = true,
            _ => {}
        }
    }
}

impl DescriptionPanel {
    fn text(&mut self, ui: &mut Ui, draft: &mut Draft) {
        let theme = Theme::of(ui);
        let gutter = Gutter::of(&draft.text, &draft.problems, None);
        let is_current = draft.checked.as_ref().is_some_and(|checked| checked.text == draft.text);
        let colour = |(range, level): &(Range<usize>, Level)| {
            (range.clone(), theme.severity(severity_of(*level)))
        };
        let mistakes: Vec<(Range<usize>, Color32)> =
            draft.mistakes.iter().filter(|_| is_current).map(colour).collect();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let behind = ui.painter().add(egui::Shape::Noop);
            let mut layouter = |ui: &Ui, text: &dyn TextBuffer, width: f32| {
                let mut job = highlight::coloured(text.as_str(), &mistakes, &theme);
                job.wrap.max_width = width;
                ui.fonts_mut(|fonts| fonts.layout_job(job))
            };
            self.suggestions.take_keys(ui, &mut draft.text, id());
            let shown = ui.horizontal_top(|ui| {
                ui.add_space(gutter.width());
                TextEdit::multiline(&mut draft.text)
                    .id(id())
                    .code_editor()
                    .font(theme::mono())
                    .frame(egui::Frame::NONE)
                    .margin(vec2(GRID, GRID))
                    .desired_width(f32::INFINITY)
                    .layouter(&mut layouter)
                    .show(ui)
            });
            let shown = shown.inner;
            let response =
                shown.response.response.clone().accessible_name("Text of the description");
            gutter.paint(ui, behind, (shown.galley_pos, &shown.galley));
            if let Some(rect) = self.goal.take().and_then(|line| gutter.line(&shown.galley, line)) {
                ui.scroll_to_rect(rect.translate(shown.galley_pos.to_vec2()), None);
            }
            if response.changed() {
                draft.typed_at = ui.input(|input| input.time);
            }
            self.suggestions.show(ui, &mut draft.text, &shown, response.changed());
        });
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
            self.goal = Some(line.saturating_sub(1));
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
    cx.push(Command::DraftDescription { file: draft.path(), text: draft.text.clone() });
}

/// Toolbar with the state of the text.
fn bar(ui: &mut Ui, cx: &mut Ctx<'_>, draft: &mut Draft, saves: bool) {
    egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
        ui.horizontal(|ui| {
            let is_changed = draft.text != draft.stored;
            let path = draft.path();
            let save = buttons::primary(ui, "Save", is_changed);
            let tip = format!("{} (Ctrl+S)", path.display());
            if save.on_hover_text(tip).clicked() || saves && is_changed {
                let text = draft.text.clone();
                draft.stored.clone_from(&text);
                cx.push(Command::SaveDescription { file: path.clone(), text });
            }
            let revert =
                ui.add_enabled(is_changed && draft.file.is_stored, egui::Button::new("Revert"));
            if revert.on_hover_text("Discard changes").clicked() {
                draft.text.clone_from(&draft.stored);
            }
            let name = path
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let count = |severity| draft.problems.iter().filter(|p| p.severity == severity).count();
            let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
            let mut words = vec![name];
            if errors > 0 {
                words.push(counted(errors as u64, "error"));
            }
            if warnings > 0 {
                words.push(counted(warnings as u64, "warning"));
            }
            if is_changed {
                words.push("not saved".to_owned());
            }
            ui.label(RichText::new(words.join(", ")).color(Theme::of(ui).weak));
        });
    });
}
