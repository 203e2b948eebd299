//! The index that `find` and `index` use, and what they say when it cannot be used.

use std::path::PathBuf;

use super::progress::Progress;
use super::session::Session;
use crate::index::{Index, IndexError, Root, Updated, Watch, default_folder};
use crate::library::{Library, OpenError};

/// `--cache`, which says where the index lives.
#[derive(clap::Args, Debug, Default)]
pub struct Cache {
    /// Folder of the index; otherwise what the environment's GOURAUD_CACHE says, or the user's cache
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

impl Cache {
    /// The index for a question about what it knows: one that cannot be written is read as it is.
    ///
    /// # Errors
    /// Where there is not even memory.
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
                session.say(format_args!("{why}; it is read as it is"));
                Ok(index)
            }
            Err(_) => self.open(session),
        }
    }

    /// The index, or one in memory; why is said.
    ///
    /// # Errors
    /// Where there is not even memory.
    pub fn open(&self, session: &Session) -> Result<Index, IndexError> {
        let folder = self.cache.clone().or_else(default_folder);
        let (index, why) = Index::open_or_in_memory(folder.as_deref())?;
        if let Some(why) = why {
            session.say(why);
        }
        Ok(index)
    }
}

/// Progress of an update on a terminal.
pub struct Watching {
    progress: Progress,
    /// Locked to enter a sentence, and to take all out at the end.
    failed: std::sync::Mutex<Vec<String>>,
}

impl Watching {
    pub fn new() -> Self {
        Self { progress: Progress::on_terminal(), failed: std::sync::Mutex::default() }
    }

    /// Takes the line away, and says what could not be listed.
    pub fn end(self, session: &Session) {
        drop(self.progress);
        let failed = self.failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        failed.iter().for_each(|why| session.say(why));
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

    fn anew(&self, why: &IndexError) {
        let mut failed = self.failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        failed.push(format!("the index cannot be used: {why}"));
    }
}

/// Brings the roots up to date.
///
/// # Errors
/// Where the index cannot be written.
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

/// The roots at which something is; the others are told.
pub fn roots(session: &mut Session, paths: &[String]) -> Vec<Root> {
    let is_there = |library: &Library, path: &str| library.is_there(path);
    let mut roots = Vec::new();
    for path in paths {
        if is_there(&session.library, path) {
            roots.push(Root::new(path));
        } else {
            session.fail(format_args!("{path}: there is no such file or folder"));
        }
    }
    roots
}
