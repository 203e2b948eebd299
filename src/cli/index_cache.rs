//! Opens the index for `find` and `index`, and reports if it cannot be used.

use std::path::PathBuf;

use super::progress::Progress;
use super::session::Session;
use crate::index::{Index, IndexError, Root, Updated, Watch, default_folder};
use crate::library::{Library, OpenError};

/// The `--cache` option, the location of the index.
#[derive(clap::Args, Debug, Default)]
pub struct Cache {
    /// Folder of the index; by default, the environment variable GOURAUD_CACHE, or the user's cache
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

impl Cache {
    /// Opens the index for searching; an index that cannot be written is opened read-only.
    ///
    /// # Errors
    /// If not even an index in memory can be created.
    pub fn open_to_ask(&self, session: &Session) -> Result<Index, IndexError> {
        let Some(folder) = self.cache.clone().or_else(default_folder) else {
            return self.open(session);
        };
        let why = match Index::open(&folder) {
            Ok(index) => return Ok(index),
            Err(why) => why,
        };
        match Index::open_frozen(&folder) {
            Ok(index) => {
                session.notify(format_args!("{why}; opened read-only"));
                Ok(index)
            }
            Err(_) => self.open(session),
        }
    }

    /// Opens the index, or one in memory, and reports the reason.
    ///
    /// # Errors
    /// If not even an index in memory can be created.
    pub fn open(&self, session: &Session) -> Result<Index, IndexError> {
        let folder = self.cache.clone().or_else(default_folder);
        let (index, why) = Index::open_or_in_memory(folder.as_deref())?;
        if let Some(why) = why {
            session.notify(why);
        }
        Ok(index)
    }
}

/// Progress of an update on a terminal.
pub struct Watching {
    progress: Progress,
    /// Error messages, printed at the end.
    failed: std::sync::Mutex<Vec<String>>,
}

impl Watching {
    pub fn new() -> Self {
        Self { progress: Progress::on_terminal(), failed: std::sync::Mutex::default() }
    }

    /// Clears the line, and reports paths that could not be listed.
    pub fn end(self, session: &Session) {
        drop(self.progress);
        let failed = self.failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        failed.iter().for_each(|why| session.notify(why));
    }
}

impl Watch for Watching {
    fn expect(&self, files: usize) {
        self.progress.expect(files);
    }

    fn read(&self, path: &str) {
        self.progress.show(path);
    }

    fn done(&self) {
        self.progress.count();
    }

    fn fail(&self, error: OpenError) {
        let mut failed = self.failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        failed.push(error.to_string());
    }

    fn rebuilding(&self, why: &IndexError) {
        let mut failed = self.failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        failed.push(format!("the index cannot be used: {why}"));
    }
}

/// Updates the index for the roots.
///
/// # Errors
/// If the index cannot be written.
pub fn update(
    session: &mut Session,
    index: &Index,
    roots: &[Root],
) -> Result<Vec<Updated>, IndexError> {
    let mut all = Vec::new();
    for root in roots {
        let watching = Watching::new();
        let updated = index.update(&session.library, root, 0, &watching);
        watching.end(session);
        all.push(updated?);
    }
    Ok(all)
}

/// The existing roots; reports missing ones.
pub fn roots(session: &mut Session, paths: &[String]) -> Vec<Root> {
    let is_there = |library: &Library, path: &str| library.is_there(path);
    let mut roots = Vec::new();
    for path in paths {
        if is_there(&session.library, path) {
            roots.push(Root::new(path));
        } else {
            session.fail(format_args!("{path}: no such file or folder"));
        }
    }
    roots
}
