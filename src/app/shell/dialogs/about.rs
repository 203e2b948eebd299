//! About this program, and diagnostics of what it runs on.

use egui::{Context, Grid, RichText, ScrollArea};

use super::modal;
use crate::app::model::{Command, Level, State, log};
use crate::app::ui::{Ctx, GRID, Theme, theme};
use crate::formats;

/// Draws the page; true when it is to be closed.
pub fn about(ctx: &Context) -> bool {
    modal(ctx, "About Gouraud", 120.0 * GRID, |ui| {
        let theme = Theme::of(ui);
        ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
        ui.weak(env!("CARGO_PKG_DESCRIPTION"));
        ui.add_space(2.0 * GRID);
        ui.label("Reads");
        let height = ui.ctx().content_rect().height() * 0.6;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            Grid::new("formats").num_columns(2).spacing([4.0 * GRID, GRID]).show(ui, |ui| {
                for format in formats::all() {
                    let info = format.info();
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

/// Draws the page; true when it is to be closed.
pub fn diagnostics(ctx: &Context, cx: &mut Ctx<'_>) -> bool {
    let report = report(cx.state);
    modal(ctx, "Diagnostics", 160.0 * GRID, |ui| {
        ui.weak("Copy this into a report when something does not work.");
        if ui.button("Copy all").clicked() {
            let text = report.clone();
            cx.push(Command::Copy { what: "diagnostics", text });
        }
        ui.add_space(GRID);
        let height = ui.ctx().content_rect().height() * 0.6;
        ScrollArea::both().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            ui.add(egui::Label::new(RichText::new(report).font(theme::mono())).selectable(true));
        });
        false
    })
}

/// Text with everything a report needs.
fn report(state: &State) -> String {
    let mut lines = vec![
        format!("Gouraud {}", env!("CARGO_PKG_VERSION")),
        format!("system    {} {}", std::env::consts::OS, std::env::consts::ARCH),
        format!("picture   {}", state.adapter),
    ];
    if let Some(doc) = &state.doc {
        let opened = &doc.opened;
        let document = &opened.document;
        lines.push(format!("file      {}", opened.path));
        lines.push(format!("format    {} {}", document.format.id, document.version));
        lines.push(format!("why       {}", opened.reason));
        let coverage = document.tree.coverage();
        lines.push(format!(
            "coverage  {} bytes in fields, {} padding, {} unread, {} twice",
            coverage.fields, coverage.padding, coverage.unread, coverage.overlap
        ));
        lines.push(format!("problems  {}", doc.problems.total()));
    }
    lines.push("last messages".to_owned());
    let all = log::slice(0..log::len());
    let worrying = all.iter().filter(|line| line.level >= Level::Warning);
    let last: Vec<&log::Line> = worrying.rev().take(20).collect();
    for line in last.iter().rev() {
        lines.push(format!("  {}  {}", line.at, line.text));
    }
    if last.is_empty() {
        lines.push("  none worse than information".to_owned());
    }
    lines.join("\n")
}
