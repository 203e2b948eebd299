//! What is open: files and the memory map, paths into containers, wrappers taken off, companions,
//! names behind hashes, and the documents read so far.

mod answers;
mod beside;
mod census;
pub mod demo;
mod disk;
mod edited;
mod error;
pub mod extract;
mod folder_names;
mod folders;
mod games;
mod identity;
mod installed;
mod list;
mod look;
mod map;
mod names;
mod nesting;
mod opened;
pub mod packs;
mod place;
pub mod plain;
mod real_name;
mod search;
mod sniff;
mod together;
mod walk;
pub mod when;
mod words;

use std::any::Any;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

pub use answers::Answers;
pub use census::{Census, Told};
pub use error::OpenError;
pub use games::{Game, GameBook};
pub use installed::Registries;
pub use list::Entry;
pub use names::{BUILT_IN, NameBook, TYPED, hashed};
pub use nesting::Nesting;
pub use opened::Opened;
pub use place::{Place, Stored};
pub use sniff::Sniffed;
pub use together::{Together, named_beside};
pub use walk::Visit;

use crate::bytes::{Source, SourceId};

/// Everything that is open, shared by the threads of the window or used by one command.
///
/// Its locks guard tables and nothing else: they are held to look something up or to enter it,
/// never while a file is read, a document or a scene is made, or somebody else is called. So two
/// threads may make the same thing; the first one's is used, and both get it.
#[derive(Default)]
pub struct Library {
    /// Files, members and documents that are open.
    open: identity::Identities,
    /// Files that were changed and not saved, by what they are called everywhere.
    edited: Mutex<HashMap<String, Source>>,
    /// What was read of files for the sake of others, while somebody holds it.
    companions: Mutex<HashMap<SourceId, Weak<dyn Any + Send + Sync>>>,
    /// Folders on disk as they are.
    listings: disk::Listings,
    /// Folders that were opened: companions may be in any of them.
    roots: Mutex<Vec<PathBuf>>,
    /// Folders in which files of a game were found together, by the name of the game.
    game_folders: Mutex<GameFolders>,
    /// Folders that games are registered to be in.
    installed: Mutex<installed::Installed>,
    /// Where companions are looked for besides, in order.
    search: Mutex<Vec<String>>,
    /// Names of all files in those places, once they were needed.
    root_names: Mutex<Option<Arc<folder_names::FolderNames>>>,
    /// The files of those places and of others that were asked.
    indexed: Mutex<HashMap<String, Arc<search::Root>>>,
    /// What files asked for that is not beside them.
    around: Mutex<HashMap<SourceId, search::Around>>,
    /// Names behind hashes.
    pub names: NameBook,
    /// Games by their discs and files.
    pub games: GameBook,
    /// What the user says where files leave something open.
    pub answers: Answers,
    /// Files that were looked through for names, with their lengths.
    looked_through: Mutex<HashSet<(String, u64)>>,
    /// Paths that are asked for names beside those around a file.
    consulted: Mutex<Vec<String>>,
}

/// Folders in which files of a game were found, the last ones first.
pub type GameFolders = BTreeMap<String, Vec<PathBuf>>;

/// More folders of one game than these are forgotten.
const MAX_GAME_FOLDERS: usize = 12;

impl Library {
    /// Library with nothing open, which knows the names that are built in.
    pub fn new() -> Self {
        Self { names: NameBook::built_in(), games: GameBook::built_in(), ..Self::default() }
    }

    /// The bytes of a file on disk, named `name`: as they were changed, or else the same source as
    /// long as the file is the same.
    pub(crate) fn file(&self, path: &Path, name: &str) -> std::io::Result<Source> {
        self.on_disk(path, name).map(|stored| self.current(stored))
    }

    /// Remembers a folder that the user opened.
    pub(crate) fn add_root(&self, folder: &Path) {
        let mut roots = lock(&self.roots);
        if !roots.iter().any(|known| known == folder) {
            roots.push(folder.to_path_buf());
        }
    }

    /// Where files of games were found: worth keeping for the next time.
    pub fn game_folders(&self) -> GameFolders {
        lock(&self.game_folders).clone()
    }

    /// Takes up what was known the last time.
    pub fn set_game_folders(&self, folders: GameFolders) {
        *lock(&self.game_folders) = folders;
    }

    /// Remembers that these folders hold files of a game.
    fn remember_folders(&self, game: &str, folders: impl Iterator<Item = PathBuf>) {
        let mut all = lock(&self.game_folders);
        let known = all.entry(game.to_owned()).or_default();
        for folder in folders {
            known.retain(|other| *other != folder);
            known.insert(0, folder);
        }
        known.truncate(MAX_GAME_FOLDERS);
    }
}

/// Message of the system, without its number.
pub(crate) fn in_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// A poisoned lock holds plain caches: they are as good as before the panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
