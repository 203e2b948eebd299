//! Marks several files for a common operation.

use egui::{Modifiers, Ui};
use egui_material_icons::icons;

use super::FilesPanel;
use super::lines::Line;
use super::rows::opens_as_file;
use crate::app::model::{Command, grouped};
use crate::app::ui::{Ctx, GRID, ROW, Theme, icon_button};

impl FilesPanel {
    /// A click opens; Ctrl+click marks; Shift+click marks all rows up to here.
    pub(super) fn click(
        &mut self,
        line: &Line,
        modifiers: Modifiers,
        lines: &[Line],
        cx: &mut Ctx<'_>,
    ) {
        if modifiers.shift {
            let from = self.anchor.clone().or(self.cursor.clone());
            self.anchor = from.clone();
            mark_range(lines, from.as_deref(), &line.path, cx);
        } else if modifiers.command {
            self.anchor = Some(line.path.clone());
            let mut marked = cx.state.files.marked.clone();
            if !marked.remove(&line.path) {
                marked.insert(line.path.clone());
            }
            cx.push(Command::MarkFiles(marked.into_iter().collect()));
        } else {
            self.anchor = Some(line.path.clone());
            if !cx.state.files.marked.is_empty() {
                cx.push(Command::MarkFiles(Vec::new()));
            }
            self.cursor = Some(line.path.clone());
            return self.activate(line, cx);
        }
        self.cursor = Some(line.path.clone());
    }

    /// Handles the keyboard commands for rows.
    pub(super) fn mark_as_asked(&mut self, cx: &mut Ctx<'_>, lines: &[Line]) {
        for command in std::mem::take(&mut self.asked) {
            match command {
                Command::ExtendSelection { down } => self.extend(down, cx, lines),
                Command::OpenInNewTab => {
                    let at_cursor = |line: &&Line| Some(&line.path) == self.cursor.as_ref();
                    let line = lines.iter().find(at_cursor).filter(|line| opens_as_file(line));
                    if let Some(line) = line {
                        cx.push(Command::NewTab);
                        cx.push(Command::Open(line.path.clone()));
                    }
                }
                // Select all: marks the content of the roots, but not the roots.
                _ => {
                    let all = lines.iter().filter(|line| line.note.is_none() && !line.is_root);
                    let all = all.map(|line| line.path.clone()).collect();
                    cx.push(Command::MarkFiles(all));
                }
            }
        }
    }

    fn extend(&mut self, down: bool, cx: &mut Ctx<'_>, lines: &[Line]) {
        let here = self.cursor.clone();
        let at = lines.iter().position(|line| Some(&line.path) == here.as_ref());
        let next = match (at, down) {
            (Some(at), true) => at + 1,
            (Some(at), false) => at.saturating_sub(1),
            (None, _) => 0,
        };
        let Some(line) = lines.get(next) else { return };
        if cx.state.files.marked.is_empty() {
            self.anchor = here;
        }
        mark_range(lines, self.anchor.as_deref(), &line.path, cx);
        self.cursor = Some(line.path.clone());
        self.scroll_to_cursor = true;
        self.reveal.release();
    }
}

/// Marks the rows between two rows.
fn mark_range(lines: &[Line], from: Option<&str>, to: &str, cx: &mut Ctx<'_>) {
    let row = |path: &str| lines.iter().position(|line| line.path == path);
    let Some(to) = row(to) else { return };
    let from = from.and_then(row).unwrap_or(to);
    let range = lines.get(from.min(to)..=from.max(to)).unwrap_or_default();
    let range = range.iter().filter(|line| line.note.is_none());
    cx.push(Command::MarkFiles(range.map(|line| line.path.clone()).collect()));
}

/// Bar below a list with the number of marked files and the actions on them; hidden if none are marked.
pub fn bar(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let count = cx.state.files.marked.len();
    if count == 0 {
        return;
    }
    let frame = egui::Frame::new().fill(Theme::of(ui).bar()).inner_margin(GRID);
    egui::Panel::bottom("marked").frame(frame).show_separator_line(false).show(ui, |ui| {
        let right = egui::Layout::right_to_left(egui::Align::Center);
        let size = egui::vec2(ui.available_width(), ROW + GRID);
        ui.allocate_ui_with_layout(size, right, |ui| {
            ui.spacing_mut().item_spacing.x = GRID / 2.0;
            let mut button = |ui: &mut Ui, icon, tip: &str, command| {
                if icon_button(ui, icon, tip, false).clicked() {
                    cx.push(command);
                }
            };
            let none = Command::MarkFiles(Vec::new());
            button(ui, icons::ICON_CLOSE, "Clear marks (Escape)", none);
            button(ui, icons::ICON_FILE_EXPORT, "Export…", Command::ExportMarked);
            button(ui, icons::ICON_UNARCHIVE, "Extract…", Command::ExtractMarked);
            let text = format!("{} marked", grouped(count as u64));
            let left = egui::Layout::left_to_right(egui::Align::Center);
            ui.with_layout(left, |ui| ui.add(egui::Label::new(text).truncate()));
        });
    });
}
