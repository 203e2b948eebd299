//! Asks for confirmation before the program ends or a tab is closed with unsaved changes.

use egui::{Context, Ui};

use super::{button_row, modal, primary};
use crate::app::model::Command;
use crate::app::model::document::tab_id::TabId;
use crate::app::model::document::tabs::display_names;
use crate::app::model::edits::stash::UnsavedFile;
use crate::app::ui::{Ctx, GRID, shortcuts};
use crate::library::Library;

/// Lines about changes that are not saved.
#[derive(Default)]
pub struct LeaveDialog {
    /// The tab to close; `None` to quit.
    pub tab: Option<TabId>,
    /// Files whose changes would be lost.
    pub lost: Vec<UnsavedFile>,
    /// Descriptions whose texts would be lost.
    pub descriptions: Vec<String>,
    /// Files whose changes are restored when they are opened again.
    pub kept: Vec<UnsavedFile>,
}

impl LeaveDialog {
    /// Draws the dialog. Returns `true` to close it.
    pub fn show(&self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        let loses = !self.lost.is_empty() || !self.descriptions.is_empty();
        let title = match (self.tab, loses) {
            (Some(_), _) => "Close without saving?",
            (None, true) => "Quit and lose changes?",
            (None, false) => "Quit without saving?",
        };
        let [lost, kept] = self.lines(&cx.state.library);
        modal(ctx, title, 110.0 * GRID, |ui| {
            list(ui, "These changes would be lost:", &lost);
            if !self.lost.is_empty() {
                ui.label("An export includes the changed colours.");
                ui.add_space(2.0 * GRID);
            }
            list(ui, "These descriptions are not saved:", &self.descriptions);
            let about_kept = match self.tab {
                Some(_) => "Unsaved changes are kept and restored when the file is opened again:",
                None => "Unsaved changes are kept and restored next time:",
            };
            list(ui, about_kept, &kept);
            button_row(ui, |ui| {
                let back = primary(ui, "Cancel", true);
                if shortcuts::is_enabled(&Command::Save, cx.state) && ui.button("Save…").clicked()
                {
                    cx.push(Command::Save);
                    return false;
                }
                if !self.descriptions.is_empty() && ui.button("Save descriptions").clicked() {
                    for (file, text) in cx.state.description.drafts.unsaved() {
                        let (file, text) = (file.to_owned(), text.to_owned());
                        cx.push(Command::SaveDescription { file, text });
                    }
                    return true;
                }
                if !self.lost.is_empty()
                    && cx.state.scene().is_some()
                    && ui.button("Export…").clicked()
                {
                    cx.push(Command::Export);
                    return false;
                }
                let (word, command) = match (self.tab, loses) {
                    (Some(tab), _) => ("Close tab", Command::CloseTabAnyway(tab)),
                    (None, true) => ("Quit anyway", Command::QuitAnyway),
                    (None, false) => ("Quit", Command::QuitAnyway),
                };
                let quit = ui.button(word).clicked();
                if quit {
                    cx.push(command);
                }
                back || quit
            })
        })
    }
}

impl LeaveDialog {
    /// A line for each file whose changes would be lost, and for each other one.
    fn lines(&self, library: &Library) -> [Vec<String>; 2] {
        let all: Vec<&UnsavedFile> = self.lost.iter().chain(&self.kept).collect();
        let names = display_names(library, &all.iter().map(|file| &*file.path).collect::<Vec<_>>());
        let lines = names.iter().zip(all).map(|(name, file)| format!("{name}: {}", file.changes));
        let mut lost: Vec<String> = lines.collect();
        let kept = lost.split_off(self.lost.len().min(lost.len()));
        [lost, kept]
    }
}

/// A heading with indented lines below it, if there are any.
fn list(ui: &mut Ui, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    ui.label(heading);
    ui.add_space(GRID);
    for line in lines {
        ui.label(format!("    {line}"));
    }
    ui.add_space(GRID);
}
