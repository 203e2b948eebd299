//! What an export did: each file, and what became of it.

use std::path::Path;

use egui::{RichText, ScrollArea, Ui};

use super::file_row;
use crate::app::model::{Command, grouped};
use crate::app::ui::{Ctx, GRID, ROW, Theme, buttons};
use crate::export::Report;

/// All in one sentence.
pub fn sum_up(report: &Report) -> String {
    let count = |n: usize| grouped(n as u64);
    let mut text = match report.written.len() {
        1 => "1 file written".to_owned(),
        n => format!("{} files written", count(n)),
    };
    if !report.skipped.is_empty() {
        text += &format!(", {} were there already and left alone", count(report.skipped.len()));
    }
    if !report.failed.is_empty() {
        text += &format!(", {} failed", count(report.failed.len()));
    }
    if report.cancelled {
        text += ", cancelled";
    }
    text
}

/// Draws it; true when the dialog is to be closed.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>, report: &Report, folder: &Path) -> bool {
    let theme = Theme::of(ui);
    ui.label(sum_up(report));
    let folder_path = folder.display().to_string();
    ui.label(RichText::new(format!("in {folder_path}")).color(theme.weak));
    ui.add_space(2.0 * GRID);
    let failed = report.failed.iter().map(|f| (f.path.as_path(), Some((f.message.as_str(), true))));
    let skipped = report.skipped.iter().map(|path| (path.as_path(), Some(("left alone", false))));
    let written = report.written.iter().map(|path| (path.as_path(), None));
    let files: Vec<_> = failed.chain(skipped).chain(written).collect();
    egui::Frame::new().fill(theme.well).inner_margin(4.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let area = ScrollArea::vertical().max_height(12.0 * ROW).auto_shrink([false, false]);
        area.show_rows(ui, ROW, files.len(), |ui, range| {
            for (path, fate) in files.get(range).unwrap_or(&[]) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                file_row(ui, &theme, &folder_path, &name, *fate);
            }
        });
    });
    if !report.notes.is_empty() {
        let text = format!("{} remarks are in the Log.", grouped(report.notes.len() as u64));
        ui.label(RichText::new(text).color(theme.weak));
    }
    ui.add_space(2.0 * GRID);
    ui.horizontal(|ui| {
        if buttons::primary(ui, "Open the folder", true).clicked() {
            cx.push(Command::ShowFolder(folder.to_owned()));
        }
        ui.button("Close").clicked() || ui.input(|input| input.key_pressed(egui::Key::Enter))
    })
    .inner
}
