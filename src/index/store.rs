//! Opens the index.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::Connection;

use super::error::IndexError;
use super::location::IndexLocation;
use crate::container::io_message;

/// The index of files and their assets. It is stored in a file of the cache, or in memory if that
/// is not possible. If the file is found to be damaged, the current operation fails with an error
/// that [reports this](IndexError::is_damaged), and later operations use a new file.
pub struct Index {
    pub(super) home: IndexLocation,
    /// Keeps an index in memory alive.
    _kept: Option<Mutex<Connection>>,
}

/// Default folder of the cache: `GOURAUD_CACHE`, or the user's.
pub fn default_folder() -> Option<PathBuf> {
    let named = std::env::var_os("GOURAUD_CACHE").filter(|named| !named.is_empty());
    named.map(PathBuf::from).or_else(|| Some(dirs::cache_dir()?.join("gouraud")))
}

impl Index {
    /// Opens the index in `folder`; creates a missing one, and rebuilds a damaged one.
    ///
    /// # Errors
    /// If it cannot be written or read, or was created by a newer version of this program.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        Self::open_telling(folder).map(|(index, _)| index)
    }

    /// Like [`Index::open`], and returns the error because of which the index was rebuilt.
    fn open_telling(folder: &Path) -> Result<(Self, Option<IndexError>), IndexError> {
        let named = |error: IndexError| {
            error.with_message(|error| {
                format!("the index in {} cannot be used: {error}", folder.display())
            })
        };
        let unwritten = |error| named(IndexError::new(io_message(&error)));
        std::fs::create_dir_all(folder).map_err(unwritten)?;
        let home = IndexLocation::in_folder(&folder.canonicalize().map_err(unwritten)?);
        let number = home.number();
        let why = match home.prepare() {
            Ok(_) => None,
            Err(error) => Some(named(home.recover(number, error))),
        };
        match why {
            Some(why) if !why.is_damaged() => Err(why),
            why => Ok((Self { home, _kept: None }, why)),
        }
    }

    /// Creates an index in memory, which is lost when the program ends.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn in_memory() -> Result<Self, IndexError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let home =
            IndexLocation::Memory(format!("/gouraud-{}", NEXT.fetch_add(1, Ordering::Relaxed)));
        let kept = home.prepare()?;
        Ok(Self { home, _kept: Some(Mutex::new(kept)) })
    }

    /// Opens the index in `folder`, or creates one in memory. Also returns why it is in memory or was
    /// rebuilt.
    ///
    /// # Errors
    /// If not even an index in memory can be created.
    pub fn open_or_in_memory(
        folder: Option<&Path>,
    ) -> Result<(Self, Option<IndexError>), IndexError> {
        let nowhere = || IndexError::new("no folder for the index was found");
        match folder.ok_or_else(nowhere).and_then(Self::open_telling) {
            Ok(opened) => Ok(opened),
            Err(why) => Ok((Self::in_memory()?, Some(why))),
        }
    }

    /// Opens the index in `folder` read-only, if it cannot be written.
    ///
    /// # Errors
    /// If it does not exist or has another version.
    pub fn open_frozen(folder: &Path) -> Result<Self, IndexError> {
        let home = IndexLocation::frozen(folder);
        home.connect()?;
        Ok(Self { home, _kept: None })
    }

    /// `true` if the index persists when the program ends.
    pub fn is_kept(&self) -> bool {
        self.home.is_kept()
    }
}
