//! Asks before the program ends and changes are lost.

use egui::Context;

use super::modal;
use crate::app::model::Command;
use crate::app::ui::{Ctx, GRID, buttons};

/// See the [module](self).
pub struct Leave {
    lost: Vec<String>,
}

impl Leave {
    /// `lost`: a line for each file that was changed.
    pub fn new(lost: Vec<String>) -> Self {
        Self { lost }
    }

    /// Draws the dialog; true when it is to be closed.
    pub fn show(&self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        modal(ctx, "Quit and lose changes?", 110.0 * GRID, |ui| {
            ui.label("What you changed is in no file:");
            ui.add_space(GRID);
            for line in &self.lost {
                ui.label(format!("    {line}"));
            }
            ui.add_space(GRID);
            ui.label("An export holds the changed colours.");
            ui.add_space(2.0 * GRID);
            ui.horizontal(|ui| {
                let back = buttons::primary(ui, "Go back", true).clicked()
                    || ui.input(|input| input.key_pressed(egui::Key::Enter));
                if cx.state.scene().is_some() && ui.button("Export…").clicked() {
                    cx.push(Command::Export);
                    return false;
                }
                let quit = ui.button("Quit and lose them").clicked();
                if quit {
                    cx.push(Command::QuitAnyway);
                }
                back || quit
            })
            .inner
        })
    }
}
