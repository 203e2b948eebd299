//! Draws the lines and handles clicks on them.

use std::ops::Range;

use egui::{Rect, Response, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use super::FilesPanel;
use super::lines::Line;
use crate::app::model::document::thumbnails::{Item, Thumbnail};
use crate::app::model::{Command, PanelId, Sniff, State, numbers};
use crate::app::panels::file_item;
use crate::app::panels::file_menu::{self, MenuTarget};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, cells, input, row, theme, tips};
use crate::bytes::Severity;

/// Width of the button that closes a root.
const CLOSE: f32 = 5.0 * GRID;
/// Width of a name above which the size of the file is shown beside it.
const NAME_AND_SIZE: f32 = 24.0 * GRID;

impl FilesPanel {
    pub(super) fn rows(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        range: Range<usize>,
        all: &[Line],
    ) {
        let open = cx.state.doc.as_ref().map(|doc| doc.opened.path.as_str());
        let shown = cx.state.shown.as_ref().map(|file| file.path.as_str());
        let lines = all.get(range).unwrap_or(&[]);
        // Thumbnails requested last are drawn first, so the topmost row is requested last.
        for line in lines.iter().rev() {
            if !line.is_folder || line.is_container {
                file_item::want_thumbnail(&line.path, line.size, cx);
            }
        }
        for line in lines {
            let is_open = open == Some(line.path.as_str());
            let at_cursor = self.cursor.as_ref() == Some(&line.path);
            let is_marked = cx.state.files.marked.contains(&line.path);
            let response = row::row_of(ui, &line.path, is_open || is_marked, at_cursor);
            let close = line.is_root.then(|| close_button(ui, &response, &line.name));
            let mut rect = response.rect;
            if close.is_some() {
                rect = rect.with_max_x(rect.right() - CLOSE);
            }
            self.draw_line(ui, rect, line, cx.state);
            if at_cursor && cx.state.focus == PanelId::FILES {
                let stroke = egui::Stroke::new(1.0, Theme::of(ui).accent);
                let (rect, kind) = (response.rect, egui::StrokeKind::Inside);
                ui.painter().rect_stroke(rect, 0.0, stroke, kind);
            }
            if close == Some(true) {
                cx.push(Command::CloseRoot(line.path.clone()));
                continue;
            }
            if let Some(note) = &line.note {
                response.on_hover_text(note);
                continue;
            }
            // A companion whose fields and bytes are displayed.
            if !is_open && shown == Some(line.path.as_str()) {
                let theme = Theme::of(ui);
                let rect = response.rect;
                ui.painter().vline(rect.left() + 1.0, rect.y_range(), (2.0, theme.accent));
            }
            if response.middle_clicked() && opens_as_file(line) {
                cx.push(Command::OpenBehind(line.path.clone()));
            }
            if response.clicked() {
                self.click(line, input::click_modifiers(ui), all, cx);
            }
            let is_folder = line.is_folder && !line.is_container;
            let place = MenuTarget { path: &line.path, is_folder, is_root: line.is_root };
            file_menu::show(&response, cx, place, self.menu && at_cursor);
            response.named_on(Role::Button, is_open || is_marked, &line.name);
            tips::beside(response, |ui| {
                file_item::tip(ui, &line.path, is_folder, cx.state);
                file_item::more(ui, line.named_by.as_deref(), &line.channels);
            });
        }
    }

    fn draw_line(&self, ui: &Ui, rect: egui::Rect, line: &Line, state: &State) {
        let theme = Theme::of(ui);
        let left = rect.left() + (1.0 + 3.0 * f32::from(line.depth.min(12))) * GRID;
        if let Some(note) = &line.note {
            let left = left + 5.0 * GRID;
            let right = rect.right() - GRID;
            let colour = if line.failed { theme.warning } else { theme.weak };
            row::row_text(ui, rect, left, right, note.as_str(), theme::body(), colour);
            return;
        }
        if line.is_container {
            let mark = match self.is_open(line) {
                true => icons::ICON_KEYBOARD_ARROW_DOWN,
                false => icons::ICON_KEYBOARD_ARROW_RIGHT,
            };
            row::row_icon(ui, rect, left - 3.0 * GRID, mark, theme::SMALL, theme.weak);
        }
        let sniff = state.files.sniffs.get(&line.path);
        // A disc or archive keeps its icon; the triangle shows that it is expanded.
        let icon = match (line.is_folder && !line.is_container, self.is_open(line)) {
            (true, true) => icons::ICON_FOLDER_OPEN,
            (true, false) => icons::ICON_FOLDER,
            (false, _) => file_item::icon_of(sniff),
        };
        let known = line.is_folder || sniff != Some(&Sniff::Unknown);
        let colour = if known { theme.text } else { theme.weak };
        let icon_right = left + 5.0 * GRID;
        if state.files.marked.contains(&line.path) {
            let mark = icons::ICON_CHECK_BOX;
            row::row_icon(ui, rect, left, mark, theme::BODY + 1.0, theme.accent);
        } else if let Some(Thumbnail::Ready { small, .. }) =
            state.files.thumbnails.get(&Item::file(&line.path))
        {
            let area = egui::Rect::from_min_size(
                egui::pos2(left - GRID * 0.5, rect.top()),
                egui::Vec2::splat(ROW),
            );
            egui::Image::new(small).paint_at(ui, area);
        } else {
            row::row_icon(ui, rect, left, icon, theme::BODY + 1.0, theme.weak);
        }
        let mut right = rect.right() - 2.0 * GRID;
        if let Some(severity) = state.files.worst.get(&line.path).filter(|s| **s > Severity::Note) {
            right -= 4.0 * GRID;
            let (icon, colour) = (cells::severity_icon(*severity), theme.severity(*severity));
            row::row_icon(ui, rect, right, icon, theme::BODY, colour);
        }
        if state.edits.is_dirty(&line.path) {
            right -= 4.0 * GRID;
            row::row_icon(ui, rect, right, icons::ICON_EDIT, theme::BODY, theme.warning);
        }
        // In a narrow panel, the name is more useful than the size.
        if !line.is_folder && right - icon_right > NAME_AND_SIZE {
            let size = numbers::size(line.size);
            right = row::right_text(ui, rect, right - GRID, &size, theme::small(), theme.weak);
        }
        let name_right = right - GRID;
        // The title of a saved game is more useful than its file name.
        let title = match sniff {
            Some(Sniff::Known { title, .. }) => title.as_ref(),
            _ => None,
        };
        let title = state.files.games.get(&line.path).map(|game| &game.title).or(title);
        let room = name_right - icon_right;
        let name = match title {
            Some(title) => format!("{} · {title}", line.name),
            None => cells::cut_inside(ui, &line.name, &theme::body(), room),
        };
        row::row_text(ui, rect, icon_right, name_right, name, theme::body(), colour);
    }
}

/// Button that closes a root, visible while the pointer is over its row; returns `true` if it was
/// clicked.
fn close_button(ui: &Ui, row: &Response, name: &str) -> bool {
    let size = vec2(CLOSE, ROW);
    let rect = Rect::from_min_size(row.rect.right_top() - vec2(size.x + GRID, 0.0), size);
    let response = ui.interact(rect, row.id.with("close"), Sense::CLICK);
    let tip = format!("Close {name}");
    if row.hovered() || response.hovered() {
        let theme = Theme::of(ui);
        let colour = if response.hovered() { theme.text } else { theme.weak };
        row::row_icon(ui, rect, rect.left() + 2.0, icons::ICON_CLOSE, theme::BODY + 1.0, colour);
    }
    response.named(Role::Button, &tip);
    response.on_hover_text(tip).clicked()
}

/// `true` if a row is a file, which may also be a container.
pub fn opens_as_file(line: &Line) -> bool {
    line.note.is_none() && (!line.is_folder || line.is_container)
}
