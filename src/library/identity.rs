//! Identity of files and members: each is opened once, shared, and released when it is no longer used.
//!
//! The tables contain weak references. A member holds its container, and a scene its companions, so
//! nothing in use can be released, whatever is closed. The last opened containers are held a while
//! longer, since a path into one is resolved for each of its members.

use std::any::Any;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};
use std::time::SystemTime;

use super::large_file::LargeFile;
use super::{Library, Opened, lock};
use crate::bytes::{Origin, Source, SourceId, WeakSource};
use crate::container::ParsedContent;

/// Length and time of a file, to detect changes.
pub(super) type FileStamp = (u64, Option<SystemTime>);

/// Files of this size and larger are read on demand.
const MIN_LARGE: u64 = 16 << 20;
/// Number of unused documents that stay open.
const MAX_RECENT: usize = 16;
/// Number of table entries at which unused ones are dropped for the first time.
const FIRST_SWEEP: usize = 1024;

/// Files, members and documents in use.
#[derive(Default)]
pub(super) struct Identities {
    /// Files on disk, with their stamps at the time of reading.
    files: Mutex<HashMap<PathBuf, (FileStamp, WeakSource)>>,
    /// All sources, so that a selection can be resolved to its source.
    sources: Mutex<Sources>,
    /// Documents by the file as stored, and by the content of its wrappers.
    documents: Mutex<HashMap<SourceId, Weak<Opened>>>,
    /// The last documents that were opened and not closed, the newest last.
    recent: Mutex<VecDeque<Arc<Opened>>>,
}

#[derive(Default)]
struct Sources {
    all: HashMap<SourceId, WeakSource>,
    /// Number of entries at which the unused ones are dropped.
    sweep_at: usize,
}

impl Sources {
    /// Adds a source; `true` if unused entries were dropped; the caller then does the same in the
    /// other tables.
    fn insert(&mut self, source: &Source) -> bool {
        self.all.insert(source.id(), source.downgrade());
        let is_due = self.all.len() >= self.sweep_at.max(FIRST_SWEEP);
        if is_due {
            self.all.retain(|_, source| !source.is_unused());
            self.sweep_at = self.all.len().saturating_mul(2);
        }
        is_due
    }
}

/// Data read from companions, by source, while it is in use.
#[derive(Debug, Default)]
pub struct CompanionData {
    by_source: HashMap<SourceId, Weak<dyn Any + Send + Sync>>,
    /// Number of entries at which the unused ones are dropped.
    sweep_at: usize,
}

impl CompanionData {
    /// Adds data, which is dropped when nothing else uses it.
    pub fn insert(&mut self, source: SourceId, read: &ParsedContent) {
        if self.by_source.len() >= self.sweep_at.max(FIRST_SWEEP) {
            self.by_source.retain(|_, read| read.strong_count() > 0);
            self.sweep_at = self.by_source.len().saturating_mul(2);
        }
        self.by_source.insert(source, Arc::downgrade(read));
    }

    /// The data of a source, if it is in use.
    pub fn get(&self, source: SourceId) -> Option<ParsedContent> {
        self.by_source.get(&source)?.upgrade()
    }
}

impl Library {
    /// The content of a file on disk: the same source while it is in use and the file is unchanged.
    pub(super) fn on_disk(&self, path: &Path, name: &str) -> std::io::Result<Source> {
        // Opening a pipe would block.
        if !std::fs::metadata(path)?.is_file() {
            return Err(std::io::Error::other("not a regular file"));
        }
        let file = std::fs::File::open(path)?;
        let meta = file.metadata()?;
        let stamp: FileStamp = (meta.len(), meta.modified().ok());
        let key = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        self.once(key, stamp, || {
            let path = path.to_path_buf();
            if meta.len() >= MIN_LARGE {
                let last = name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
                let file = Arc::new(LargeFile::new(last, file, meta.len()));
                return Ok(Source::from_large_file(name, path, file));
            }
            let bytes = std::fs::read(&path)?;
            Ok(Source::from_file(name, path, Arc::new(bytes)))
        })
    }

    /// The source with this `key`, if it is in use and has this stamp; otherwise the result of `read`.
    pub(super) fn once(
        &self,
        key: PathBuf,
        stamp: FileStamp,
        read: impl FnOnce() -> std::io::Result<Source>,
    ) -> std::io::Result<Source> {
        let known = |files: &HashMap<PathBuf, (FileStamp, WeakSource)>| {
            files.get(&key).filter(|(known, _)| *known == stamp)?.1.upgrade()
        };
        if let Some(source) = known(&lock(&self.open.files)) {
            return Ok(source);
        }
        let source = read()?;
        let mut files = lock(&self.open.files);
        // Another thread may have read the file in the meantime.
        if let Some(source) = known(&files) {
            return Ok(source);
        }
        files.insert(key, (stamp, source.downgrade()));
        drop(files);
        self.remember(&source);
        Ok(source)
    }

    pub(crate) fn remember(&self, source: &Source) {
        if !lock(&self.open.sources).insert(source) {
            return;
        }
        lock(&self.open.files).retain(|_, (_, file)| !file.is_unused());
        lock(&self.open.documents).retain(|_, opened| opened.strong_count() > 0);
        let is_used = |id: &SourceId| lock(&self.open.sources).all.contains_key(id);
        lock(&self.around).retain(|id, _| is_used(id));
    }

    /// The source with this id, if it is in use.
    pub fn source(&self, id: SourceId) -> Option<Source> {
        lock(&self.open.sources).all.get(&id)?.upgrade()
    }

    /// The open document of a file as stored, or of the content of its wrappers.
    pub(super) fn document(&self, id: SourceId) -> Option<Arc<Opened>> {
        lock(&self.open.documents).get(&id)?.upgrade()
    }

    /// `true` if the document of this file is open.
    pub fn is_open(&self, stored: &Source) -> bool {
        self.document(stored.id()).is_some()
    }

    /// The container from which a member was opened; for a source that is part of a file, that file.
    pub(crate) fn container_of(&self, source: &Source) -> Option<Arc<Opened>> {
        source.container().or_else(|| {
            let holder = self.source(source.origin().holder()?)?;
            self.open_source(&holder, None).ok()
        })
    }

    /// Registers a document. If another thread has opened the file in the meantime, that document is
    /// returned, unless this one `replaces` it.
    pub(super) fn enter(&self, opened: Arc<Opened>, replaces: bool) -> Arc<Opened> {
        let stored = opened.stored.id();
        let mut documents = lock(&self.open.documents);
        let other = documents.get(&stored).and_then(Weak::upgrade);
        if let Some(other) = &other
            && !replaces
        {
            return other.clone();
        }
        documents.insert(stored, Arc::downgrade(&opened));
        documents.insert(opened.document.source.id(), Arc::downgrade(&opened));
        drop(documents);
        opened.layers().for_each(|layer| self.remember(layer));
        opened.document.tree.parts().iter().for_each(|part| self.remember(part));
        other.iter().for_each(|other| self.close(other));
        self.hold(&opened);
        opened
    }

    /// Keeps a document open for a while.
    pub(super) fn hold(&self, opened: &Arc<Opened>) {
        let mut recent = lock(&self.open.recent);
        match recent.iter().position(|other| Arc::ptr_eq(other, opened)) {
            Some(at) if at + 1 == recent.len() => return,
            Some(at) => drop(recent.remove(at)),
            None => {}
        }
        recent.push_back(opened.clone());
        let oldest = if recent.len() > MAX_RECENT { recent.pop_front() } else { None };
        // Freeing it may take a while, which must not happen under the lock.
        drop(recent);
        drop(oldest);
    }

    /// Closes a document. Existing references to it stay valid.
    pub fn close(&self, opened: &Opened) {
        let mut documents = lock(&self.open.documents);
        for id in [opened.stored.id(), opened.document.source.id()] {
            // A document that was reopened in another format in the meantime stays open.
            if documents.get(&id).is_some_and(|other| std::ptr::eq(other.as_ptr(), opened)) {
                documents.remove(&id);
            }
        }
        drop(documents);
        let mut recent = lock(&self.open.recent);
        let at = recent.iter().position(|other| std::ptr::eq(Arc::as_ptr(other), opened));
        let closed = at.and_then(|at| recent.remove(at));
        drop(recent);
        drop(closed);
    }

    /// Closes the document of a source, if it is open.
    pub fn close_source(&self, source: &Source) {
        let opened = self.document(source.id());
        opened.iter().for_each(|opened| self.close(opened));
    }

    /// Drops everything built from the file at `path`, including its unpacked content and its members, so
    /// that it is read again. Existing references to the old sources stay valid.
    pub fn forget(&self, path: &Path) {
        let key = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        [path, &key].into_iter().for_each(|file| self.listings.forget(file));
        let current = lock(&self.open.files).remove(&key).and_then(|(_, file)| file.upgrade());
        let all = lock(&self.open.documents).values().filter_map(Weak::upgrade).collect::<Vec<_>>();
        let mut known: BTreeMap<SourceId, Origin> = BTreeMap::new();
        let layers = all.iter().flat_map(|opened| opened.layers().cloned());
        let sources: Vec<Source> =
            lock(&self.open.sources).all.values().filter_map(WeakSource::upgrade).collect();
        let sources = layers.chain(sources);
        known.extend(sources.map(|source| (source.id(), source.origin().clone())));
        let mut gone: HashSet<SourceId> = current.iter().map(Source::id).collect();
        // A derived source is newer than its origin and therefore has a larger id.
        for (id, origin) in known {
            let is_gone = match origin {
                // A source that was read before the file changed.
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
        all.iter().filter(|opened| is_gone(opened)).for_each(|opened| self.close(opened));
        lock(&self.open.sources).all.retain(|id, _| !gone.contains(id));
        lock(&self.around).retain(|id, _| !gone.contains(id));
        let is_gone =
            |file: &WeakSource| file.upgrade().is_none_or(|file| gone.contains(&file.id()));
        lock(&self.open.files).retain(|_, (_, file)| !is_gone(file));
    }
}
