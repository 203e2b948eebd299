//! Editor for text formats, with line numbers and problems per line; changes are applied on leaving. For
//! other files, shows the text that their scene provides.

mod draft;
pub mod links;
mod listing;
pub mod search;

use egui::{Id, RichText, ScrollArea, TextEdit, Ui, vec2};
use egui_material_icons::icons;

use self::draft::Draft;
use self::links::Links;
use self::listing::Reader;
use self::search::Search;
use crate::app::model::numbers::counted;
use crate::app::model::{Command, PanelId, SelectionTarget, State, grouped};
use crate::app::panels::editor::{self, Gutter};
use crate::app::ui::input::escaped;
use crate::app::ui::{Ctx, DefaultPosition, GRID, Panel, PanelInfo, Theme, buttons, theme, tips};
use crate::bytes::Span;

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::TEXT,
    title: "Text",
    icon: icons::ICON_ARTICLE,
    home: DefaultPosition::Centre,
    is_searched: true,
    make: Some(|| Box::<TextPanel>::default()),
    ..PanelInfo::EMPTY
};

/// Longest text that can be edited, in bytes.
const MAX_TEXT: u64 = 1 << 20;

/// See the [module](self).
#[derive(Default)]
pub struct TextPanel {
    draft: Option<Draft>,
    reader: Reader,
    search: Search,
    links: Links,
    /// Selection of the last frame, to notice a change.
    selected: Option<Span>,
    /// A line to scroll to.
    goal: Option<usize>,
    /// `true` if the changes will be applied in this frame.
    applies: bool,
}

impl Panel for TextPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let shown =
            cx.state.shown.as_ref().filter(|shown| shown.document.content.editable().is_text());
        let Some(shown) = shown else {
            let listing = cx.state.scene().and_then(|scene| scene.scene.listing.clone());
            if let Some(listing) = listing {
                return self.reader.ui(ui, cx, &listing);
            }
            let hint =
                "Text formats: triggers, menus, animation scripts, text models and terrain points";
            return tips::empty_state(ui, icons::ICON_ARTICLE, "This file is not text", hint);
        };
        let len = shown.document.source.len();
        if len > MAX_TEXT {
            let hint = format!("{} bytes; view and edit it in Fields", grouped(len));
            return tips::empty_state(ui, icons::ICON_ARTICLE, "The text is too long", &hint);
        }
        if self.draft.as_ref().is_none_or(|draft| draft.source != shown.document.source.id()) {
            self.draft = Some(Draft::of(shown));
        }
        self.follow(cx);
        let Some(mut draft) = self.draft.take() else { return };
        let goal = bar(ui, cx, &mut draft, &mut self.search);
        self.goal = goal.or(self.goal);
        let all = ui.available_rect_before_wrap();
        let listed = editor::list_height(&draft.problems);
        let (text, below) = all.split_top_bottom_at_y(all.bottom() - listed);
        ui.scope_builder(egui::UiBuilder::new().max_rect(text), |ui| {
            self.text(ui, cx, &mut draft);
        });
        ui.scope_builder(egui::UiBuilder::new().max_rect(below), |ui| {
            if let Some(problem) = editor::list(ui, &draft.problems) {
                self.goal = Some(problem.line);
            }
        });
        draft.check();
        self.draft = Some(draft);
    }

    fn command(&mut self, command: &Command, state: &State) {
        self.applies |= *command == Command::ApplyText;
        if *command == Command::Find && state.focus == PanelId::TEXT {
            self.reader.focus();
            self.search.focus();
        }
        match command {
            Command::FindNext if state.focus == PanelId::TEXT => self.search.request_step(1),
            Command::FindPrevious if state.focus == PanelId::TEXT => self.search.request_step(-1),
            _ => {}
        }
    }
}

impl TextPanel {
    /// Scrolls to the selection if it changed.
    fn follow(&mut self, cx: &Ctx<'_>) {
        let Some(draft) = &self.draft else { return };
        let selection = cx.state.selection.as_ref();
        let span = selection.map(|selection| selection.span);
        let span = span.filter(|span| span.source == draft.source && span.len > 0);
        if span != self.selected && !draft.is_changed() {
            self.goal = span.map(|span| *draft.lines(span.start, span.end()).start());
        }
        self.selected = span;
    }

    fn text(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, draft: &mut Draft) {
        let lit = self.selected.filter(|_| !draft.is_changed());
        let found = self.search.line().map(|line| line..=line);
        let lit = found.or(lit.map(|span| draft.lines(span.start, span.end())));
        let gutter = Gutter::of(&draft.text, &draft.problems, lit);
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let behind = ui.painter().add(egui::Shape::Noop);
            let shown = ui.horizontal_top(|ui| {
                ui.add_space(gutter.width());
                TextEdit::multiline(&mut draft.text)
                    .id(Id::unique("the text of a file"))
                    .code_editor()
                    .font(theme::mono())
                    .frame(egui::Frame::NONE)
                    .margin(vec2(GRID, GRID))
                    .desired_width(f32::INFINITY)
                    .show(ui)
            });
            let shown = shown.inner;
            let response = shown.response.response.accessible_name("Text of the file");
            gutter.paint(ui, behind, (shown.galley_pos, &shown.galley));
            if let Some(rect) = self.goal.take().and_then(|line| gutter.line(&shown.galley, line)) {
                ui.scroll_to_rect(rect.translate(shown.galley_pos.to_vec2()), None);
            }
            let scene = cx.state.scene().map(|scene| &scene.scene);
            self.links.find(draft, scene);
            let at = (shown.galley_pos, &*shown.galley);
            let followed = scene.and_then(|scene| self.links.ui(ui, scene, at, &response));
            if let Some(element) = followed {
                cx.select(SelectionTarget::Element(element));
            } else if response.clicked()
                && !draft.is_changed()
                && let Some(pointer) = response.interact_pointer_pos()
            {
                let at = pointer - shown.galley_pos;
                let cursor = shown.galley.cursor_from_pos(at);
                // The nearest character boundary may be after the character under the pointer.
                let is_behind = shown.galley.pos_from_cursor(cursor).left() > at.x;
                let offset = draft.offset(cursor.index.0.saturating_sub(is_behind.into()));
                cx.select(SelectionTarget::Byte { source: draft.source, offset });
            }
            if escaped(ui, &response) {
                draft.revert();
            }
            let asked = std::mem::take(&mut self.applies);
            if asked || response.lost_focus() {
                apply(cx, draft, asked);
            }
        });
    }
}

/// Applies the text unless it was applied or refused before; with `means`, tries again.
fn apply(cx: &mut Ctx<'_>, draft: &mut Draft, means: bool) {
    let is_new = draft.asked.as_ref() != Some(&draft.text);
    if draft.is_changed() && (is_new || means) && cx.state.edits.is_settled(&draft.path) {
        draft.asked = Some(draft.text.clone());
        cx.push(Command::Edit(Box::new(draft.edit())));
    }
}

/// Toolbar with unapplied changes and search; returns the line to go to.
fn bar(ui: &mut Ui, cx: &mut Ctx<'_>, draft: &mut Draft, search: &mut Search) -> Option<usize> {
    let bar = egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
        let bar = ui.horizontal(|ui| {
            let is_changed = draft.is_changed();
            if buttons::primary(ui, "Apply", is_changed).on_hover_text("Ctrl+Enter").clicked() {
                apply(cx, draft, true);
            }
            let revert = ui.add_enabled(is_changed, egui::Button::new("Revert"));
            if revert.on_hover_text("Discard changes (Esc)").clicked() {
                draft.revert();
            }
            let theme = Theme::of(ui);
            let lines = counted(draft.text.lines().count() as u64, "line");
            let odd = match draft.problems.len() {
                0 => String::new(),
                count => format!(", {}", counted(count as u64, "problem")),
            };
            let written = if is_changed { ", not applied yet" } else { "" };
            ui.label(RichText::new(format!("{lines}{odd}{written}")).color(theme.weak));
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(layout, |ui| search.ui(ui, &draft.text)).inner
        });
        bar.inner
    });
    bar.inner
}
