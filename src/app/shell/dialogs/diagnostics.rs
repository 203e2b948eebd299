//! The *Diagnostics* dialog: system, open file, and memory use by owner.

use egui::{Context, RichText, ScrollArea};

use super::modal;
use crate::app::model::{Command, Level, State, log, numbers};
use crate::app::ui::{Ctx, GRID, input, pictures::Pictures, theme};

/// Draws the dialog. Returns `true` to close it. `drawn` is the device memory of the scene.
pub fn show(ctx: &Context, cx: &mut Ctx<'_>, drawn: u64) -> bool {
    let owners = Owners { drawn, pictures: Pictures::of(ctx).memory() };
    let report = report(cx.state, &owners);
    modal(ctx, "Diagnostics", 160.0 * GRID, |ui| {
        ui.weak("Include this in a bug report.");
        if ui.button("Copy all").clicked() {
            let text = report.clone();
            cx.push(Command::Copy { what: "diagnostics", text });
        }
        ui.add_space(GRID);
        let height = ui.ctx().content_rect().height() * 0.6;
        ScrollArea::both().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            input::scroll_dialog(ui);
            ui.add(egui::Label::new(RichText::new(report).font(theme::mono())).selectable(true));
        });
        false
    })
}

/// Text with everything a report needs.
fn report(state: &State, owners: &Owners) -> String {
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
            "coverage  {} bytes in fields, {} padding, {} unread, {} claimed twice",
            coverage.fields, coverage.padding, coverage.unread, coverage.overlap
        ));
        lines.push(format!("problems  {}", doc.problems.total()));
    }
    lines.extend(owners.lines(state));
    lines.push("last messages".to_owned());
    let all = log::slice(0..log::len());
    let worrying = all.iter().filter(|line| line.level >= Level::Warning);
    let last: Vec<&log::Line> = worrying.rev().take(20).collect();
    for line in last.iter().rev() {
        lines.push(format!("  {}  {}", line.at, line.text));
    }
    if last.is_empty() {
        lines.push("  no warnings or errors".to_owned());
    }
    lines.join("\n")
}

/// Memory of parts of the window that are not in the state, in bytes.
struct Owners {
    /// Device memory of the scene.
    drawn: u64,
    /// Texels and pictures of textures.
    pictures: u64,
}

impl Owners {
    /// Memory use, one line for each owner.
    fn lines(&self, state: &State) -> Vec<String> {
        let mut owners = Vec::new();
        if let Some(doc) = &state.doc {
            let document = &doc.opened.document;
            owners.push(("file contents", document.source.len()));
            owners.push(("fields", document.tree.memory() as u64));
        }
        if let Some(scene) = state.scene() {
            owners.push(("the scene", scene.scene.memory() as u64));
        }
        owners.push(("rendered scene (on the graphics adapter)", self.drawn));
        owners.push(("textures and their pictures", self.pictures));
        owners.push(("decoded sounds", state.sound.memory()));
        let mut lines = vec!["memory".to_owned()];
        let line = |(owner, bytes): (&str, u64)| format!("  {:>10}  {owner}", numbers::size(bytes));
        lines.extend(owners.into_iter().filter(|(_, bytes)| *bytes > 0).map(line));
        lines.extend(resident().map(|bytes| line(("whole process", bytes))));
        lines
    }
}

/// Resident memory of the program in bytes, if the system reports it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}
