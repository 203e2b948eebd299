//! The jobs that change files: they run edits, undo steps, and save.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Handle, Message, journaling, transform_edit};
use crate::app::model::edits::Edit;
use crate::app::model::edits::save_plan::{PlannedFile, SavePlan};
use crate::app::model::numbers::{counted, grouped};
use crate::app::model::{Command, Level, document::paths};
use crate::bytes::Origin;
use crate::container::io_message;
use crate::edit::asset::{AssetFile, read};
use crate::edit::journal::{Journal, SessionId};
use crate::edit::save::{Output, save};
use crate::edit::{
    Changed, CompanionEdits, Computed, EditError, EditOp, Fidelity, History, NewProblems, Replaced,
    Step, compared, dependent_edits, differences, files_of, files_on_disk, recomputed_beside,
};
use crate::formats::{Document, NewBytes, trespasser};
use crate::library::{Library, Opened};
use crate::scene::{CodingUse, ReplaceOptions};

/// Operation on a file.
pub enum Work {
    /// Run a new edit.
    Edit(Edit),
    /// Undo or redo until this many steps are applied.
    GoTo(usize),
    /// Write the file to disk, and optionally keep the original.
    Save { keep: bool },
}

/// A file, with everything that a job needs to change it.
pub struct Task {
    pub path: String,
    /// The file as on disk.
    pub base: Arc<Opened>,
    pub history: Arc<History>,
    /// Path of its journal, which may not exist yet.
    pub journal: Option<PathBuf>,
    pub session: SessionId,
    pub work: Work,
}

/// Outcome of an edit job.
pub enum Outcome {
    /// A new step, the number of values that it makes outdated, the paths of new copies, and the next
    /// edit of the gesture.
    Step {
        step: Step,
        stale: usize,
        copies: Vec<String>,
        then: Option<Box<Edit>>,
        goes_on: bool,
    },
    /// Not applied yet: other files have to be changed first.
    First(Box<Edit>),
    At(usize),
    /// Names of the written files, and the file as on disk from now on.
    Saved {
        names: Vec<String>,
        base: Arc<Opened>,
    },
    /// The edit was refused, with the reason.
    Refused(String),
    /// Saving failed, with the reason; no file was changed.
    NotSaved(String),
}

impl Outcome {
    /// `true` if the file is different now.
    pub fn is_change(&self) -> bool {
        matches!(self, Self::Step { .. } | Self::At(_) | Self::Saved { .. })
    }
}

/// Runs one task, and records it in the journal.
pub fn carry_out(handle: &Handle, library: &Library, task: Task) {
    let Task { path, base, history, journal, session, work } = task;
    let is_saving = matches!(work, Work::Save { .. });
    let outcome = match work {
        Work::Edit(edit) => step(handle, library, &path, &base, edit),
        Work::GoTo(done) => {
            go_to(library, &path, &base, &history, done).map(|()| Outcome::At(done))
        }
        Work::Save { keep } => write(library, &path, &base, keep),
    };
    let failed = if is_saving { Outcome::NotSaved } else { Outcome::Refused };
    let outcome = outcome.unwrap_or_else(failed);
    let name = paths::name(&path);
    match journal.map(|at| note((at, session), &path, &history, &outcome)) {
        Some(Err(error)) => {
            let why = io_message(&error);
            let text = format!("Change of {name} applied, but not journaled: {why}.");
            handle.notify(Level::Warning, text);
        }
        Some(Ok(Some(copy))) => {
            let copy = copy.display();
            let text = format!("{name} had other unsaved changes; they are kept in {copy}.");
            handle.notify(Level::Warning, text);
        }
        Some(Ok(None)) | None => {}
    }
    handle.send(Message::Edited { path, outcome: Box::new(outcome) });
}

/// Opens a file that is to be edited but is not open in the window.
pub fn open_for(handle: &Handle, library: &Library, edit: Edit, journal: Option<PathBuf>) {
    match library.open(&edit.path, None) {
        Ok(base) => {
            // Unsaved edits from before the program ended are applied first.
            let resume = |at| journaling::resume(handle, library, &edit.path, &base, at);
            if let Some(history) = journal.and_then(resume) {
                let (path, base) = (edit.path.clone(), base.clone());
                handle.send(Message::Resumed { path, base, history });
            }
            handle.send(Message::ToEdit { base, edit: Box::new(edit) });
        }
        Err(error) => {
            let outcome = Box::new(Outcome::Refused(error.to_string()));
            handle.send(Message::Edited { path: edit.path, outcome });
        }
    }
}

fn step(
    handle: &Handle,
    library: &Library,
    path: &str,
    base: &Opened,
    edit: Edit,
) -> Result<Outcome, String> {
    let current = library.open(path, chosen(base)).map_err(|error| error.to_string())?;
    let (orders, name) = (edit.orders.clone(), edit.name.clone());
    let made = current
        .beside(library, |context| Step::carry_out(name, &current.document, orders, context));
    let (step, changed) = made.map_err(|error| error.to_string())?;
    // If the gesture changes several files, the edits of the companions come first; they were
    // derived from the edit that follows them.
    if !edit.goes_on && edit.then.is_none() {
        // The edit is valid, so its dependent edits in other files come first.
        let asked = current
            .beside(library, |context| dependent_edits((&current.document, context), &edit.orders));
        let asked = asked.map_err(|error| error.to_string())?;
        if !asked.is_empty() {
            let part = |CompanionEdits { path, orders }: CompanionEdits| {
                let name = edit.name.clone();
                Edit { path, name, orders, ..Edit::default() }
            };
            let first = asked.into_iter().map(part).collect();
            return Ok(Outcome::First(Box::new(edit.behind(first))));
        }
    }
    let Edit { then, goes_on, .. } = edit;
    // In a gesture of several files, the last one reports.
    if then.is_none() {
        current.beside(library, |context| {
            for near in compared((&changed, context), &step.orders) {
                handle.notify(Level::Info, in_words(&near.fidelity));
            }
        });
    }
    library.put_edited(&base.stored, Some(changed.source.bytes().to_vec()));
    let stale =
        |document: &Document| document.audit().computed.len() + document.audit().to_rebuild.len();
    let stale = stale(&changed).saturating_sub(stale(&current.document));
    let copies = transform_edit::copies(&current.document, &changed, &step.orders);
    Ok(Outcome::Step { step, stale, copies, then, goes_on })
}

/// Describes how closely a replaced texture or sound matches the file that it was read from.
fn in_words(near: &Fidelity) -> String {
    let things = if near.is_sound { "samples" } else { "texels" };
    let count = grouped(near.count as u64);
    let mut text = match near.differ {
        0 => format!("All {count} {things} match the file exactly."),
        differ => format!(
            "{} of {count} {things} differ: {:.1}{} off on average, {} at worst.",
            grouped(differ as u64),
            near.mean,
            if near.is_sound { "" } else { " of 255" },
            near.most,
        ),
    };
    if let Some(made) = &near.made {
        text = format!("The file was {made}. {text}");
    }
    if let Some(remark) = &near.remark {
        text.push(' ');
        text.push_str(remark);
    }
    text
}

/// Reads a picture or recording, and pushes the edit that replaces a texture or sound with it.
pub fn replace(handle: &Handle, path: String, asset: String, file: &Path, manner: ReplaceOptions) {
    let name = paths::name(&file.to_string_lossy()).to_owned();
    let content = match read(file) {
        Ok(content) => content,
        Err(why) => return handle.notify(Level::Warning, format!("{name}: {why}.")),
    };
    let what = if asset.is_empty() { "it" } else { &asset };
    let title = format!("replace {what} with {name}");
    let (with, ReplaceOptions { palette, coding, resize }) =
        (AssetFile::content(name, content), manner);
    let order = EditOp::Replace { replace: asset, with, bump: None, palette, coding, resize };
    let edit = Edit { path, name: title, orders: vec![order], ..Edit::default() };
    handle.send(Message::Command(Command::Edit(Box::new(edit))));
}

/// Reads a picture or recording, and pushes the edit that appends it to a list under the name of its
/// file. A texture of Trespasser gets the bump map next to it.
pub fn add(handle: &Handle, path: String, list: String, file: &Path, coding: CodingUse) {
    let file_name = paths::name(&file.to_string_lossy()).to_owned();
    let content = match read(file) {
        Ok(content) => content,
        Err(why) => return handle.notify(Level::Warning, format!("{file_name}: {why}.")),
    };
    let mut stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = format!("add {stem} to {list}");
    let mut bump = None;
    if let Some(bump_map) = trespasser::bump_map_of(&path, &stem)
        && let file = file.with_file_name(format!("{bump_map}.png"))
        && file.is_file()
    {
        match read(&file) {
            Ok(content) => bump = Some(AssetFile::content(file.to_string_lossy(), content)),
            Err(why) => return handle.notify(Level::Warning, format!("{bump_map}.png: {why}.")),
        }
        stem = format!("{stem} + {bump_map}");
    }
    let with = Some(AssetFile::content(file_name, content));
    let order = EditOp::Add { add: list, name: stem, with, bump, coding };
    let edit = Edit { path, name, orders: vec![order], ..Edit::default() };
    handle.send(Message::Command(Command::Edit(Box::new(edit))));
}

/// Finds outdated dependent fields of a file, and pushes the edit that recomputes them. Missing
/// tables are added if `only` names them.
pub fn recompute(handle: &Handle, library: &Library, path: String, only: &[Computed]) {
    let document = match library.open(&path, None) {
        Ok(opened) => opened,
        Err(error) => return handle.notify(Level::Error, error.to_string()),
    };
    let orders = document
        .beside(library, |context| recomputed_beside((&document.document, context), "", only));
    if orders.is_empty() {
        let text = format!("{}: all dependent fields are up to date", paths::name(&path));
        return handle.notify(Level::Info, text);
    }
    let name = format!("recompute {}", counted(orders.len() as u64, "value"));
    let edit = Edit { path, name, orders, ..Edit::default() };
    handle.send(Message::Command(Command::Edit(Box::new(edit))));
}

fn go_to(
    library: &Library,
    path: &str,
    base: &Opened,
    history: &History,
    done: usize,
) -> Result<(), String> {
    let current = library.open(path, chosen(base)).map_err(|error| error.to_string())?;
    let bytes = history.bytes_at(history.done(), current.document.source.bytes(), done);
    let bytes = bytes.ok_or_else(|| EditError::Stray.to_string())?;
    let is_as_stored = bytes == base.document.source.bytes();
    library.put_edited(&base.stored, (!is_as_stored).then_some(bytes));
    Ok(())
}

/// The format that the user chose for the file.
pub(super) fn chosen(base: &Opened) -> Option<&'static str> {
    base.chosen.then_some(base.document.format.id)
}

/// Computes the differences that saving would write.
pub fn plan(handle: &Handle, library: &Library, base: &Opened, mut plan: SavePlan) {
    match library.open(&plan.path, chosen(base)) {
        Ok(current) => check_save(library, base, &current, &mut plan),
        Err(error) => plan.refusal = Some(error.to_string()),
    }
    handle.send(Message::SavePlan(Box::new(plan)));
}

fn check_save(library: &Library, base: &Opened, current: &Opened, plan: &mut SavePlan) {
    let (before, after) = (&base.document, &current.document);
    let compared = differences(before, after, &mut |difference| {
        plan.add(difference);
        Ok(())
    });
    if let Err(error) = compared {
        plan.refusal = Some(error.to_string());
    }
    let problems = NewProblems::between(before, after);
    plan.new_problems = problems.new.iter().map(ToString::to_string).collect();
    plan.gone_problems = problems.gone;
    let inside = after.source.bytes().to_vec();
    match files_on_disk(library, vec![Replaced { opened: base, inside }]) {
        Ok(files) => plan.files = files.into_iter().map(planned).collect(),
        Err(error) => plan.refusal = Some(error.to_string()),
    }
}

fn planned(file: Changed) -> PlannedFile {
    let before = file.was.len();
    let (after, in_place) = match &file.bytes {
        NewBytes::Whole(bytes) => (bytes.len() as u64, false),
        NewBytes::Patched(_) => (before, true),
    };
    PlannedFile { path: file.path, before, after, in_place }
}

/// Writes a copy of the containing file on disk, with the edits, to another path.
pub fn copy(handle: &Handle, library: &Library, base: &Opened, to: &Path) {
    match copied(library, base, to) {
        Ok(()) => handle.notify(Level::Success, format!("Wrote {}", to.display())),
        Err(why) => handle.notify(Level::Warning, why),
    }
}

fn copied(library: &Library, base: &Opened, to: &Path) -> Result<(), String> {
    let same = |path: &Path| path.canonicalize().ok() == to.canonicalize().ok();
    if to.exists() && matches!(base.stored.origin(), Origin::File(path) if same(path)) {
        return Err("This is the open file; use Save instead.".to_owned());
    }
    let current = library.open(&base.path, chosen(base)).map_err(|error| error.to_string())?;
    let inside = current.document.source.bytes().to_vec();
    let files = match base.stored.origin() {
        // The demo, and other content that is not in a file.
        Origin::Memory => {
            let bytes = base.store(inside).map_err(|refusal| refusal.to_string())?;
            vec![Output { path: to.into(), from: None, bytes: NewBytes::Whole(bytes), was: None }]
        }
        _ => {
            let files = files_of(library, vec![Replaced { opened: base, inside }]);
            let files = files.map_err(|error| error.to_string())?;
            let several = files.len() > 1;
            let place = |path: &Path| match several {
                // The files of an archive (index and data) keep their names.
                true => to.with_file_name(path.file_name().unwrap_or_default()),
                false => to.to_path_buf(),
            };
            let output = |file: Changed| Output {
                path: place(&file.path),
                from: Some(file.path),
                bytes: file.bytes,
                was: None,
            };
            files.into_iter().map(output).collect()
        }
    };
    save(&files, false).map_err(|error| error.to_string())
}

/// Writes the containing files on disk, and drops cached content so that it is read from there.
fn write(library: &Library, path: &str, base: &Opened, keep: bool) -> Result<Outcome, String> {
    let current = library.open(path, chosen(base)).map_err(|error| error.to_string())?;
    let inside = current.document.source.bytes().to_vec();
    let files = files_on_disk(library, vec![Replaced { opened: base, inside }]);
    let files = files.map_err(|error| error.to_string())?;
    let outputs: Vec<Output> = files
        .into_iter()
        .map(|Changed { path, was, bytes }| {
            let was = Some((was.len(), was.crc32()));
            Output { path, from: None, bytes, was }
        })
        .collect();
    save(&outputs, keep).map_err(|error| error.to_string())?;
    library.put_edited(&base.stored, None);
    let name = |output: &Output| paths::name(&output.path.to_string_lossy()).to_owned();
    for output in &outputs {
        library.forget(&output.path);
    }
    let names = outputs.iter().map(name).collect();
    let base = library.open(path, chosen(base)).map_err(|error| error.to_string())?;
    Ok(Outcome::Saved { names, base })
}

/// Records the outcome in the journal of a session. Returns the path of a copy of the journal if it had other
/// changes.
fn note(
    (at, session): (PathBuf, SessionId),
    path: &str,
    history: &History,
    outcome: &Outcome,
) -> std::io::Result<Option<PathBuf>> {
    if matches!(outcome, Outcome::Refused(_) | Outcome::NotSaved(_) | Outcome::First(_)) {
        return Ok(None);
    }
    let (mut journal, copy) = Journal::open(at, session, path, history)?;
    match outcome {
        Outcome::Step { step, .. } => journal.step(step)?,
        Outcome::At(done) => journal.done(*done)?,
        Outcome::Saved { .. } => journal.saved(history.done())?,
        Outcome::Refused(_) | Outcome::NotSaved(_) | Outcome::First(_) => {}
    }
    Ok(copy)
}
