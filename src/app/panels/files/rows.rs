//! Painting of the lines, and what a click on them does.

use std::ops::Range;

use egui::{Role, Ui};
use egui_material_icons::{MaterialIcon, icons};

use super::FilesPanel;
use super::lines::Line;
use crate::app::model::thumbnails::{self, Thumbnail};
use crate::app::model::{Command, Sniff, State, numbers};
use crate::app::panels::open_as;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, cells, menus, row, theme, tips};
use crate::bytes::Severity;

impl FilesPanel {
    pub(super) fn rows(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        range: Range<usize>,
        lines: &[Line],
    ) {
        let open = cx.state.doc.as_ref().map(|doc| doc.opened.path.as_str());
        let shown = cx.state.shown.as_ref().map(|file| file.path.as_str());
        let lines = lines.get(range).unwrap_or(&[]);
        // The last one asked for is drawn first: the topmost row.
        for line in lines.iter().rev() {
            want_thumbnail(line, cx);
        }
        for line in lines {
            let is_open = open == Some(line.path.as_str());
            let at_cursor = self.cursor.as_ref() == Some(&line.path);
            let response = row::row(ui, is_open, at_cursor);
            self.draw_line(ui, response.rect, line, cx.state);
            if let Some(note) = &line.note {
                response.on_hover_text(note);
                continue;
            }
            // A companion whose fields and bytes are on show.
            if !is_open && shown == Some(line.path.as_str()) {
                let theme = Theme::of(ui);
                let rect = response.rect;
                ui.painter().vline(rect.left() + 1.0, rect.y_range(), (2.0, theme.accent));
            }
            if response.clicked() {
                self.cursor = Some(line.path.clone());
                self.activate(line, cx);
            }
            response.context_menu(|ui| menu(ui, cx, line));
            response.named_on(Role::Button, is_open, &line.name);
            tips::beside(response, |ui| tip(ui, line, cx.state));
        }
    }

    fn draw_line(&self, ui: &Ui, rect: egui::Rect, line: &Line, state: &State) {
        let theme = Theme::of(ui);
        let left = rect.left() + (1.0 + 3.0 * f32::from(line.depth.min(12))) * GRID;
        if let Some(note) = &line.note {
            let left = left + 5.0 * GRID;
            let right = rect.right() - GRID;
            let colour = if line.failed { theme.warning } else { theme.faint };
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
        // A disc or an archive keeps its own icon: the mark in front says that it is open.
        let icon = match (line.is_folder && !line.is_container, self.is_open(line)) {
            (true, true) => icons::ICON_FOLDER_OPEN,
            (true, false) => icons::ICON_FOLDER,
            (false, _) => icon_of(sniff),
        };
        let known = line.is_folder || sniff != Some(&Sniff::Unknown);
        let colour = if known { theme.text } else { theme.faint };
        let icon_right = left + 5.0 * GRID;
        if let Some(Thumbnail::Ready { small, .. }) = state.files.thumbnails.get(&line.path) {
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
        if !line.is_folder {
            let size = numbers::size(line.size);
            right = row::right_text(ui, rect, right - GRID, &size, theme::small(), theme.faint);
        }
        let name_right = right - GRID;
        // What a player called a savegame says more than its number.
        let name = match sniff {
            Some(Sniff::Known { title: Some(title), .. }) => format!("{} · {title}", line.name),
            _ => line.name.clone(),
        };
        row::row_text(ui, rect, icon_right, name_right, name, theme::body(), colour);
    }
}

/// Asks once for the picture of a model or texture that is in sight.
fn want_thumbnail(line: &Line, cx: &mut Ctx<'_>) {
    let sniff = cx.state.files.sniffs.get(&line.path);
    let icon = icon_of(sniff).codepoint;
    let is_seen = matches!(sniff, Some(Sniff::Known { .. }))
        && [MODEL, icons::ICON_TEXTURE].iter().any(|seen| seen.codepoint == icon);
    let small = line.size <= thumbnails::MAX_FILE_LEN;
    let is_file = !line.is_folder || line.is_container;
    if is_seen && small && is_file && cx.state.files.thumbnails.get(&line.path).is_none() {
        cx.push(Command::DrawThumbnail(line.path.clone()));
    }
}

/// What a right click on a file or folder offers.
fn menu(ui: &mut Ui, cx: &mut Ctx<'_>, line: &Line) {
    menus::entry(ui, cx, "Open", Command::Open(line.path.clone()));
    if !line.is_folder || line.is_container {
        let opened = cx.state.doc.as_ref().map(|doc| &doc.opened);
        let opened = opened.filter(|opened| opened.path == line.path && opened.chosen);
        let now = opened.map(|opened| opened.stored_format().id);
        ui.menu_button("Open as", |ui| open_as::menu(ui, cx, &line.path, now));
    }
    ui.separator();
    for (label, what, text) in
        [("Copy name", "name", &line.name), ("Copy path", "path", &line.path)]
    {
        menus::entry(ui, cx, label, Command::Copy { what, text: text.clone() });
    }
}

fn tip(ui: &mut Ui, line: &Line, state: &State) {
    let sniff = state.files.sniffs.get(&line.path).filter(|_| !line.is_folder || line.is_container);
    if let Some(Sniff::Known { title: Some(title), .. }) = sniff {
        ui.label(format!("“{title}”"));
    }
    ui.label(&line.path);
    match sniff {
        Some(Sniff::Known { name, id, .. }) => _ = ui.label(format!("{name} ({id})")),
        Some(Sniff::Unknown) => _ = ui.label("No format claims this file: a click shows its bytes"),
        None => {}
    }
    if let Some(Thumbnail::Ready { large, .. }) = state.files.thumbnails.get(&line.path) {
        ui.image(large);
    }
}

const MODEL: MaterialIcon = icons::ICON_DEPLOYED_CODE;

/// The icon of a file's family.
fn icon_of(sniff: Option<&Sniff>) -> MaterialIcon {
    let Some(Sniff::Known { id, .. }) = sniff else { return icons::ICON_DRAFT };
    let last = id.rsplit('.').next().unwrap_or(id);
    match last {
        "trg" => icons::ICON_FLAG,
        "tim" | "swp" | "ssh" | "bitmap" | "pid" => icons::ICON_TEXTURE,
        "tpa" | "cau" | "cdda" => icons::ICON_MUSIC_NOTE,
        "smk" => icons::ICON_MOVIE,
        "hed" | "pkr" | "pre" | "lgp" | "big" | "archive" | "zip" => icons::ICON_FOLDER_ZIP,
        "iso9660" | "gamecube" | "chd" => icons::ICON_ALBUM,
        _ => MODEL,
    }
}
