//! Stashes manual changes when their file is closed or the program ends, and restores them.

use super::Window;
use crate::app::model::document::tabs::names_of;
use crate::app::model::{Level, edits::stash::at_risk};
use crate::app::shell::dialogs::LeaveDialog;
use crate::app::ui::Ctx;
use crate::scene::Scene;

impl Window {
    /// Stashes the changes of the open file and reports it.
    pub(super) fn stash_edits(&mut self) {
        if let Some(text) = self.aside.put(&mut self.state) {
            self.notify(Level::Info, text);
        }
    }

    /// Restores the stashed changes of the file at `path`.
    pub(super) fn restore_stash(&mut self, path: &str, scene: &Scene) {
        let edits = self.aside.take(path, scene);
        let summary = edits.as_ref().and_then(|edits| edits.summary(scene));
        self.state.palettes = edits.unwrap_or_default();
        if let Some(summary) = summary {
            let text = format!("Edits restored: {summary}. Reset them in Palette.");
            self.notify(Level::Info, text);
        }
    }

    /// Carries the changes of the open scene over to `scene`, which replaces it.
    pub(super) fn carry_over(&mut self, path: &str, scene: &Scene) {
        self.aside.put(&mut self.state);
        self.state.palettes = self.aside.take(path, scene).unwrap_or_default();
    }

    /// Names of the descriptions that are not saved.
    fn unsaved_descriptions(&self) -> Vec<String> {
        let unsaved = self.state.description.drafts.unsaved();
        let files: Vec<_> = unsaved.map(|(file, _)| file.to_string_lossy()).collect();
        names_of(&files.iter().map(|file| &**file).collect::<Vec<_>>())
    }

    /// Asks for confirmation before the program ends with unsaved changes.
    pub(super) fn confirm_quit(&mut self, ctx: &egui::Context) {
        if self.leaving || !ctx.input(|input| input.viewport().close_requested()) {
            return;
        }
        let mut lost = at_risk(&self.state, &self.aside);
        let mut kept = self.not_saved(None);
        if self.journals().is_none() {
            lost.append(&mut kept);
        }
        let descriptions = self.unsaved_descriptions();
        if !lost.is_empty() || !kept.is_empty() || !descriptions.is_empty() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            let cx = &mut Ctx::new(&self.state, &mut self.commands);
            self.dialogs.ask_to_leave(LeaveDialog { lost, descriptions, kept, tab: None }, cx);
        }
    }
}
