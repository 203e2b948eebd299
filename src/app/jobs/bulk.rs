//! Bulk extraction and export: planning and running.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Handle, Message, drawing};
use crate::app::model::export::bulk::{
    BulkRequest, Existing, Exported, Plan, PlanOf, Request, Work,
};
use crate::app::model::{Level, SharedGpu, document::paths, numbers::counted};
use crate::bytes::SourceId;
use crate::container::safe_below;
use crate::export::{self, Failure, Options, Report, UsedNames};
use crate::library::extract::{self, ExtractOptions, Step};
use crate::library::{Library, Opened};

/// Plans the files to write. If the job is cancelled, the plan contains the files found until then.
pub fn plan(handle: &Handle, library: &Library, wanted: &BulkRequest) {
    let mut plan = match wanted.work {
        Work::Extract => plan_extract(handle, library, wanted),
        Work::Export => plan_export(handle, library, wanted),
    };
    if handle.cancelled() {
        plan.left_out.insert(0, "Cancelled: not all files were examined".to_owned());
    }
    handle.send(Message::Planned { job: handle.job(), plan: Box::new(plan) });
}

fn plan_extract(handle: &Handle, library: &Library, wanted: &BulkRequest) -> Plan {
    let mut plan = extract::Plan::default();
    let mut left_out = Vec::new();
    let wish = ExtractOptions { folders: wanted.folders, as_stored: wanted.as_stored, plain: true };
    for (done, path) in wanted.paths.iter().enumerate() {
        if handle.cancelled() {
            break;
        }
        handle.progress(done as u64, wanted.paths.len() as u64);
        handle.set_item(paths::name(path));
        left_out.extend(plan.add(library, path, wish).err().map(|refused| refused.to_string()));
    }
    left_out.append(&mut plan.left_out);
    let files = plan.files().iter().map(|file| file.to.clone()).collect();
    Plan { files, source: PlanOf::Extract(plan), left_out }
}

fn plan_export(handle: &Handle, library: &Library, wanted: &BulkRequest) -> Plan {
    let (mut files, mut sources, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    let mut batch = Batch::new(wanted, Existing::Keep, PathBuf::new());
    let mut looked_at = 0;
    for chosen in &wanted.paths {
        let above = paths::parent(chosen).unwrap_or_default();
        let flow = library.each_document(chosen, &mut |path, opened| {
            looked_at += 1;
            handle.set_item(&format!("{}, {}", counted(looked_at, "file"), paths::name(path)));
            match opened {
                Ok(opened) => {
                    let folder =
                        if wanted.folders { safe_below(path, &above) } else { PathBuf::new() };
                    let planned = batch.plan(library, opened, &folder);
                    if !planned.is_empty() {
                        files.extend(planned.into_iter().map(|file| folder.join(file)));
                        sources.push(Exported { path: path.to_owned(), folder });
                    }
                }
                Err(error) => left_out.push(error.to_string()),
            }
            if handle.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if flow.is_break() {
            break;
        }
    }
    Plan { files, source: PlanOf::Export(sources), left_out }
}

/// Several exports of one run, which share the set of used names.
struct Batch<'a> {
    wanted: &'a BulkRequest,
    existing: Existing,
    root: PathBuf,
    taken: UsedNames,
    gpu: Option<&'a SharedGpu>,
}

impl<'a> Batch<'a> {
    fn new(wanted: &'a BulkRequest, existing: Existing, root: PathBuf) -> Self {
        let taken = UsedNames::new(root.clone(), existing == Existing::Rename);
        Self { wanted, existing, root, taken, gpu: None }
    }

    fn options(&mut self, folder: &Path) -> Options {
        Options {
            kinds: self.wanted.kinds.clone(),
            force: self.existing == Existing::Replace,
            taken: self.taken.in_folder(folder).clone(),
            ..Options::default()
        }
    }

    /// The files that a document is exported as, in a folder.
    fn plan(&mut self, library: &Library, opened: &Opened, folder: &Path) -> Vec<String> {
        let Some(scene) = opened.scene(library) else { return Vec::new() };
        let options = self.options(folder);
        let source_name = opened.stored.file_name();
        // Planning does not need the checksum of the file.
        let plan = export::Job {
            scene: &scene,
            source_name,
            source: SourceId::default(),
            crc32: 0,
            options,
        }
        .plan();
        let files: Vec<String> = plan.into_iter().map(|asset| asset.file).collect();
        self.taken.in_folder(folder).extend(files.iter().cloned());
        files
    }

    fn run(
        &mut self,
        library: &Library,
        opened: &Opened,
        folder: &Path,
        on_progress: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Report {
        let Some(scene) = opened.scene(library) else { return Report::default() };
        let options = self.options(folder);
        let stored = &opened.stored;
        let job = export::Job {
            scene: &scene,
            source_name: stored.file_name(),
            source: opened.document.source.id(),
            crc32: stored.crc32(),
            options,
        };
        let plan = job.plan().into_iter().map(|asset| asset.file);
        self.taken.in_folder(folder).extend(plan);
        let folder = self.root.join(folder);
        let mut on_progress = |progress: export::Progress<'_>| on_progress(progress.file);
        match self.gpu {
            Some(gpu) => drawing::run(&job, gpu, &folder, &mut on_progress),
            None => job.run(&folder, &mut on_progress),
        }
    }
}

/// Checks which files of a plan exist in a folder.
pub fn find_existing(handle: &Handle, plan: Arc<Plan>, folder: PathBuf) {
    let is_there = |file: &&PathBuf| folder.join(file).symlink_metadata().is_ok();
    let there = plan.files.iter().filter(is_there).cloned().collect();
    handle.send(Message::There { plan, folder, there });
}

/// Writes the planned files.
pub fn run(handle: &Handle, library: &Library, gpu: &SharedGpu, request: Request) {
    let mut report = match &request.plan.source {
        PlanOf::Extract(plan) => run_extract(handle, library, plan, &request),
        PlanOf::Export(sources) => run_export(handle, library, gpu, sources, &request),
    };
    report.notes.extend(request.plan.left_out.iter().cloned());
    if report.failed.is_empty() && report.written.is_empty() && report.skipped.is_empty() {
        handle.notify(Level::Warning, "Nothing was written");
    }
    let folder = request.folder;
    handle.send(Message::Exported { job: handle.job(), report, folder });
}

fn run_extract(
    handle: &Handle,
    library: &Library,
    plan: &extract::Plan,
    request: &Request,
) -> Report {
    let mut report = Report { notes: plan.flawed.clone(), ..Report::default() };
    let total = plan.size();
    let all = plan.run(library, &request.folder, request.existing, &mut |step| {
        match step {
            Step::Writing { done, file } => {
                handle.progress(done, total);
                handle.set_item(&file.display().to_string());
            }
            Step::Written(path) => report.written.push(path),
            Step::Odd { path, message } => {
                report.notes.push(format!("{}: {message}", path.display()));
            }
            Step::Kept(path) => report.skipped.push(path),
            Step::Failed { path, message } => report.failed.push(Failure { path, message }),
        }
        if handle.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    report.cancelled = !all;
    report
}

fn run_export(
    handle: &Handle,
    library: &Library,
    gpu: &SharedGpu,
    sources: &[Exported],
    request: &Request,
) -> Report {
    let mut report = Report::default();
    let batch = Batch::new(&request.wanted, request.existing, request.folder.clone());
    let mut batch = Batch { gpu: Some(gpu), ..batch };
    let (mut done, total) = (0, request.plan.files.len() as u64);
    for Exported { path, folder } in sources {
        let opened = match library.open_once(path) {
            Ok(opened) => opened,
            Err(error) => {
                let message = error.to_string();
                report.failed.push(Failure { path: request.folder.join(folder), message });
                continue;
            }
        };
        let own = batch.run(library, &opened.0, folder, &mut |file| {
            handle.progress(done, total);
            handle.set_item(&folder.join(file).display().to_string());
            done += 1;
            if handle.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if opened.1 {
            library.close(&opened.0);
        }
        let name = paths::name(path);
        let notes = own.notes.iter().map(|note| format!("{name}: {note}")).collect();
        report.add(Report { notes, ..own });
        if report.cancelled {
            break;
        }
    }
    report
}
