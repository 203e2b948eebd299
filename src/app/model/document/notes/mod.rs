//! User notes: bookmarks, notes, saved views and selections, and starred sounds. A file is recognised by its
//! content, so it keeps its notes when it is renamed or moved. Notes are never written into the file.
//!
//! [`sidecar`] holds the notes on one file, `store` is the folder on disk.

pub mod saved_selection;
pub mod sidecar;
mod store;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use self::sidecar::{FlightStop, Key, Merged, Note, SavedView, Sidecar};
pub use self::store::{Store, StoredNotes};
use crate::app::model::Selection;
use crate::bytes::SourceId;

/// Notes on all files that were opened.
#[derive(Default)]
pub struct Notes {
    /// The open file and those of its companions that are identified.
    open: Vec<Entry>,
    /// The notes on every file that was open in this session; empty if there are none.
    pub(crate) all: Contents,
    /// Contents of the store.
    saved: Contents,
    /// Contents that are being written to the store.
    saving: Contents,
    /// The note that is being written on a file. It is already included in the notes of the file
    /// and is stored with them.
    pub(crate) draft: Option<(Key, Arc<Sidecar>)>,
    /// Keys of notes that could not be read and must not be overwritten.
    unwritable: BTreeSet<Key>,
    changes: u64,
}

/// An open file that can have notes.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The source that the notes refer to.
    pub source: SourceId,
    pub path: String,
    pub key: Key,
}

/// Notes by file; cheap to clone, for undo.
pub type Contents = BTreeMap<Key, Arc<Sidecar>>;

impl Notes {
    /// Closes the document; its notes stay in memory.
    pub fn close(&mut self) {
        self.open.clear();
        self.changes += 1;
    }

    /// Replaces the open files by those of another tab; returns the previous ones.
    pub fn exchange_open(&mut self, open: Vec<Entry>) -> Vec<Entry> {
        self.changes += 1;
        std::mem::replace(&mut self.open, open)
    }

    /// Adds the stored notes of a file; notes that are already in memory are newer.
    pub fn open(&mut self, entry: Entry, found: Option<Sidecar>) {
        let (key, saved) = (entry.key, &mut self.saved);
        self.all.entry(key).or_insert_with(|| {
            let name = crate::app::model::document::paths::name(&entry.path);
            let found = Arc::new(found.unwrap_or_else(|| Sidecar::new(name, key)));
            saved.insert(key, found.clone());
            found
        });
        self.open.retain(|other| other.source != entry.source);
        self.open.push(entry);
        self.changes += 1;
    }

    /// Forbids overwriting the stored notes of this file.
    pub fn forbid_overwriting(&mut self, key: Key) {
        self.unwritable.insert(key);
    }

    /// Version, which changes with every change.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    pub fn entries(&self) -> &[Entry] {
        &self.open
    }

    pub fn entry(&self, source: SourceId) -> Option<&Entry> {
        self.open.iter().find(|entry| entry.source == source)
    }

    /// Notes on an open file.
    pub fn sidecar(&self, source: SourceId) -> Option<&Arc<Sidecar>> {
        self.all.get(&self.entry(source)?.key)
    }

    /// All notes on a file, by offset.
    pub fn of(&self, source: SourceId) -> &[Note] {
        self.sidecar(source).map_or(&[], |sidecar| &sidecar.notes)
    }

    /// All notes on open files, file by file.
    pub fn iter(&self) -> impl Iterator<Item = (&Entry, &Note)> {
        self.open
            .iter()
            .flat_map(|entry| self.of(entry.source).iter().map(move |note| (entry, note)))
    }

    pub fn len(&self) -> usize {
        self.iter().count()
    }

    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Notes on exactly the selection.
    pub fn about<'a>(&'a self, selection: &'a Selection) -> impl Iterator<Item = &'a Note> {
        self.of(selection.source).iter().filter(|note| note.is_about(selection))
    }

    /// Notes on a field.
    pub fn on_field<'a>(
        &'a self,
        source: SourceId,
        path: &'a str,
    ) -> impl Iterator<Item = &'a Note> {
        self.of(source).iter().filter(move |note| note.path == path)
    }

    /// Changes the notes on an open file; `false` if the file is not identified (yet).
    pub fn edit(&mut self, source: SourceId, change: impl FnOnce(&mut Sidecar)) -> bool {
        let key = self.entry(source).map(|entry| entry.key);
        key.is_some_and(|key| self.edit_file(key, change))
    }

    /// Changes the notes on a file that is or was open; `false` for other files.
    pub(crate) fn edit_file(&mut self, file: Key, change: impl FnOnce(&mut Sidecar)) -> bool {
        let Some(sidecar) = self.all.get_mut(&file) else { return false };
        change(Arc::make_mut(sidecar));
        self.changes += 1;
        true
    }

    /// Snapshot for undo.
    pub fn contents(&self) -> Contents {
        self.all.clone()
    }

    /// Restores a snapshot; notes on files opened since are kept.
    pub fn restore(&mut self, contents: Contents) {
        self.all.extend(contents);
        self.changes += 1;
    }

    /// Notes that are not in the store, including drafts.
    pub fn unsaved(&self) -> impl Iterator<Item = (Key, &Arc<Sidecar>)> {
        let drafted = |key: &Key| self.draft.as_ref().filter(|(drafted, _)| drafted == key);
        let now = move |(key, own): (&Key, _)| (*key, drafted(key).map_or(own, |(_, draft)| draft));
        let is_saved = |key: &Key, now: &Arc<Sidecar>| {
            self.saved.get(key).is_some_and(|saved| Arc::ptr_eq(saved, now) || saved == now)
        };
        let all = self.all.iter().map(now).filter(|(key, _)| !self.unwritable.contains(key));
        all.filter(move |(key, now)| !is_saved(key, now))
    }

    /// Notes to write to the store now; one write per file at a time.
    pub fn take_unsaved(&mut self) -> Vec<Arc<Sidecar>> {
        let waits = |key: &Key| !self.saving.contains_key(key);
        let new = self.unsaved().filter(|(key, _)| waits(key));
        let new: Contents = new.map(|(key, now)| (key, now.clone())).collect();
        self.saving.extend(new.iter().map(|(key, now)| (*key, now.clone())));
        new.into_values().collect()
    }

    /// Records that a write has ended; failures were reported.
    pub fn write_ended(&mut self, sidecar: Arc<Sidecar>) {
        let key = sidecar.key();
        self.saving.remove(&key);
        self.saved.insert(key, sidecar);
    }

    /// `true` if everything is in the store.
    pub fn are_saved(&self) -> bool {
        self.saving.is_empty() && self.unsaved().next().is_none()
    }

    /// Sets the draft that replaces `before` in a file's notes; `None` in `after` removes the draft.
    pub fn draft(&mut self, file: Key, before: Option<&Note>, after: Option<Note>) {
        self.draft = after.and_then(|after| {
            let mut sidecar = Sidecar::clone(self.all.get(&file)?);
            sidecar.set_note(before, Some(after));
            Some((file, Arc::new(sidecar)))
        });
    }
}
