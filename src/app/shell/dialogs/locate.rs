//! Asks for the location of a missing companion: a folder, disc or archive.

use egui::{Context, Key, RichText, TextEdit};

use super::modal;
use crate::app::model::Command;
use crate::app::ui::{Ctx, GRID, Theme, buttons, theme};

/// The open dialog.
pub struct WhereIs {
    /// Name of the missing file.
    name: String,
    looked_in: String,
    /// Location as typed, picked or dropped.
    path: String,
    /// The location was picked or dropped, and is to be searched at once.
    is_given: bool,
    /// A search is running.
    is_looking: bool,
    /// Result of the last search that failed.
    answer: Option<String>,
    /// The box has had the focus.
    started: bool,
}

impl WhereIs {
    pub fn new(name: &str, looked_in: &str) -> Self {
        Self {
            name: name.trim_start_matches('/').to_owned(),
            looked_in: looked_in.to_owned(),
            path: String::new(),
            is_given: false,
            is_looking: false,
            answer: None,
            started: false,
        }
    }

    /// Takes a location that was picked or dropped.
    pub fn take(&mut self, path: &str) {
        path.clone_into(&mut self.path);
        self.is_given = true;
    }

    /// Takes the search result; `true` if the companion was found.
    pub fn answered(&mut self, path: &str, found: Result<bool, String>) -> bool {
        self.is_looking = false;
        self.answer = match found {
            Ok(true) => return true,
            Ok(false) => Some(format!("{path} does not contain {}", self.name)),
            Err(why) => Some(why),
        };
        false
    }

    /// Draws the dialog. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        modal(ctx, "Locate companion", 140.0 * GRID, |ui| {
            let theme = Theme::of(ui);
            ui.label(format!("{} is missing.", self.name));
            ui.add_space(GRID);
            ui.weak("Searched:");
            for place in self.looked_in.split(", ") {
                ui.label(RichText::new(place).font(theme::mono()).color(theme.weak));
            }
            ui.add_space(2.0 * GRID);
            ui.weak("Choose a folder, a disc or an archive, or drop one here. The choice is remembered.");
            let edit = TextEdit::singleline(&mut self.path)
                .hint_text("/path/to/folder or game.cue")
                .desired_width(f32::INFINITY)
                .font(theme::mono());
            let response = ui.add(edit).accessible_name("Location of the companion");
            if !std::mem::replace(&mut self.started, true) {
                response.request_focus();
            }
            let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            ui.horizontal(|ui| {
                if ui.button("Folder…").clicked() {
                    cx.push(Command::PickPlace { folder: true });
                }
                if ui.button("Disc or archive…").clicked() {
                    cx.push(Command::PickPlace { folder: false });
                }
            });
            if let Some(answer) = &self.answer {
                ui.add_space(GRID);
                ui.label(RichText::new(answer).color(theme.warning));
            }
            ui.add_space(2.0 * GRID);
            let mut close = false;
            ui.horizontal(|ui| {
                let path = self.path.trim().to_owned();
                let is_ready = !path.is_empty() && !self.is_looking;
                let asked = buttons::primary(ui, "Search here", is_ready).clicked();
                if asked
                    || (is_ready && entered)
                    || (is_ready && std::mem::take(&mut self.is_given))
                {
                    (self.is_looking, self.answer) = (true, None);
                    cx.push(Command::ChoosePlace { name: self.name.clone(), path });
                }
                close = ui.button("Cancel").clicked();
            });
            close
        })
    }
}
