//! Describes the selection above the bytes.

use egui::{Layout, Rect, Role, Sense, Ui, UiBuilder, vec2};
use egui_material_icons::icons;

use super::{BytesPanel, View, described};
use crate::app::model::{Command, Selection, document::paths, grouped, numbers::offset};
use crate::app::ui::named::Named;
use crate::app::ui::shortcuts::with_keys;
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, cells, icon_button, lit_button, theme};
use crate::bytes::Span;

/// Shows where the first selected byte is stored in the archives and the disc around the file.
fn stored(ui: &mut Ui, view: &View<'_>, at: u64) {
    let around = view.state.library.stored(view.source, at);
    if around.is_empty() {
        return;
    }
    let theme = Theme::of(ui);
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let cell = line.shrink2(vec2(2.0 * GRID, 0.0));
    let words = around.iter().map(|stored| {
        let sector = stored.sector.map_or(String::new(), |sector| format!(", sector {sector}"));
        format!("{} {}{sector}", paths::name(&stored.holder), offset(stored.offset))
    });
    let words = format!("in {}", words.collect::<Vec<_>>().join(" in "));
    cells::text(ui, cell, Side::Left, &words, theme::small(), theme.weak);
    let response = ui.interact(line, ui.scope_id().with("stored"), Sense::HOVER);
    response.named(Role::Label, format!("Stored {words}"));
    response.on_hover_text(words);
}

impl BytesPanel {
    /// Shows start, end, length and path of the selection, and the buttons.
    pub(super) fn header(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        view: &View<'_>,
        selected: Option<&Selection>,
    ) {
        let size = vec2(ui.available_width(), ROW + 2.0 * GRID);
        let (line, _) = ui.allocate_exact_size(size, Sense::hover());
        let line = line.shrink2(vec2(GRID, 0.0));
        let from_right = Layout::right_to_left(egui::Align::Center);
        let mut right = ui.new_child(UiBuilder::new().max_rect(line).layout(from_right));
        self.buttons(&mut right, cx, view, selected);
        let free = line.with_max_x(right.min_rect().left() - GRID).with_min_x(line.left() + GRID);
        let cursor = Span::new(view.source.id(), self.cursor, 1);
        range(ui, free, selected.map_or(cursor, |selected| selected.span));
        path(ui, cx, view, selected);
        let row = self.described.selected(view.state, selected, self.cursor);
        described::line(ui, row.as_deref(), self.described.file());
        stored(ui, view, selected.map_or(self.cursor, |selected| selected.span.start));
    }

    /// Buttons, laid out from the right.
    fn buttons(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        view: &View<'_>,
        selected: Option<&Selection>,
    ) {
        ui.spacing_mut().item_spacing.x = GRID;
        let tip = "Data inspector: values of the bytes at the cursor";
        if icon_button(ui, icons::ICON_TUNE, tip, self.shows_inspector).clicked() {
            self.shows_inspector = !self.shows_inspector;
        }
        let tip = with_keys("Find bytes or text", &Command::Find);
        if icon_button(ui, icons::ICON_SEARCH, &tip, false).clicked() {
            self.bars.open_find();
        }
        let noted = selected.is_some_and(|s| view.state.notes.about(s).next().is_some());
        lit_button(ui, cx, icons::ICON_BOOKMARK_ADD, &Command::Bookmark, noted);
        let tip = with_keys("Go to an offset or a field", &Command::GoToOffset);
        if icon_button(ui, icons::ICON_PIN_DROP, &tip, false).clicked() {
            self.bars.open_goto();
        }
    }
}

/// First and last byte with their count; only the start and the count if space is short.
fn range(ui: &Ui, cell: Rect, span: Span) {
    let theme = Theme::of(ui);
    let start = offset(span.start);
    let (range, long, short) = match span.len {
        0 => (start.clone(), "not stored".to_owned(), start),
        1 => (start.clone(), "1 byte".to_owned(), start),
        len => {
            let range = format!("{start} – {}", offset(span.end().saturating_sub(1)));
            (range, format!("{} bytes", grouped(len)), format!("{start} + {}", grouped(len)))
        }
    };
    let split = cell.left() + cells::width(ui, &range, theme::mono()) + 2.0 * GRID;
    if split + cells::width(ui, &long, theme::body()) <= cell.right() {
        cells::text(ui, cell, Side::Left, &range, theme::mono(), theme.text);
        let rest = cell.with_min_x(split);
        cells::text(ui, rest, Side::Left, &long, theme::body(), theme.weak);
    } else {
        cells::text(ui, cell, Side::Left, &short, theme::mono(), theme.text);
    }
    let response = ui.interact(cell, ui.scope_id().with("range"), Sense::HOVER);
    response.named(Role::Label, format!("Range: {range}, {long}"));
    response.on_hover_text(format!("{range}, {long}"));
}

/// The path of the selection, and separately the path under the pointer. A click copies the former.
fn path(ui: &mut Ui, cx: &mut Ctx<'_>, view: &View<'_>, selected: Option<&Selection>) {
    let theme = Theme::of(ui);
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let mut cell = line.shrink2(vec2(2.0 * GRID, 0.0));
    // The path is preceded by the file name if the file is a companion of the open one.
    let own = view.state.own_source();
    if own != Some(view.source.id()) {
        let name = format!("{} › ", view.state.library.display_name(view.source.name()));
        let galley = ui.painter().layout_no_wrap(name.clone(), theme::body(), theme.text);
        let right = (cell.left() + galley.size().x).min(cell.center().x);
        cells::text(ui, cell.with_max_x(right), Side::Left, &name, theme::body(), theme.text);
        cell = cell.with_min_x(right + GRID);
    }
    let path = selected.map_or("", |selected| selected.path.as_str());
    let hover = view.state.hover.as_ref().filter(|hover| hover.source == view.source.id());
    let hover = hover.map_or("", |hover| hover.path.as_str());
    let own = match hover.is_empty() || hover == path {
        true => cell,
        false => {
            let over = cell.with_min_x(cell.center().x + GRID);
            let mark = Rect::from_min_size(over.min, vec2(4.0 * GRID, over.height()));
            cells::icon(ui, mark, icons::ICON_ARROW_SELECTOR_TOOL, theme::SMALL, theme.weak);
            let text = over.with_min_x(mark.right());
            cells::text(ui, text, Side::Left, hover, theme::mono(), theme.weak);
            cell.with_max_x(cell.center().x - GRID)
        }
    };
    let (shown, colour) = match path {
        "" if selected.is_some() => ("whole file", theme.accent),
        "" => ("nothing selected", theme.weak),
        path => (path, theme.accent),
    };
    cells::text(ui, own, Side::Left, shown, theme::mono(), colour);
    let response = ui.interact(line, ui.scope_id().with("path"), Sense::CLICK);
    let response = match path {
        "" => response.on_hover_text("Path of the smallest selected field"),
        path => response.on_hover_text(format!("{path}\nClick to copy")),
    };
    response.widget_info(|| {
        let over = if hover.is_empty() { String::new() } else { format!(", pointer over {hover}") };
        egui::WidgetInfo::labeled(Role::Button, true, format!("Selected: {shown}{over}"))
    });
    if response.clicked() && !path.is_empty() {
        cx.push(Command::Copy { what: "path", text: path.to_owned() });
    }
}
