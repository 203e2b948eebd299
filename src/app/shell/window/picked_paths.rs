//! Paths picked in the system's file dialog, or typed where the system has no dialog.

use std::path::PathBuf;

use super::Window;
use crate::app::jobs::Purpose;
use crate::app::model::{Command, Level};
use crate::app::shell::dialogs::Make;
use crate::app::ui::Ctx;

impl Window {
    /// Takes the picked paths; if there is no dialog, asks for one in a text box.
    pub(super) fn take_picked(&mut self, picked: Result<Vec<PathBuf>, String>, purpose: Purpose) {
        let picked = match picked {
            Ok(picked) => picked,
            Err(why) => return self.ask_for_path(purpose, why),
        };
        let text = |path: PathBuf| path.to_string_lossy().into_owned();
        match purpose {
            Purpose::Open => self.open_many(picked.into_iter().map(text).collect(), false),
            Purpose::ExportFolder => {
                if let Some(folder) = picked.into_iter().next() {
                    self.dialogs.export.folder = text(folder);
                }
            }
            Purpose::FilesFolder => {
                let folder = picked.into_iter().next();
                if let (Some(folder), Some(bulk)) = (folder, self.dialogs.bulk()) {
                    bulk.folder = text(folder);
                }
            }
            Purpose::Place => {
                if let Some(place) = picked.first() {
                    self.dialogs.take_place(&place.to_string_lossy());
                }
            }
            _ => {
                if let Some(make) = self.command_for(purpose) {
                    self.commands.extend(picked.into_iter().map(make));
                }
            }
        }
    }

    /// The command for a picked path; `None` if a dialog takes the path.
    fn command_for(&mut self, purpose: Purpose) -> Option<Make> {
        Some(match purpose {
            Purpose::Open => {
                Box::new(|path: PathBuf| Command::Open(path.to_string_lossy().into_owned()))
            }
            Purpose::ExportNotes => Box::new(Command::ExportNotesTo),
            Purpose::MergeNotes => Box::new(Command::MergeNotesFrom),
            Purpose::Names => Box::new(Command::LoadNamesFrom),
            Purpose::Copy => Box::new(Command::SaveCopyTo),
            Purpose::Patch => Box::new(Command::SavePatchTo),
            Purpose::Changes => Box::new(Command::BringInFrom),
            Purpose::Replacement(element, manner) => {
                Box::new(move |file| Command::ReplaceWith { element, manner, file })
            }
            Purpose::Addition(element, coding) => {
                Box::new(move |file| Command::AddBesideWith { element, coding, file })
            }
            Purpose::Table => {
                let table = self.pending.table.take()?;
                Box::new(move |path| Command::ExportTableTo { table: table.clone(), path })
            }
            Purpose::ExportFolder | Purpose::FilesFolder | Purpose::Place => return None,
        })
    }

    /// Opens a text box for a path; `why` is the reason for the missing file dialog, for dialogs that
    /// have their own box.
    fn ask_for_path(&mut self, purpose: Purpose, why: String) {
        let new = match purpose {
            Purpose::Copy => Some(self.place_for_copy()),
            Purpose::Patch => Some(self.place_for_patch()),
            Purpose::ExportNotes => Some(self.place_for_notes()),
            Purpose::Table => self.place_for_table(),
            _ => None,
        };
        let title = match purpose {
            Purpose::Copy => "Save a copy",
            Purpose::Patch => "Export patch",
            Purpose::ExportNotes => "Export notes",
            Purpose::Table => "Export table",
            Purpose::MergeNotes => "Merge notes",
            Purpose::Names => "Load names",
            Purpose::Changes => "Import changes",
            Purpose::Replacement(..) => "Replace with file",
            Purpose::Addition(..) => "Add a file",
            _ => "Open path",
        };
        match self.command_for(purpose) {
            Some(make) => {
                let cx = &mut Ctx::new(&self.state, &mut self.commands);
                self.dialogs.ask_for_path(title, new, make, cx);
            }
            None => self.notify(Level::Warning, why),
        }
    }
}
