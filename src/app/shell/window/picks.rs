//! Requests for paths: the system's file dialog, and the command that takes the picked path.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Window, tables};
use crate::app::jobs::file_dialog::{PathKind, Pick};
use crate::app::model::{Command, Level, document::paths};
use crate::app::ui::Ctx;
use crate::container::safe_name;
use crate::scene::{CodingUse, Element, ReplaceOptions, Table, TextureId};

impl Window {
    pub(super) fn pick(&mut self, pick: Pick) {
        pick.open(self.jobs.handle());
    }

    /// Asks for the path in a text box, for systems without a file dialog.
    pub(super) fn ask_for_path(&mut self, pick: Pick) {
        if pick.title().is_none() {
            let text = "No file dialog is available; type the path instead";
            return self.notify(Level::Warning, text);
        }
        self.dialogs.ask_for_path(pick, &mut Ctx::new(&self.state, &mut self.commands));
    }

    pub(super) fn ask_for_query(&mut self, ctx: &egui::Context) {
        self.dialogs.ask_for_query(ctx, &mut Ctx::new(&self.state, &mut self.commands));
    }

    pub(super) fn pick_names() -> Pick {
        Pick::new("Load names", PathKind::Files, Command::LoadNamesFrom)
    }

    pub(super) fn pick_place(folder: bool) -> Pick {
        Pick::for_dialog(if folder { PathKind::Folder } else { PathKind::Files })
    }

    pub(super) fn pick_copy(&self) -> Pick {
        let kind = PathKind::New(self.name_for_copy(), self.place_for_copy());
        Pick::new("Save a copy", kind, Command::SaveCopyTo)
    }

    pub(super) fn pick_patch(&self) -> Pick {
        let kind = new_file(self.place_for_patch());
        Pick::new("Export patch", kind, Command::SavePatchTo).only("Patches", &["bps", "ppf"])
    }

    pub(super) fn pick_changes() -> Pick {
        let extensions = &["jsonl", "json", "glb", "bps", "ppf"];
        Pick::new("Import changes", PathKind::File, Command::ImportChangesFrom)
            .only("Changes", extensions)
    }

    pub(super) fn pick_replacement(element: Element, manner: ReplaceOptions) -> Pick {
        let then = move |file| Command::ReplaceWith { element, manner, file };
        let pick = Pick::new("Replace with file", PathKind::File, then);
        match element {
            Element::Texture(_) => pick.only("Pictures", &["png"]),
            Element::Palette(_) | Element::ColourTable(_) => {
                pick.only("Palettes", &["gpl", "pal", "act", "png"])
            }
            _ => pick.only("Recordings", &["wav", "flac"]),
        }
    }

    pub(super) fn pick_addition(element: Element, coding: CodingUse) -> Pick {
        let then = move |file| Command::AddBesideWith { element, coding, file };
        Pick::new("Add a file", PathKind::Files, then)
    }

    pub(super) fn pick_table_file(table: &Arc<Table>) -> Pick {
        let (table, name) = (table.clone(), tables::name_of(table));
        let kind = PathKind::New(format!("{name}.csv"), tables::free_path(&name, "csv"));
        let then = move |path| Command::ExportTableTo { table: table.clone(), path };
        Pick::new("Export table", kind, then).only("Comma-separated values", &["csv"])
    }

    pub(super) fn pick_memory_picture(&self) -> Pick {
        let open = self.state.document_path().map_or("scene", paths::name);
        let name = format!("{open} video memory");
        let kind = PathKind::New(format!("{name}.png"), tables::free_path(&name, "png"));
        let title = "Export video memory";
        Pick::new(title, kind, Command::ExportVideoMemoryTo).only("Pictures", &["png"])
    }

    pub(super) fn pick_palette_picture(texture: TextureId, name: &str, words: Arc<[u16]>) -> Pick {
        let name = safe_name(name);
        let kind = PathKind::New(format!("{name}.png"), tables::free_path(&name, "png"));
        let then =
            move |path| Command::ExportPalettePictureTo { texture, words: words.clone(), path };
        Pick::new("Export texture", kind, then).only("Pictures", &["png"])
    }

    pub(super) fn pick_notes_file(&self) -> Pick {
        let kind = PathKind::New(format!("{}.json", self.name_for_notes()), self.place_for_notes());
        Pick::new("Export notes", kind, Command::ExportNotesTo).only("Notes", &["json"])
    }

    pub(super) fn pick_notes_to_merge() -> Pick {
        Pick::new("Merge notes", PathKind::Files, Command::MergeNotesFrom).only("Notes", &["json"])
    }
}

/// A file to write at `path`, or elsewhere under its name.
fn new_file(path: PathBuf) -> PathKind {
    PathKind::New(paths::name(&path.to_string_lossy()).to_owned(), path)
}
