//! Open files: file access, paths into containers, unpacked wrappers, companions, hash
//! names, and documents.

mod census;
mod combined_scene;
mod companions;
pub mod demo;
mod description_folders;
mod descriptions;
pub mod disk;
mod edited;
mod error;
pub mod extract;
mod face_query;
mod folder_names;
mod folders;
pub mod game_installs;
mod games;
mod identity;
mod large_file;
mod list;
pub mod made_values;
mod meanings;
pub mod names;
mod nesting;
mod opened;
mod pairing;
mod palettes;
pub mod plain;
mod read_options;
mod resolve;
mod search_locations;
mod sniff;
pub mod timestamp;
mod traverse;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use census::{Census, CensusReport};
pub use combined_scene::{CombinedScene, named_beside};
pub use companions::Companions;
pub use description_folders::{
    Described, DescriptionFolders, default_formats_folder, description_text, edited_path,
    is_description, mistakes, shipped_text,
};
pub use descriptions::Descriptions;
pub use error::OpenError;
pub use face_query::{FaceName, FaceQuery, PROPERTIES, face_names};
pub use game_installs::Registries;
pub use games::{Game, GameBook};
pub use identity::CompanionData;
pub use list::Entry;
pub use meanings::{Meanings, ReferenceTarget};
pub use names::{BUILT_IN, NameBook, TYPED, hashed};
pub use nesting::Nesting;
pub use opened::{Candidate, Opened};
pub use pairing::{FileList, FilePair, NamedFile, is_same_name};
pub use palettes::VisitPalettes;
pub use read_options::ReadOptions;
pub use resolve::{ContainerPosition, ResolvedPath};
pub use search_locations::add_location;
pub use sniff::Sniffed;
pub use traverse::Visit;

use crate::bytes::{Source, SourceId};

/// All open files, shared by the threads of the window or used by one command.
///
/// Its locks only protect tables: they are held for look-ups and insertions, never while a file is read,
/// a document or scene is built, or other code is called. Two threads may therefore build the same
/// object; both get the one that was finished first.
#[derive(Default)]
pub struct Library {
    /// Open files, members and documents.
    open: identity::Identities,
    /// Files with unsaved edits, by a key that does not depend on how they were reached.
    edited: Mutex<HashMap<String, Source>>,
    /// Data read from companions, while it is in use.
    companions: Mutex<identity::CompanionData>,
    /// Listings of folders on disk.
    listings: disk::Listings,
    /// Folders that the user opened: companions may be in any of them.
    roots: Mutex<Vec<PathBuf>>,
    /// Folders in which files of a game were found together, by name of the game.
    game_folders: Mutex<GameFolders>,
    /// `true` if such folders are recorded as they are found.
    records_folders: AtomicBool,
    /// Installation folders of games.
    installed: Mutex<game_installs::Installed>,
    /// Search locations for companions, in order.
    search: Mutex<Vec<String>>,
    /// Number of changes of the locations in which companions and names are searched for.
    locations: AtomicU64,
    /// Names of all files in the search locations, once they are needed.
    root_names: Mutex<Option<Arc<folder_names::FolderNames>>>,
    /// Files of each search location, and of other locations that were searched.
    indexed: Mutex<HashMap<String, Arc<search_locations::Root>>>,
    /// Companions that files requested and that are not siblings.
    around: Mutex<HashMap<SourceId, search_locations::FoundCompanions>>,
    /// Hash names.
    pub names: NameBook,
    /// Games by their discs and files.
    pub games: GameBook,
    /// The user's read options.
    pub answers: ReadOptions,
    /// Formats that the user described.
    pub descriptions: Descriptions,
    /// Files that were searched for names, with their lengths.
    looked_through: Mutex<HashSet<(String, u64)>>,
    /// Additional paths that are searched for names.
    consulted: Mutex<Vec<String>>,
}

/// Folders in which files of a game were found, the most recent first.
pub type GameFolders = BTreeMap<String, Vec<PathBuf>>;

/// Maximum number of remembered folders per game.
const MAX_GAME_FOLDERS: usize = 12;

impl Library {
    /// A library without open files, with the built-in names.
    pub fn new() -> Self {
        Self { names: NameBook::built_in(), games: GameBook::built_in(), ..Self::default() }
    }

    /// The content of a file on disk, named `name`: its edited version, otherwise the same source while the
    /// file is unchanged.
    pub fn file(&self, path: &Path, name: &str) -> std::io::Result<Source> {
        self.on_disk(path, name).map(|stored| self.current(stored))
    }

    /// Registers a folder that the user opened.
    pub(crate) fn add_root(&self, folder: &Path) {
        let mut roots = lock(&self.roots);
        if !roots.iter().any(|known| known == folder) {
            roots.push(folder.to_path_buf());
            self.change_locations();
        }
    }

    /// Records that a location was added or removed.
    fn change_locations(&self) {
        self.locations.fetch_add(1, Ordering::Relaxed);
    }

    /// Folders of games, to be stored for the next session.
    pub fn game_folders(&self) -> GameFolders {
        lock(&self.game_folders).clone()
    }

    /// Restores the folders from the last session.
    pub fn set_game_folders(&self, folders: GameFolders) {
        *lock(&self.game_folders) = folders;
        self.change_locations();
    }

    /// Restores the folders from the last session, and records new ones from now on. Companions of a file
    /// then depend on the files that were opened before it, which a traversal must not permit.
    pub fn record_game_folders(&self, folders: GameFolders) {
        self.set_game_folders(folders);
        self.records_folders.store(true, Ordering::Relaxed);
    }

    /// Records that these folders contain files of a game.
    fn remember_folders(&self, game: &str, folders: impl Iterator<Item = PathBuf>) {
        let mut all = lock(&self.game_folders);
        let known = all.entry(game.to_owned()).or_default();
        let before = known.clone();
        for folder in folders {
            known.retain(|other| *other != folder);
            known.insert(0, folder);
        }
        known.truncate(MAX_GAME_FOLDERS);
        if known.len() != before.len() || known.iter().any(|folder| !before.contains(folder)) {
            self.change_locations();
        }
    }
}

/// Locks a mutex; after a panic its content is still valid, since it is a cache.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
