//! Asks for confirmation when quitting would lose changes.

use egui::Context;

use super::modal;
use crate::app::model::Command;
use crate::app::ui::{Ctx, GRID, buttons, shortcuts};

/// See the [module](self).
pub struct Leave {
    lost: Vec<String>,
    kept: Vec<String>,
}

impl Leave {
    /// `lost`: a line for each file whose changes would be lost; `kept`: a line for each unsaved file
    /// whose changes are restored when it is opened again.
    pub fn new(lost: Vec<String>, kept: Vec<String>) -> Self {
        Self { lost, kept }
    }

    /// Draws the dialog. Returns `true` to close it.
    pub fn show(&self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        let loses = !self.lost.is_empty();
        let title = if loses { "Quit and lose changes?" } else { "Quit without saving?" };
        modal(ctx, title, 110.0 * GRID, |ui| {
            if loses {
                ui.label("These changes would be lost:");
                ui.add_space(GRID);
                for line in &self.lost {
                    ui.label(format!("    {line}"));
                }
                ui.add_space(GRID);
                ui.label("An export includes the changed colours.");
                ui.add_space(2.0 * GRID);
            }
            if !self.kept.is_empty() {
                ui.label("Unsaved changes are kept and restored next time:");
                ui.add_space(GRID);
                for line in &self.kept {
                    ui.label(format!("    {line}"));
                }
                ui.add_space(2.0 * GRID);
            }
            ui.horizontal(|ui| {
                let back = buttons::primary(ui, "Cancel", true).clicked()
                    || ui.input(|input| input.key_pressed(egui::Key::Enter));
                if shortcuts::is_enabled(&Command::Save, cx.state) && ui.button("Save…").clicked()
                {
                    cx.push(Command::Save);
                    return false;
                }
                if loses && cx.state.scene().is_some() && ui.button("Export…").clicked() {
                    cx.push(Command::Export);
                    return false;
                }
                let word = if loses { "Quit anyway" } else { "Quit" };
                let quit = ui.button(word).clicked();
                if quit {
                    cx.push(Command::QuitAnyway);
                }
                back || quit
            })
            .inner
        })
    }
}
