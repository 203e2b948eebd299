//! The jobs that change files: orders are carried out, steps undone, and files saved.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Handle, Message};
use crate::app::model::edits::Edit;
use crate::app::model::{Level, paths};
use crate::app::model::save_plan::{PlannedFile, SavePlan};
use crate::edit::journal::Journal;
use crate::edit::save::{Output, save};
use crate::edit::{Changed, EditError, History, Replaced, Step, differences, files_of};
use crate::formats::{Document, NewBytes};
use crate::library::{Library, Opened};

/// What is done to a file.
pub enum Work {
    /// Something new.
    Edit(Edit),
    /// So many steps are to be done.
    GoTo(usize),
    /// It is written to disk; the old file is kept.
    Save { keep: bool },
}

/// A file, and all that a job needs to change it.
pub struct Task {
    pub path: String,
    /// The file as it is on disk.
    pub base: Arc<Opened>,
    pub history: Arc<History>,
    /// Where its journal is, or is to be.
    pub journal: Option<PathBuf>,
    pub work: Work,
}

/// What came of it.
pub enum Outcome {
    Step(Step),
    At(usize),
    /// The files that were written, and how the file is on disk from now on.
    Saved { names: Vec<String>, base: Arc<Opened> },
    /// It could not be done; the sentence says why.
    Refused(String),
}

/// Carries out one thing, and keeps it in the journal.
pub fn carry_out(handle: &Handle, library: &Library, task: Task) {
    let Task { path, base, history, journal, work } = task;
    let outcome = match work {
        Work::Edit(edit) => step(library, &path, &base, edit).map(Outcome::Step),
        Work::GoTo(done) => go_to(library, &path, &base, &history, done).map(|()| Outcome::At(done)),
        Work::Save { keep } => write(library, &path, &base, keep),
    };
    let outcome = outcome.unwrap_or_else(Outcome::Refused);
    if let Some(at) = journal
        && let Err(error) = note(at, &path, &history, &outcome)
    {
        let text = format!("The change is made, but not kept for the case of a crash: {error}");
        handle.notify(Level::Warning, text);
    }
    handle.send(Message::Edited { path, outcome: Box::new(outcome) });
}

/// Opens a file that is to be changed and is not on show.
pub fn open_for(handle: &Handle, library: &Library, edit: Edit) {
    match library.open(&edit.path, None) {
        Ok(base) => handle.send(Message::ToEdit { base, edit: Box::new(edit) }),
        Err(error) => {
            let outcome = Box::new(Outcome::Refused(error.to_string()));
            handle.send(Message::Edited { path: edit.path, outcome });
        }
    }
}

fn step(library: &Library, path: &str, base: &Opened, edit: Edit) -> Result<Step, String> {
    let current = library.open(path, chosen(base)).map_err(|error| error.to_string())?;
    let Edit { name, orders, .. } = edit;
    let made = Step::carry_out(name, &current.document, orders);
    let (step, changed) = made.map_err(|error| error.to_string())?;
    library.put_edited(&base.stored, Some(changed.source.bytes().to_vec()));
    Ok(step)
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

fn chosen(base: &Opened) -> Option<&'static str> {
    base.chosen.then_some(base.document.format.id)
}

/// Finds out what saving would change.
pub fn plan(handle: &Handle, library: &Library, base: &Opened, mut plan: SavePlan) {
    match library.open(&plan.path, chosen(base)) {
        Ok(current) => look(library, base, &current, &mut plan),
        Err(error) => plan.refusal = Some(error.to_string()),
    }
    handle.send(Message::SavePlan(Box::new(plan)));
}

fn look(library: &Library, base: &Opened, current: &Opened, plan: &mut SavePlan) {
    let (before, after) = (&base.document, &current.document);
    let compared = differences(before, after, &mut |difference| {
        plan.add(difference);
        Ok(())
    });
    if let Err(error) = compared {
        plan.refusal = Some(error.to_string());
    }
    let told = |document: &Document| -> BTreeSet<String> {
        document.problems.iter().map(|problem| problem.to_string()).collect()
    };
    let (old, new) = (told(before), told(after));
    plan.new_problems = new.difference(&old).cloned().collect();
    plan.gone_problems = old.difference(&new).count();
    match files_of(library, vec![Replaced { opened: base, inside: after.source.bytes().to_vec() }]) {
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

/// Writes the files on disk that hold it, and lets everybody have them from there.
fn write(library: &Library, path: &str, base: &Opened, keep: bool) -> Result<Outcome, String> {
    let current = library.open(path, chosen(base)).map_err(|error| error.to_string())?;
    let inside = current.document.source.bytes().to_vec();
    let files = files_of(library, vec![Replaced { opened: base, inside }]);
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

/// Writes down what was done.
fn note(at: PathBuf, path: &str, history: &History, outcome: &Outcome) -> std::io::Result<()> {
    if matches!(outcome, Outcome::Refused(_)) {
        return Ok(());
    }
    let is_whole = |(_, name, kept): &(Journal, String, History)| name == path && kept == history;
    let known = Journal::resume(at.clone()).filter(is_whole);
    let mut journal = match known {
        Some((journal, ..)) => journal,
        None => Journal::begin(at, path, history)?,
    };
    match outcome {
        Outcome::Step(step) => journal.step(step),
        Outcome::At(done) => journal.done(*done),
        Outcome::Saved { .. } => journal.saved(history.done()),
        Outcome::Refused(_) => Ok(()),
    }
}

/// What was done to the file at `path` before the program ended the last time, if anything of it
/// is not saved: the file then stands as it was left. The sentence says so, or why that cannot be.
pub fn resume(
    library: &Library,
    path: &str,
    base: &Opened,
    journal: PathBuf,
) -> Option<Result<History, String>> {
    let (_, name, mut history) = Journal::resume(journal.clone())?;
    if name != path {
        return None;
    }
    let source = &base.document.source;
    let Some(at) = history.place_of(source.crc32()) else {
        return history.is_dirty().then(|| {
            let name = paths::name(path);
            Err(format!(
                "{name} was changed by another program: what was done to it here and not saved is \
                 in {} and does not fit any more.",
                journal.display()
            ))
        });
    };
    history.mark_saved(at);
    if history.is_dirty() {
        let bytes = history.bytes_at(at, source.bytes(), history.done())?;
        library.put_edited(&base.stored, Some(bytes));
    }
    Some(Ok(history))
}

