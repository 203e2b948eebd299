//! The index, as the jobs of a window share it: it is asked, and brought up to date.

pub mod search;
pub mod update;
pub mod watch;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::app::model::{Level, log};
use crate::index::{Index, Interrupt};

/// The index of the window. It is opened by the first job that needs it.
#[derive(Default)]
pub struct Shelf {
    /// Folder of the cache; `None` keeps the index in memory.
    folder: Option<PathBuf>,
    opened: OnceLock<Result<Opened, String>>,
    /// What breaks off the search of this number. Locked to put in and to take out.
    now: Mutex<Option<(u64, Interrupt)>>,
}

/// The open index.
pub struct Opened {
    pub index: Index,
    /// Why it ends with the program, where it does.
    pub in_memory: Option<String>,
}

impl Shelf {
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, ..Self::default() }
    }

    /// The folder that the index writes into.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The index; opening it may take a while.
    ///
    /// # Errors
    /// A sentence, where there is not even memory for one.
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

    /// Breaks off the search that is under way.
    pub fn interrupt(&self) {
        let now = self.now().take();
        if let Some((_, interrupt)) = now {
            interrupt.interrupt();
        }
    }

    fn now(&self) -> MutexGuard<'_, Option<(u64, Interrupt)>> {
        // A handle is a handle, also after a panic.
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Search `number` begins.
    fn begin(&self, number: u64, interrupt: Interrupt) {
        *self.now() = Some((number, interrupt));
    }

    /// Search `number` is over.
    fn end(&self, number: u64) {
        self.now().take_if(|(own, _)| *own == number);
    }
}
