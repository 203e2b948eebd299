//! The *About* dialog.

use egui::{Context, Grid, RichText, ScrollArea};

use super::modal;
use crate::app::model::State;
use crate::app::ui::{GRID, Theme, theme};
use crate::formats;

/// Draws the dialog. Returns `true` to close it.
pub fn about(ctx: &Context, state: &State) -> bool {
    modal(ctx, "About Gouraud", 120.0 * GRID, |ui| {
        let theme = Theme::of(ui);
        ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
        ui.weak(env!("CARGO_PKG_DESCRIPTION"));
        ui.add_space(2.0 * GRID);
        ui.label("Reads");
        let height = ui.ctx().content_rect().height() * 0.6;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            Grid::new("formats").num_columns(2).spacing([4.0 * GRID, GRID]).show(ui, |ui| {
                let compiled = formats::all().iter().map(|format| format.info());
                for info in compiled.chain(state.library.descriptions.known()) {
                    ui.label(RichText::new(info.id).font(theme::mono()).color(theme.weak));
                    ui.label(info.name);
                    ui.end_row();
                }
            });
        });
        ui.add_space(2.0 * GRID);
        let text = "Licensed under MIT or Apache-2.0. No game data is included; the demo is \
                    original work.";
        ui.weak(text);
        false
    })
}
