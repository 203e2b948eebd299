//! Draws problems and resolves their targets.

use egui::text::LayoutJob;
use egui::{Rect, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use super::causes::{Cause, is_about_whole};
use super::{DETAIL, ProblemsPanel, counted};
use crate::app::model::numbers::{self, offset};
use crate::app::model::{Command, SelectionTarget, State};
use crate::app::ui::menus::{self, Item};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Side, Theme, cells, row, theme};
use crate::bytes::{Problem, Severity};

/// Left edge of the text after the icon, and the width of locations.
pub(super) const ICON: f32 = 5.0 * GRID;
const LOCATION: f32 = 24.0 * GRID;

impl ProblemsPanel {
    pub(super) fn row(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, at: u64, rect: Rect) {
        let Some(line) = self.line_at(at) else { return };
        let Some(cause) = self.causes.get(line.cause) else { return };
        let is_group = cause.problems.len() > 1 && line.problem.is_none();
        let Some(problem) = cause.problems.get(line.problem.unwrap_or(0)).cloned() else { return };
        let is_at_cursor = self.cursor == Some(line);
        let response = ui.interact(rect, ui.scope_id().with(at), Sense::CLICK);
        row::fill(ui, rect, is_at_cursor, response.hovered());
        let mut cell = rect.shrink2(vec2(2.0 * GRID, 0.0));
        let label = match is_group {
            true => {
                many(ui, cell, cause, self.open.contains(&cause.name()));
                let count = counted(cause.problems.len() as u64, cause.severity);
                format!("{count}: {}", cause.headline())
            }
            false => {
                if line.problem.is_some() {
                    cell = cell.with_min_x(cell.left() + ICON);
                }
                one(ui, cell, &problem, cx.state, &Theme::of(ui));
                problem.to_string()
            }
        };
        if response.hovered()
            && !is_group
            && let Some(target) = target(&problem, cx.state)
        {
            cx.hover(target);
        }
        if response.clicked() {
            self.go(line, cx);
            if is_group {
                self.unfold(line, None);
            }
        }
        menus::context(&response, self.opens_menu && is_at_cursor, |ui| {
            let item = Item {
                value: label.clone(),
                offset: (!is_about_whole(&problem)).then_some(problem.span.start),
                path: problem.field.clone(),
                like: None,
            };
            menus::item_menu(ui, cx, &item);
        });
        response.named_on(Role::ListItem, is_at_cursor, &label);
        response.on_hover_text(label);
    }

    /// The selected problem in full, below the list.
    pub(super) fn detail(&self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let state = cx.state;
        let theme = Theme::of(ui);
        let size = vec2(ui.available_width(), DETAIL.min(ui.available_height()));
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().hline(rect.x_range(), rect.top() + 0.5, (1.0, theme.line));
        let inner = rect.shrink2(vec2(2.0 * GRID, GRID));
        let Some(problem) = &self.chosen else {
            let hint = "Select a problem to see its full text";
            cells::text(ui, inner, Side::Left, hint, theme::small(), theme.weak);
            return;
        };
        let mut location_text = location(problem, state);
        if !problem.field.is_empty() {
            location_text += &format!("  {}", problem.field);
        }
        if let Some(available) = problem.available {
            location_text += &format!("  needs {} bytes, found {available}", problem.span.len);
        }
        let line = inner.with_max_y((inner.top() + theme::ROW).min(inner.bottom()));
        cells::text(ui, line, Side::Left, &location_text, theme::mono(), theme.weak);
        let below = inner.with_min_y(line.bottom());
        let text = problem.message.clone();
        let mut job = LayoutJob::simple(text, theme::body(), theme.text, below.width());
        job.wrap.max_rows = ((below.height() / (theme::BODY * 1.4)) as usize).max(1);
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(below.min, galley, theme.text);
        let response = ui.interact(rect, ui.scope_id().with("detail"), Sense::HOVER);
        response.named(Role::Label, format!("Detail: {problem}"));
        response.on_hover_text(&problem.message);
        let doc = state.doc.as_ref();
        let miss = doc
            .and_then(|doc| state.library.missing_companion(&doc.opened.stored, &problem.message));
        let Some(miss) = miss else { return };
        let button = line.with_min_x((line.right() - 26.0 * GRID).max(line.left()));
        if ui.put(button, egui::Button::new("Locate…")).clicked() {
            cx.push(Command::WhereIs { name: miss.name, looked_in: miss.looked_in });
        }
    }
}

fn severity_icon(ui: &Ui, cell: Rect, severity: Severity) {
    let (icon, colour) = (cells::severity_icon(severity), Theme::of(ui).severity(severity));
    cells::icon(ui, cell, icon, theme::BODY, colour);
}

/// Row of a cause with several problems.
fn many(ui: &Ui, cell: Rect, cause: &Cause, is_open: bool) {
    let theme = Theme::of(ui);
    let arrow = match is_open {
        true => icons::ICON_KEYBOARD_ARROW_DOWN,
        false => icons::ICON_KEYBOARD_ARROW_RIGHT,
    };
    let mark = cell.with_max_x(cell.left() + 4.0 * GRID);
    severity_icon(ui, mark, cause.severity);
    let count = numbers::grouped(cause.problems.len() as u64);
    let rest = cell.with_min_x(cell.left() + ICON);
    cells::text(ui, rest, Side::Left, &count, theme::mono(), theme.weak);
    let words = rest.with_min_x(rest.left() + 12.0 * GRID).with_max_x(rest.right() - 4.0 * GRID);
    cells::text(ui, words, Side::Left, &cause.headline(), theme::body(), theme.text);
    let end = rest.with_min_x((rest.right() - 4.0 * GRID).max(rest.left()));
    cells::icon(ui, end, arrow, theme::BODY, theme.weak);
}

/// Row of a single problem: location, field, message.
fn one(ui: &Ui, cell: Rect, problem: &Problem, state: &State, theme: &Theme) {
    let mark = cell.with_max_x(cell.left() + 4.0 * GRID);
    severity_icon(ui, mark, problem.severity);
    let mut rest = cell.with_min_x(cell.left() + ICON);
    let left = (rest.left() + LOCATION).min(rest.right());
    let location = location(problem, state);
    cells::text(ui, rest.with_max_x(left), Side::Left, &location, theme::mono(), theme.weak);
    rest = rest.with_min_x(left + GRID);
    if !problem.field.is_empty() {
        let right = rest.left() + (rest.width() * 0.3).max(20.0 * GRID).min(rest.width());
        let field = rest.with_max_x(right);
        cells::text(ui, field, Side::Left, &problem.field, theme::mono(), theme.text);
        rest = rest.with_min_x(right + 2.0 * GRID);
    }
    cells::text(ui, rest, Side::Left, &problem.message, theme::body(), theme.text);
}

/// Location of a problem: an offset in the open file, another file, or the whole file.
fn location(problem: &Problem, state: &State) -> String {
    let own = state.own_source();
    let span = problem.span;
    let other = state.library.source(span.source).filter(|_| own != Some(span.source));
    match other {
        Some(source) if problem.field.is_empty() => state.library.display_name(source.name()),
        Some(source) => {
            format!("{} {}", state.library.display_name(source.name()), offset(span.start))
        }
        None if is_about_whole(problem) => "whole file".to_owned(),
        None => offset(span.start),
    }
}

/// Target of a problem: its field if that contains its bytes, otherwise the bytes.
pub(super) fn target(problem: &Problem, state: &State) -> Option<SelectionTarget> {
    if is_about_whole(problem) {
        return None;
    }
    let source = problem.span.source;
    let by_path = SelectionTarget::Path { source, path: problem.field.clone() };
    let field = state.resolve(&by_path).map(|found| found.span);
    if !problem.field.is_empty() && field.is_some_and(|span| span.contains(problem.span.start)) {
        return Some(by_path);
    }
    let file = state.file_of(source)?;
    let last = file.document.source.len().checked_sub(1)?;
    Some(SelectionTarget::Byte { source, offset: problem.span.start.min(last) })
}
