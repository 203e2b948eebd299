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
mod folders;
mod games;
mod installed;
mod list;
mod look;
mod map;
mod names;
mod opened;
pub mod packs;
mod place;
pub mod plain;
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
use std::time::SystemTime;

pub use answers::Answers;
pub use census::{Census, Told};
pub use error::OpenError;
pub use games::{Game, GameBook};
pub use installed::Registries;
pub use list::Entry;
pub use names::{BUILT_IN, NameBook, TYPED, hashed};
pub use opened::Opened;
pub use place::{Place, Stored};
pub use sniff::Sniffed;
pub use together::{Together, named_beside};
pub use walk::Visit;

use crate::bytes::{Origin, Source, SourceId};

/// Everything that is open, shared by the threads of the window or used by one command.
///
/// Its locks guard tables and nothing else: they are held to look something up or to enter it,
/// never while a file is read, a document or a scene is made, or somebody else is called. So two
/// threads may make the same thing; the first one's is kept, and both get it.
#[derive(Default)]
pub struct Library {
    /// Files read so far, with the stamp that tells whether they changed.
    files: Mutex<HashMap<PathBuf, (Stamp, Source)>>,
    /// Every source that was handed out, so that a selection can be followed to it.
    sources: Mutex<HashMap<SourceId, Source>>,
    documents: Mutex<HashMap<SourceId, Arc<Opened>>>,
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
    /// Files that were looked through for names.
    looked_through: Mutex<HashSet<SourceId>>,
    /// Paths that are asked for names beside those around a file.
    consulted: Mutex<Vec<String>>,
}

/// Folders in which files of a game were found, the last ones first.
pub type GameFolders = BTreeMap<String, Vec<PathBuf>>;

/// More folders of one game than these are forgotten.
const MAX_GAME_FOLDERS: usize = 12;

type Stamp = (u64, Option<SystemTime>);

/// Files larger than this are mapped instead of read.
const MAP_FROM: u64 = 16 << 20;

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

    /// The bytes of a file as they are on disk.
    fn on_disk(&self, path: &Path, name: &str) -> std::io::Result<Source> {
        // A pipe would be waited for.
        if !std::fs::metadata(path)?.is_file() {
            return Err(std::io::Error::other("this is no file with bytes to read"));
        }
        let file = std::fs::File::open(path)?;
        let meta = file.metadata()?;
        let stamp: Stamp = (meta.len(), meta.modified().ok());
        let key = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if let Some((known, source)) = lock(&self.files).get(&key)
            && *known == stamp
        {
            return Ok(source.clone());
        }
        let store =
            if meta.len() >= MAP_FROM { map::map(&file)? } else { Arc::new(std::fs::read(path)?) };
        let source = Source::from_file(name, path.to_path_buf(), store);
        self.remember(&source);
        let kept = self.first_read(key, stamp, &source);
        if kept.id() != source.id() {
            self.drop_sources(&HashSet::from([source.id()]));
        }
        Ok(kept)
    }

    /// The source by which a file is known from now on: `read`, unless somebody else has read the
    /// same file meanwhile.
    fn first_read(&self, key: PathBuf, stamp: Stamp, read: &Source) -> Source {
        let mut files = lock(&self.files);
        match files.get(&key) {
            Some((known, source)) if *known == stamp => source.clone(),
            _ => {
                files.insert(key, (stamp, read.clone()));
                read.clone()
            }
        }
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

    pub(crate) fn remember(&self, source: &Source) {
        lock(&self.sources).insert(source.id(), source.clone());
    }

    /// The source with this id, if it is still known.
    pub fn source(&self, id: SourceId) -> Option<Source> {
        lock(&self.sources).get(&id).cloned()
    }

    /// True when the document of this file is there already.
    pub fn is_open(&self, stored: &Source) -> bool {
        lock(&self.documents).contains_key(&stored.id())
    }

    /// Forgets a document that is no longer looked at, with every layer of it, so that a walk over
    /// a whole disc does not keep it all. Whoever still holds it may go on using it.
    pub fn close(&self, opened: &Opened) {
        let mut documents = lock(&self.documents);
        documents.retain(|_, other| !std::ptr::eq(&**other, opened));
        // What is read as another format meanwhile stays.
        let layers = opened.layers().map(Source::id).filter(|id| !documents.contains_key(id));
        let layers: HashSet<SourceId> = layers.collect();
        drop(documents);
        self.drop_sources(&layers);
    }

    /// Forgets a source, with the document made of it if there is one.
    pub fn close_source(&self, source: &Source) {
        let opened = lock(&self.documents).remove(&source.id());
        opened.into_iter().for_each(|opened| self.close(&opened));
        self.drop_sources(&HashSet::from([source.id()]));
    }

    /// Forgets everything made from the file at `path`, so that it is read again: what it unpacks
    /// to and the files inside it too. The old sources stay valid for whoever holds them.
    pub fn forget(&self, path: &Path) {
        let key = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let current = lock(&self.files).remove(&key).map(|(_, source)| source.id());
        let opened: Vec<Arc<Opened>> = lock(&self.documents).values().cloned().collect();
        let mut known: BTreeMap<SourceId, Origin> = BTreeMap::new();
        let layers = opened.iter().flat_map(|opened| opened.layers());
        known.extend(layers.map(|source| (source.id(), source.origin().clone())));
        let sources = lock(&self.sources);
        known.extend(sources.values().map(|source| (source.id(), source.origin().clone())));
        drop(sources);
        let mut gone: HashSet<SourceId> = current.into_iter().collect();
        // What is made of a source is younger, and has the larger number.
        for (id, origin) in known {
            let is_gone = match origin {
                // One that was read before the file changed.
                Origin::File(file) => file == path || file == key,
                Origin::Pieces(pieces) => {
                    pieces.runs().iter().any(|run| gone.contains(&run.from.id()))
                }
                origin => origin.holder().is_some_and(|holder| gone.contains(&holder)),
            };
            if is_gone {
                gone.insert(id);
            }
        }
        let is_gone = |opened: &Opened| opened.layers().any(|source| gone.contains(&source.id()));
        lock(&self.documents).retain(|_, opened| !is_gone(opened));
        self.drop_sources(&gone);
    }

    fn drop_sources(&self, gone: &HashSet<SourceId>) {
        let mut sources = lock(&self.sources);
        gone.iter().for_each(|id| drop(sources.remove(id)));
        drop(sources);
        lock(&self.around).retain(|id, _| !gone.contains(id));
        lock(&self.files).retain(|_, (_, file)| !gone.contains(&file.id()));
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
