//! Writes the planned files into a folder.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::exporter::{Content, Kind, Maker, NotWritten};
use super::picture::Pictures;
use super::{Failure, Job, Progress, Report, Subject};
use crate::container::{io_message, temporary_file};
use crate::scene::FrameRenderer;

pub(super) fn run(
    job: &Job<'_>,
    painter: Option<&dyn FrameRenderer>,
    folder: &Path,
    progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Report {
    let plan = job.plan();
    let mut report = Report::default();
    if plan.is_empty() {
        return report;
    }
    if let Err(error) = fs::create_dir_all(folder) {
        report.failed.push(Failure { path: folder.to_owned(), message: io_message(&error) });
        return report;
    }
    let mut maker = Maker {
        job,
        pictures: Pictures::new(job.scene),
        files: plan.iter().map(|asset| (asset.content, asset.file.as_str())).collect(),
        notes: Vec::new(),
        painter,
    };
    for (done, asset) in plan.iter().enumerate() {
        if progress(Progress { done, total: plan.len(), file: &asset.file }).is_break() {
            report.cancelled = true;
            break;
        }
        let path = folder.join(&asset.file);
        if !job.options.force && path.symlink_metadata().is_ok() {
            report.skipped.push(path);
            continue;
        }
        let make = |out: &mut dyn Write| (asset.kind.0.make)(&mut maker, asset.content, out);
        match write_new(folder, &path, make, job.options.force) {
            Ok(true) => report.written.push(path),
            Ok(false) => report.skipped.push(path),
            Err(NotWritten::Data) => {}
            Err(NotWritten::Limit(message)) => report.failed.push(Failure { path, message }),
        }
    }
    report.notes = maker.notes();
    report
}

pub(super) fn bytes(
    job: &Job<'_>,
    painter: Option<&dyn FrameRenderer>,
    subject: Subject,
    kind: Kind,
) -> Result<Vec<u8>, String> {
    let mut maker = Maker::alone(job, painter);
    let content = Content { subject, extension: kind.name() };
    let mut out = Vec::new();
    match (kind.0.make)(&mut maker, content, &mut out) {
        Ok(()) => Ok(out),
        Err(NotWritten::Limit(why)) => Err(why),
        Err(NotWritten::Data) => Err(maker.notes.join("; ")),
    }
}

/// Writes a temporary file and renames it. `false` if `path` was created in the meantime.
fn write_new(
    folder: &Path,
    path: &Path,
    make: impl FnOnce(&mut dyn Write) -> Result<(), NotWritten>,
    force: bool,
) -> Result<bool, NotWritten> {
    let mut file = temporary_file(folder)?;
    make(&mut file)?;
    let placed = if force { file.persist(path) } else { file.persist_noclobber(path) };
    match placed {
        Ok(_) => Ok(true),
        Err(failed) if !force && failed.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(failed) => Err(failed.error.into()),
    }
}
