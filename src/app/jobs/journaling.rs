//! Journals of edited files, from which unsaved changes are restored after a crash.

use std::path::PathBuf;

use super::Handle;
use crate::app::model::Level;
use crate::app::model::document::paths;
use crate::container::io_message;
use crate::edit::History;
use crate::edit::journal::{Journal, Stored};
use crate::library::{Library, Opened};

/// The edit history of the file at `path` from before the program ended, if it has unsaved steps; these
/// are applied. Reports changes that cannot be restored.
pub fn resume(
    handle: &Handle,
    library: &Library,
    path: &str,
    base: &Opened,
    journal: PathBuf,
) -> Option<History> {
    let name = paths::name(path);
    let warn = |text: String| handle.notify(Level::Warning, text);
    let Stored { history, copy, .. } = match Journal::read(&journal) {
        Ok(stored) => stored,
        Err(error) => {
            let why = io_message(&error);
            warn(format!(
                "Unsaved changes of {name} in {} cannot be read: {why}.",
                journal.display()
            ));
            return None;
        }
    };
    if let Some(copy) = copy {
        warn(format!(
            "Some unsaved changes of {name} cannot be read, or were made by a newer version. They are kept in \
             {}.",
            copy.display()
        ));
    }
    let (_, mut history) = history.filter(|(stored, _)| stored == path)?;
    let source = &base.document.source;
    let Some(at) = history.place_of(source.crc32()) else {
        if history.is_dirty() {
            warn(format!(
                "{name} was changed by another program, so its unsaved changes no longer apply. They are kept \
                 in {}.",
                journal.display()
            ));
        }
        return None;
    };
    history.mark_saved(at);
    if history.is_dirty() {
        let bytes = history.bytes_at(at, source.bytes(), history.done())?;
        library.put_edited(&base.stored, Some(bytes));
    }
    Some(history)
}
