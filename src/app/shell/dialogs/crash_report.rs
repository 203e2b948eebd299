//! The *Crash Report* dialog: the report of the previous session.

use std::path::PathBuf;

use egui::{Context, RichText, ScrollArea};

use super::modal;
use crate::app::model::{Command, crash_report};
use crate::app::ui::{Ctx, GRID, input, theme};

pub struct CrashReport {
    file: PathBuf,
    text: String,
}

impl CrashReport {
    /// The report in `file`, if there is one.
    pub fn read(file: PathBuf) -> Option<Self> {
        let text = crash_report::read(&file)?;
        Some(Self { file, text })
    }

    /// Draws the dialog. Returns `true` to close it; the report is then deleted.
    pub fn show(&self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        let close = modal(ctx, "Crash Report", 160.0 * GRID, |ui| {
            ui.label(
                "Gouraud failed the last time. Please send this report to the developers; it \
                 contains nothing from your files.",
            );
            ui.add_space(GRID);
            let height = ui.ctx().content_rect().height() * 0.5;
            ScrollArea::both().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                input::scroll_dialog(ui);
                let text = RichText::new(&self.text).font(theme::mono());
                ui.add(egui::Label::new(text).selectable(true));
            });
            ui.add_space(GRID);
            let mut close = false;
            ui.horizontal(|ui| {
                if ui.button("Copy report").clicked() {
                    let text = self.text.clone();
                    cx.push(Command::Copy { what: "crash report", text });
                }
                close = ui.button("Delete report").clicked();
            });
            close
        });
        if close && let Err(error) = std::fs::remove_file(&self.file) {
            log::warn!("cannot delete {}: {error}", self.file.display());
        }
        close
    }
}
