//! Extracting and exporting many files.

use std::path::PathBuf;

use super::Window;
use crate::app::jobs::{bulk, companions};
use crate::app::model::Command;
use crate::app::model::bulk::{Request, Stage, Wanted, Work};

impl Window {
    /// Handles the commands of the bulk dialog; `false` for all others.
    pub(super) fn apply_bulk(&mut self, command: &Command) -> bool {
        match command {
            Command::LookForUses => self.look_for_uses(),
            Command::PreviewExport(wanted) => self.preview_export(*wanted),
            Command::PlanFiles(wanted) => self.plan_files(wanted),
            Command::LookForFiles(folder) => self.look_for_files(folder.clone()),
            Command::RunFiles(request) => self.run_files(request),
            _ => return false,
        }
        true
    }

    fn look_for_uses(&mut self) {
        let Some(doc) = self.state.doc.clone() else { return };
        let library = self.state.library.clone();
        self.dialogs.export.uses = (doc.generation, None);
        self.jobs.start("Finding dependencies", false, move |handle| {
            companions::look(handle, &library, &doc);
        });
    }

    /// Replans for changed choices; the previous plan is cancelled.
    fn plan_files(&mut self, wanted: &Wanted) {
        let (library, own) = (self.state.library.clone(), wanted.clone());
        let Some(before) = self.dialogs.bulk().map(|shown| shown.planning.take()) else { return };
        if let Some((job, _)) = before {
            self.jobs.cancel(job);
        }
        let job = self.jobs.start("Listing files", true, move |handle| {
            bulk::plan(handle, &library, &own);
        });
        if let Some(shown) = self.dialogs.bulk() {
            shown.planning = Some((job, wanted.clone()));
        }
    }

    fn look_for_files(&mut self, folder: PathBuf) {
        let plan = self.dialogs.bulk().and_then(|shown| shown.ready().cloned());
        let Some(plan) = plan else { return };
        self.jobs.start("Reading the folder", false, move |handle| {
            bulk::look(handle, plan, folder);
        });
    }

    fn run_files(&mut self, request: &Request) {
        let name = match request.wanted.work {
            Work::Extract => "Extracting",
            Work::Export => "Exporting",
        };
        self.dialogs.export.folder = request.folder.to_string_lossy().into_owned();
        let (library, own) = (self.state.library.clone(), request.clone());
        let gpu = self.gpu.clone();
        let job = self.jobs.start(name, true, move |handle| bulk::run(handle, &library, &gpu, own));
        if let Some(shown) = self.dialogs.bulk() {
            shown.stage = Stage::Running(job);
        }
    }
}
