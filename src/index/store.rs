//! The index: how it is opened.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::Connection;

use super::error::IndexError;
use super::home::Home;
use crate::library::in_words;

/// What is on the shelf: files, and the assets in them. It lives in a file of the cache, or in memory
/// where that cannot be. Where the file turns out to be damaged, whatever is asked or written ends with
/// an error that [says so](IndexError::is_damaged), and goes to a new file from then on.
pub struct Index {
    pub(super) home: Home,
    /// Keeps an index in memory alive; nothing is asked of it.
    _kept: Option<Mutex<Connection>>,
}

/// The folder of the cache where nobody names one: that of `GOURAUD_CACHE`, else the user's.
pub fn default_folder() -> Option<PathBuf> {
    let named = std::env::var_os("GOURAUD_CACHE").filter(|named| !named.is_empty());
    named.map(PathBuf::from).or_else(|| Some(dirs::cache_dir()?.join("gouraud")))
}

impl Index {
    /// The index in `folder`, made where there is none, and anew where it is damaged.
    ///
    /// # Errors
    /// A sentence, where it cannot be written or read, or was made by a newer version of this program.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        Self::open_telling(folder).map(|(index, _)| index)
    }

    /// The same, with the error for which it was made anew.
    fn open_telling(folder: &Path) -> Result<(Self, Option<IndexError>), IndexError> {
        let named = |error: IndexError| {
            error.say(|error| format!("the index in {} cannot be used: {error}", folder.display()))
        };
        let unwritten = |error| named(IndexError::new(in_words(&error)));
        std::fs::create_dir_all(folder).map_err(unwritten)?;
        let home = Home::in_folder(&folder.canonicalize().map_err(unwritten)?);
        let number = home.number();
        let why = match home.prepare() {
            Ok(_) => None,
            Err(error) => Some(named(home.judge(number, error))),
        };
        match why {
            Some(why) if !why.is_damaged() => Err(why),
            why => Ok((Self { home, _kept: None }, why)),
        }
    }

    /// An index in memory, which ends with the program.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn in_memory() -> Result<Self, IndexError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let home = Home::Memory(format!("/gouraud-{}", NEXT.fetch_add(1, Ordering::Relaxed)));
        let kept = home.prepare()?;
        Ok(Self { home, _kept: Some(Mutex::new(kept)) })
    }

    /// The index in `folder`, or one in memory. A sentence says why it is in memory, or was made anew.
    ///
    /// # Errors
    /// Where there is not even memory.
    pub fn open_or_in_memory(
        folder: Option<&Path>,
    ) -> Result<(Self, Option<IndexError>), IndexError> {
        let nowhere = || IndexError::new("there is no folder for the index");
        match folder.ok_or_else(nowhere).and_then(Self::open_telling) {
            Ok(opened) => Ok(opened),
            Err(why) => Ok((Self::in_memory()?, Some(why))),
        }
    }

    /// The index in `folder` as it is, where it cannot be written: what it knows can be asked, and
    /// nothing is added.
    ///
    /// # Errors
    /// A sentence, where there is none, or none of this version.
    pub fn open_frozen(folder: &Path) -> Result<Self, IndexError> {
        let home = Home::frozen(folder);
        home.connect()?;
        Ok(Self { home, _kept: None })
    }

    /// Whether it is kept when the program ends.
    pub fn is_kept(&self) -> bool {
        self.home.is_kept()
    }
}
