//! Journals of edited files: continued, restored after a crash, and copied before anything in them is lost.

use std::path::{Path, PathBuf};

use crate::app::model::document::paths;
use crate::edit::History;
use crate::edit::journal::Journal;
use crate::library::{Library, Opened};

/// Opens the journal of a file, or creates one with this history. If that replaces a journal with the changes
/// of another window, the old journal is copied first, and the path of the copy is returned, too.
pub fn journal_for(
    at: PathBuf,
    path: &str,
    history: &History,
) -> std::io::Result<(Journal, Option<PathBuf>)> {
    let is_whole = |(_, name, kept): &(Journal, String, History)| name == path && kept == history;
    if let Some((journal, ..)) = Journal::resume(at.clone()).filter(is_whole) {
        return Ok((journal, None));
    }
    let copy = Journal::copy_other(&at, history);
    Ok((Journal::begin(at, path, history)?, copy))
}

/// A warning if the journal of the file at `path` cannot be read completely. The journal then is copied, and
/// the original ends before the first unreadable line.
pub fn warn_of_journal(path: &str, journal: &Path) -> Option<String> {
    let copy = Journal::copy_unreadable(journal)?;
    if Journal::resume(journal.to_owned()).is_none() {
        // So that the warning appears once.
        let _ = std::fs::remove_file(journal);
    }
    Some(format!(
        "Some unsaved changes of {} cannot be read, or were made by a newer version. They are kept in {}.",
        paths::name(path),
        copy.display()
    ))
}

/// The edit history of the file at `path` from before the program ended, if it has unsaved steps; these
/// are applied. The error is the reason why it cannot be restored.
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
                "{name} was changed by another program, so its unsaved changes no longer apply. They \
                 are kept in {}.",
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
