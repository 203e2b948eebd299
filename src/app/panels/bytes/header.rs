//! What is selected, in words, above the bytes.

use egui::{Layout, Rect, Sense, Ui, UiBuilder, vec2};
use egui_material_icons::icons;

use super::{BytesPanel, View};
use crate::app::model::{Command, Commands, Selection, enabled, grouped, numbers::offset, paths};
use crate::app::ui::{GRID, ROW, Side, Theme, cells, icon_button, shortcuts, theme};
use crate::bytes::Span;

impl BytesPanel {
    /// Start, end, length and path of what is selected, and the buttons.
    pub(super) fn header(
        &mut self,
        ui: &mut Ui,
        view: &View<'_>,
        selected: Option<&Selection>,
        commands: &mut Commands,
    ) {
        let size = vec2(ui.available_width(), ROW + 2.0 * GRID);
        let (line, _) = ui.allocate_exact_size(size, Sense::hover());
        let line = line.shrink2(vec2(GRID, 0.0));
        let from_right = Layout::right_to_left(egui::Align::Center);
        let mut right = ui.new_child(UiBuilder::new().max_rect(line).layout(from_right));
        self.buttons(&mut right, view, selected, commands);
        let free = line.with_max_x(right.min_rect().left() - GRID).with_min_x(line.left() + GRID);
        let cursor = Span::new(view.source.id(), self.cursor, 1);
        range(ui, free, selected.map_or(cursor, |selected| selected.span));
        path(ui, view, selected, commands);
    }

    /// Laid out from the right.
    fn buttons(
        &mut self,
        ui: &mut Ui,
        view: &View<'_>,
        selected: Option<&Selection>,
        commands: &mut Commands,
    ) {
        ui.spacing_mut().item_spacing.x = GRID;
        let tip = "Data inspector: what the bytes at the cursor say";
        if icon_button(ui, icons::ICON_TUNE, tip, self.inspector).clicked() {
            self.inspector = !self.inspector;
        }
        if icon_button(ui, icons::ICON_SEARCH, "Find bytes or text (Ctrl+F)", false).clicked() {
            self.bars.open_find();
        }
        let noted = selected.is_some_and(|s| view.state.notes.about(s).next().is_some());
        let tip = shortcuts::tip(&Command::Bookmark);
        let can = enabled::is_enabled(&Command::Bookmark, view.state);
        ui.add_enabled_ui(can, |ui| {
            if icon_button(ui, icons::ICON_BOOKMARK_ADD, &tip, noted).clicked() {
                commands.push(Command::Bookmark);
            }
        });
        let tip = "Go to an offset or a field (Ctrl+G)";
        if icon_button(ui, icons::ICON_PIN_DROP, tip, false).clicked() {
            self.bars.open_goto();
        }
    }
}

/// First and last byte with their number; the start and the number alone where room is short.
fn range(ui: &Ui, cell: Rect, span: Span) {
    let theme = Theme::of(ui);
    let start = offset(span.start);
    let (place, long, short) = match span.len {
        0 => (start.clone(), "not stored".to_owned(), start),
        1 => (start.clone(), "1 byte".to_owned(), start),
        len => {
            let place = format!("{start} – {}", offset(span.end().saturating_sub(1)));
            (place, format!("{} bytes", grouped(len)), format!("{start} + {}", grouped(len)))
        }
    };
    let width =
        |text: &str, font| ui.painter().layout_no_wrap(text.to_owned(), font, theme.text).size().x;
    let split = cell.left() + width(&place, theme::mono()) + 2.0 * GRID;
    if split + width(&long, theme::body()) <= cell.right() {
        cells::text(ui, cell, Side::Left, &place, theme::mono(), theme.text);
        let rest = cell.with_min_x(split);
        cells::text(ui, rest, Side::Left, &long, theme::body(), theme.weak);
    } else {
        cells::text(ui, cell, Side::Left, &short, theme::mono(), theme.text);
    }
    let response = ui.interact(cell, ui.scope_id().with("range"), Sense::HOVER);
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Label, true, format!("Range: {place}, {long}"))
    });
    response.on_hover_text(format!("{place}, {long}"));
}

/// The path of what is selected and, apart from it, of what the pointer is over. A click copies
/// the former.
fn path(ui: &mut Ui, view: &View<'_>, selected: Option<&Selection>, commands: &mut Commands) {
    let theme = Theme::of(ui);
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    ui.painter().hline(line.x_range(), line.bottom() - 0.5, (1.0, theme.line));
    let mut cell = line.shrink2(vec2(2.0 * GRID, 0.0));
    // Not the open file: one that belongs to it.
    let own = view.state.doc.as_ref().map(|doc| doc.opened.document.source.id());
    if own != Some(view.source.id()) {
        let name = format!("{} › ", paths::name(view.source.name()));
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
        "" => ("nothing selected", theme.faint),
        path => (path, theme.accent),
    };
    cells::text(ui, own, Side::Left, shown, theme::mono(), colour);
    let response = ui.interact(line, ui.scope_id().with("path"), Sense::CLICK);
    let response = match path {
        "" => response.on_hover_text("Path of the smallest field that is selected"),
        path => response.on_hover_text(format!("{path}\nClick copies it")),
    };
    response.widget_info(|| {
        let over = if hover.is_empty() { String::new() } else { format!(", pointer over {hover}") };
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Selected: {shown}{over}"))
    });
    if response.clicked() && !path.is_empty() {
        commands.push(Command::Copy { what: "path", text: path.to_owned() });
    }
}
