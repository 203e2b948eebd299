//! Result of an export: each file and its outcome.

use std::path::Path;

use egui::Ui;

use super::super::enter;
use super::file_row;
use crate::app::model::{Command, grouped, numbers::counted};
use crate::app::ui::{Ctx, GRID, buttons, row};
use crate::export::Report;

/// The result in one sentence.
pub fn sum_up(report: &Report) -> String {
    let count = |n: usize| grouped(n as u64);
    let mut text = counted(report.written.len() as u64, "file") + " written";
    if !report.skipped.is_empty() {
        text += &format!(", {} skipped because they exist", count(report.skipped.len()));
    }
    if !report.failed.is_empty() {
        text += &format!(", {} failed", count(report.failed.len()));
    }
    if report.cancelled {
        text += ", cancelled";
    }
    text
}

/// Draws the result. Returns `true` to close the dialog.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>, report: &Report, folder: &Path) -> bool {
    ui.label(sum_up(report));
    let folder_path = folder.display().to_string();
    ui.weak(format!("in {folder_path}"));
    ui.add_space(2.0 * GRID);
    let failed = report.failed.iter().map(|f| (f.path.as_path(), Some((f.message.as_str(), true))));
    let skipped = report.skipped.iter().map(|path| (path.as_path(), Some(("skipped", false))));
    let written = report.written.iter().map(|path| (path.as_path(), None));
    let files: Vec<_> = failed.chain(skipped).chain(written).collect();
    row::well(ui, "Files", 12.0, &files, |ui, (path, fate)| {
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy();
        file_row(ui, &folder_path, &name, *fate);
    });
    if !report.notes.is_empty() {
        let count = report.notes.len() as u64;
        let are = if count == 1 { "is" } else { "are" };
        ui.weak(format!("{} {are} in the log.", counted(count, "remark")));
    }
    ui.add_space(2.0 * GRID);
    ui.horizontal(|ui| {
        if buttons::primary(ui, "Open folder", true).clicked() {
            cx.push(Command::ShowFolder(folder.to_owned()));
        }
        ui.button("Close").clicked() || enter(ui.ctx())
    })
    .inner
}
