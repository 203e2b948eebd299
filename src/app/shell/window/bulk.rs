//! Extracting and exporting many files.

use std::path::PathBuf;

use super::Window;
use crate::app::jobs::{bulk, companions};
use crate::app::model::export::bulk::{BulkRequest, Request, Stage, Work};
use crate::app::shell::dialogs::Dialog;
use crate::container::path_text;

impl Window {
    /// Opens the dialog that extracts or exports files.
    pub(super) fn open_bulk(&mut self, work: Work, paths: &[String]) {
        if !paths.is_empty() {
            self.open_dialog(Dialog::bulk(work, paths, &self.dialogs.export.folder));
        }
    }

    pub(super) fn look_for_uses(&mut self) {
        let Some(doc) = self.state.doc.clone() else { return };
        let library = self.state.library.clone();
        self.dialogs.export.uses = (doc.generation, None);
        self.jobs.start("Finding dependencies", false, move |handle| {
            companions::find_dependencies(handle, &library, &doc);
        });
    }

    /// Replans for changed choices; the previous plan is cancelled.
    pub(super) fn plan_files(&mut self, wanted: &BulkRequest) {
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

    pub(super) fn look_for_files(&mut self, folder: PathBuf) {
        let plan = self.dialogs.bulk().and_then(|shown| shown.ready().cloned());
        let Some(plan) = plan else { return };
        self.jobs.start("Reading the folder", false, move |handle| {
            bulk::find_existing(handle, plan, folder);
        });
    }

    pub(super) fn run_files(&mut self, request: &Request) {
        let name = match request.wanted.work {
            Work::Extract => "Extracting",
            Work::Export => "Exporting",
        };
        self.dialogs.export.folder = path_text(&request.folder);
        let (library, own) = (self.state.library.clone(), request.clone());
        let gpu = self.gpu.clone();
        let job = self.jobs.start(name, true, move |handle| bulk::run(handle, &library, &gpu, own));
        if let Some(shown) = self.dialogs.bulk() {
            shown.stage = Stage::Running(job);
        }
    }
}
