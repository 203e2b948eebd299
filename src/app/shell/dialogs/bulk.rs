//! The dialog that extracts or exports many files: list of outputs, existing files, progress, and result.

use std::path::PathBuf;

use egui::{Context, Grid, ProgressBar, Ui};

use super::export::{existing_choice, existing_row, file_row, folder_row, kinds_row, result};
use super::{button_row, modal, primary};
use crate::app::jobs::Jobs;
use crate::app::model::export::bulk::{Bulk, Request, Stage, Work};
use crate::app::model::{
    Command, State, document::paths, grouped, numbers::counted, state::JobInfo,
};
use crate::app::ui::{Ctx, GRID, ROW, Theme, row, spinner};
use crate::container::disk_path;
use crate::export::Kind;

/// Maximum number of messages about omitted files that are shown.
const MAX_LEFT_OUT: usize = 3;

impl Bulk {
    /// Draws the dialog. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>, jobs: &Jobs) -> bool {
        let verb = self.verb();
        let title = match self.wanted.paths.as_slice() {
            [path] => format!("{verb} {}", paths::name(path)),
            many => format!("{verb} {} selected files", grouped(many.len() as u64)),
        };
        let close = modal(ctx, &title, 160.0 * GRID, |ui| {
            if let Stage::Done(report, folder) = &self.stage {
                return result::show(ui, cx, report, folder);
            }
            self.request_plan(cx);
            let running = match self.stage {
                Stage::Running(job) => Some(job),
                _ => None,
            };
            ui.add_enabled_ui(running.is_none(), |ui| {
                let grid = Grid::new("bulk").num_columns(2).spacing([4.0 * GRID, 2.0 * GRID]);
                grid.show(ui, |ui| self.choices(ui, jobs));
            });
            ui.add_space(2.0 * GRID);
            self.list(ui, cx);
            ui.add_space(2.0 * GRID);
            match running {
                Some(job) => working(ui, cx, job),
                None => self.buttons(ui, cx),
            }
        });
        // The plan is no longer needed.
        if let Some((job, _)) = self.planning.as_ref().filter(|_| close) {
            cx.push(Command::Cancel { job: *job });
        }
        close
    }

    fn verb(&self) -> &'static str {
        match self.wanted.work {
            Work::Extract => "Extract",
            Work::Export => "Export",
        }
    }

    /// Requests the plan for the current choices, and the list of existing files, if they are not known
    /// yet.
    fn request_plan(&mut self, cx: &mut Ctx<'_>) {
        if matches!(self.stage, Stage::Running(_)) {
            return;
        }
        let planned = self.planning.as_ref().map(|(_, made_for)| made_for);
        if self.ready().is_none() && planned != Some(&self.wanted) {
            cx.push(Command::PlanFiles(Box::new(self.wanted.clone())));
        }
        let folder = disk_path(self.folder.trim()).into_owned();
        if self.ready().is_some() && self.looking.as_ref() != Some(&folder) {
            self.looking = Some(folder.clone());
            cx.push(Command::LookForFiles(folder));
        }
    }

    fn choices(&mut self, ui: &mut Ui, jobs: &Jobs) {
        if self.wanted.work == Work::Export {
            kinds_row(ui, &mut self.wanted.kinds, |_: &Kind| true);
        }
        folder_row(ui, &mut self.folder, jobs);
        ui.label("");
        ui.horizontal(|ui| {
            let (text, tip) = match self.wanted.work {
                Work::Extract => (
                    "One folder per archive",
                    "Puts the contents of each archive or folder into a folder named after it",
                ),
                Work::Export => (
                    "One folder per file",
                    "Puts the exports of each file into a folder named after it",
                ),
            };
            ui.checkbox(&mut self.wanted.folders, text).on_hover_text(tip);
            if self.wanted.work == Work::Extract {
                let tip = "Writes archives and packed files without unpacking them";
                ui.checkbox(&mut self.wanted.as_stored, "Keep archives packed").on_hover_text(tip);
            }
        });
        ui.end_row();
        existing_row(ui, &mut self.existing);
    }

    fn list(&self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let Some(plan) = self.ready() else {
            let planning = self.planning.as_ref().map(|(job, _)| *job);
            ui.horizontal(|ui| {
                spinner(ui, ROW);
                if let Some(job) = planning.filter(|_| ui.button("Stop").clicked()) {
                    cx.push(Command::Cancel { job });
                }
                let job = planning.and_then(|job| info(cx.state, job));
                let now = job.map_or("", |job| job.now.as_str());
                ui.add(egui::Label::new(format!("Listing: {now}")).truncate());
            });
            row::well(ui, "Files", 8.0, &[] as &[PathBuf], |_, _| {});
            return;
        };
        let folder = &*disk_path(self.folder.trim());
        let there = self.there.as_ref().filter(|(looked, _)| looked == folder);
        let mut text = match plan.files.len() {
            0 => "Nothing to write".to_owned(),
            n => counted(n as u64, "file"),
        };
        let known = there.map_or(0, |(_, there)| there.len());
        if known > 0 {
            let (count, fate) = (grouped(known as u64), existing_choice(self.existing).0);
            let exist = if known == 1 { "exists" } else { "exist" };
            text += &format!(", {count} {exist}: {fate}");
        }
        ui.weak(text);
        for message in plan.left_out.iter().take(MAX_LEFT_OUT) {
            let message = egui::RichText::new(message).color(Theme::of(ui).warning);
            ui.add(egui::Label::new(message).truncate());
        }
        if let Some(more) = plan.left_out.len().checked_sub(MAX_LEFT_OUT).filter(|n| *n > 0) {
            ui.weak(format!("and {} more unreadable files", grouped(more as u64)));
        }
        row::well(ui, "Files", 8.0, &plan.files, |ui, file| {
            let is_there = there.is_some_and(|(_, there)| there.contains(file));
            let fate = is_there.then(|| existing_choice(self.existing));
            file_row(ui, &self.folder, &file.display().to_string(), fate);
        });
    }

    fn buttons(&self, ui: &mut Ui, cx: &mut Ctx<'_>) -> bool {
        button_row(ui, |ui| {
            let plan = self.ready().filter(|plan| !plan.files.is_empty());
            let ready = plan.is_some() && !self.folder.trim().is_empty();
            let is_pressed = primary(ui, self.verb(), ready);
            if let Some(plan) = plan.filter(|_| is_pressed) {
                cx.push(Command::RunFiles(Box::new(Request {
                    wanted: self.wanted.clone(),
                    plan: plan.clone(),
                    folder: disk_path(self.folder.trim()).into_owned(),
                    existing: self.existing,
                })));
            }
            let line = self.command_line();
            if ui.button("Copy as command").on_hover_text(&line).clicked() {
                cx.push(Command::Copy { what: "command", text: line });
            }
            ui.button("Cancel").clicked()
        })
    }
}

fn info(state: &State, job: u64) -> Option<&JobInfo> {
    state.jobs.iter().find(|info| info.id == job)
}

/// Draws the progress of the job. Returns `true` to close the dialog while it runs.
fn working(ui: &mut Ui, cx: &mut Ctx<'_>, job: u64) -> bool {
    let info = info(cx.state, job);
    let part = info
        .and_then(|info| info.progress)
        .map_or(0.0, |(done, total)| (done as f64 / total.max(1) as f64).clamp(0.0, 1.0) as f32);
    ui.add(ProgressBar::new(part).show_percentage());
    let now = info.map_or("", |info| info.now.as_str());
    ui.add(egui::Label::new(format!("Writing {now}")).truncate());
    ui.add_space(GRID);
    ui.horizontal(|ui| {
        if ui.button("Cancel").clicked() {
            cx.push(Command::Cancel { job });
        }
        ui.button("Run in background").clicked()
    })
    .inner
}
