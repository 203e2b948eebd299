//! The index as shared by the jobs of a window: queries and updates.

pub mod search;
pub mod update;
pub mod watch;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::app::model::{Level, log};
use crate::index::{Index, Interrupt};

/// The index of the window, opened by the first job that needs it.
#[derive(Default)]
pub struct IndexHandle {
    /// Folder of the cache; `None` keeps the index in memory.
    folder: Option<PathBuf>,
    opened: OnceLock<Result<Opened, String>>,
    /// Number of the running search, with the handle that interrupts it. Locked only to set and clear it.
    now: Mutex<Option<(u64, Interrupt)>>,
}

/// The open index.
pub struct Opened {
    pub index: Index,
    /// Reason why it is in memory and lost on exit, if it is.
    pub in_memory: Option<String>,
}

impl IndexHandle {
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, ..Self::default() }
    }

    /// The folder of the index.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The index; opening it may take a while.
    ///
    /// # Errors
    /// A message, if not even an index in memory could be created.
    pub fn open(&self) -> Result<&Opened, String> {
        let opened = self.opened.get_or_init(|| {
            let opened = Index::open_or_in_memory(self.folder());
            let (index, why) = opened.map_err(|error| error.to_string())?;
            let why = why.map(|why| why.to_string());
            if let Some(why) = &why {
                log::add(Level::Info, why.clone());
            }
            let in_memory = why.filter(|_| !index.is_kept());
            Ok(Opened { index, in_memory })
        });
        opened.as_ref().map_err(Clone::clone)
    }

    /// Interrupts the running search.
    pub fn interrupt(&self) {
        let now = self.now().take();
        if let Some((_, interrupt)) = now {
            interrupt.interrupt();
        }
    }

    fn now(&self) -> MutexGuard<'_, Option<(u64, Interrupt)>> {
        // The value stays valid even after a panic.
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the start of search `number`.
    fn begin(&self, number: u64, interrupt: Interrupt) {
        *self.now() = Some((number, interrupt));
    }

    /// Records the end of search `number`.
    fn end(&self, number: u64) {
        self.now().take_if(|(own, _)| *own == number);
    }
}
