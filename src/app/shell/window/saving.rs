//! Saving: computes the differences, and writes copies, patches and recipes.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use super::Window;
use crate::app::jobs::{editing, sharing};
use crate::app::model::edits::FileEdits;
use crate::app::model::edits::save_plan::SavePlan;
use crate::app::model::edits::stash::UnsavedFile;
use crate::app::model::{Level, document::paths, numbers};
use crate::app::shell::folders::free_name;
use crate::app::ui::Ctx;
use crate::container::disk_path;
use crate::edit::patch::bps;
use crate::edit::recipe::Recipe;
use crate::library::Opened;

impl Window {
    /// Asks for confirmation to write a changed file, the open one first. The differences are computed
    /// while the dialog is open.
    pub(super) fn ask_to_save(&mut self) {
        let Some(path) = self.state.to_save() else { return };
        let Some(edits) = self.state.edits.get(&path) else { return };
        let steps = edits.history.unsaved().iter().map(|step| step.name.clone()).collect();
        let (base, library) = (edits.base.clone(), self.state.library.clone());
        let plan = SavePlan::new(path.clone(), steps);
        let name = format!("Comparing {}", paths::name(&path));
        let job = self.jobs.start(name, false, move |handle| {
            editing::plan(handle, &library, &base, plan);
        });
        self.dialogs.ask_to_save(path, job, &mut Ctx::new(&self.state, &mut self.commands));
    }

    /// Name of the open document's file on disk, or of the container on disk that it is in.
    pub(super) fn name_for_copy(&self) -> String {
        let path = self.state.doc.as_ref().map_or("", |doc| doc.opened.path.as_str());
        let (outer, inner) = path.split_once("//").unwrap_or((path, ""));
        // The demo is not a file on disk.
        let path = if disk_path(outer).exists() { outer } else { inner };
        paths::name(path).to_owned()
    }

    /// Default path of a copy if there is no dialog.
    pub(super) fn place_for_copy(&self) -> PathBuf {
        let name = PathBuf::from(self.name_for_copy());
        let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        free_name(&paths::home_folder(), &part(name.file_stem()), &part(name.extension()))
    }

    pub(super) fn save_copy(&mut self, to: PathBuf) {
        let Some(base) = self.own_base() else { return };
        let library = self.state.library.clone();
        let name = format!("Writing {}", paths::name(&to.to_string_lossy()));
        self.jobs.start(name, false, move |handle| {
            editing::copy(handle, &library, &base, &to);
        });
    }

    /// Default path of a patch if there is no dialog: PPF for large files such as disc images, otherwise BPS.
    pub(super) fn place_for_patch(&self) -> PathBuf {
        let name = PathBuf::from(self.name_for_copy());
        let stem = name.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let edits = self.state.own_edits();
        let is_large = edits.is_some_and(|edits| edits.base.stored.len() > bps::MAX_SIZE);
        free_name(&paths::home_folder(), &stem, if is_large { "ppf" } else { "bps" })
    }

    /// The open file as it is on disk.
    fn own_base(&self) -> Option<Arc<Opened>> {
        let opened = self.state.doc.as_ref().map(|doc| doc.opened.clone())?;
        let edits = self.state.edits.get(&opened.path);
        Some(edits.map_or(opened, |edits| edits.base.clone()))
    }

    pub(super) fn save_patch(&mut self, to: PathBuf) {
        let Some(base) = self.own_base() else { return };
        let library = self.state.library.clone();
        let name = format!("Writing {}", paths::name(&to.to_string_lossy()));
        self.jobs.start(name, false, move |handle| {
            sharing::save_patch(handle, &library, &base, &to);
        });
    }

    pub(super) fn import_changes(&mut self, file: PathBuf) {
        let Some(base) = self.own_base() else { return };
        let library = self.state.library.clone();
        let name = format!("Reading {}", paths::name(&file.to_string_lossy()));
        self.jobs.start(name, false, move |handle| {
            sharing::import_changes(handle, &library, &base, &file);
        });
    }

    pub(super) fn copy_recipe(&mut self, ctx: &egui::Context) {
        let Some(edits) = self.state.own_edits() else { return };
        let document = &edits.base.document;
        let orders = edits.history.unsaved().iter().flat_map(|step| step.orders.clone());
        let recipe = Recipe {
            format: Some(document.format.id.to_owned()),
            file: Some(edits.base.stored.file_name().to_owned()),
            orders: orders.collect(),
        };
        ctx.copy_text(recipe.write());
        let text = "Changes copied. `gouraud apply` applies them to another version";
        self.notify(Level::Info, text);
    }

    /// The files with unsaved changes, or only those at `paths`.
    pub(super) fn not_saved(&self, paths: Option<&[String]>) -> Vec<UnsavedFile> {
        let line = |(path, edits): (&String, &FileEdits)| {
            let count = edits.history.unsaved().len().max(1) as u64;
            UnsavedFile { path: path.clone(), changes: numbers::counted(count, "change") }
        };
        let is_meant = |(dirty, _): &(&String, _)| paths.is_none_or(|paths| paths.contains(dirty));
        self.state.edits.dirty().filter(is_meant).map(line).collect()
    }
}
