//! Notes: loaded when a file is opened, stored when they change, exported and merged. Files are
//! identified by a checksum of their content, which a job computes.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Window;
use crate::app::jobs::{Handle, Message};
use crate::app::model::{
    Combine, Command, Level, Sidecar, State,
    document::notes::{
        Entry, Key, Store, StoredNotes,
        sidecar::{self, Merged},
    },
    document::paths,
    log,
    numbers::counted,
};
use crate::app::panels::contents::{label_of, name_of};
use crate::app::shell::folders::free_name;
use crate::app::shell::options::Options;
use crate::app::ui::shortcuts;
use crate::bytes::{Source, SourceId};
use crate::library::Opened;
use crate::scene::Element;

/// Bytes hashed between two progress reports.
const PIECE: usize = 4 << 20;

/// The notes on disk, with pending reads and writes.
pub struct NotesOnDisk {
    /// Folder of the notes; `None` if notes are not saved.
    pub store: Option<Arc<Store>>,
    /// Files whose notes are being loaded or are loaded.
    pub noted: BTreeSet<SourceId>,
    /// Pending writes to the store, by job.
    pub saving: BTreeMap<u64, Arc<Sidecar>>,
    /// Number of writes so far.
    pub writes: u64,
}

impl NotesOnDisk {
    /// Opens the store next to the settings. Without one, notes are not saved.
    pub fn new(options: &Options) -> Self {
        let folder = options.folder();
        let store = folder.map(|folder| Arc::new(Store::new(folder.join("notes"))));
        Self { store, noted: BTreeSet::new(), saving: BTreeMap::new(), writes: 0 }
    }
}

impl Window {
    /// Switches to the notes of a newly opened document. A reloaded file keeps its notes.
    pub(super) fn notes_of_document(&mut self, opened: &Arc<Opened>) {
        if self.notes.noted.contains(&opened.document.source.id()) {
            return;
        }
        let old = self.state.doc.as_ref().filter(|_| self.opening.keep.is_some());
        let again = old.is_some_and(|old| old.opened.path == opened.path);
        let before = self.state.own_sidecar().filter(|_| again).cloned();
        self.forget_notes();
        self.look_for_notes(opened, before);
    }

    /// Drops the notes when nothing is open.
    pub(super) fn forget_notes(&mut self) {
        self.state.notes.close();
        self.notes.noted.clear();
    }

    /// Identifies the opened file and loads its notes in the background, once.
    pub(super) fn look_for_notes(&mut self, opened: &Arc<Opened>, before: Option<Arc<Sidecar>>) {
        let source = opened.document.source.id();
        if !self.notes.noted.insert(source) {
            return;
        }
        let (opened, store) = (opened.clone(), self.notes.store.clone());
        self.jobs.start("Looking for notes", false, move |handle| {
            let key = key_of(&opened.stored, handle);
            let found = store.map_or(StoredNotes::Nothing, |store| store.read(key));
            let entry = Entry { source, path: opened.path.clone(), key };
            handle.send(Message::Entry { entry, found, before });
        });
    }

    pub(super) fn take_entry(
        &mut self,
        entry: Entry,
        found: StoredNotes,
        before: Option<Arc<Sidecar>>,
    ) {
        let Entry { source, key, .. } = entry;
        if !self.notes.noted.contains(&source) {
            return;
        }
        let name = paths::name(&entry.path).to_owned();
        let found = match found {
            StoredNotes::Nothing => None,
            StoredNotes::There(sidecar) => Some(*sidecar),
            StoredNotes::Aside { why, name: aside } => {
                let text = format!(
                    "The notes on {name} could not be read and were moved to {aside}: {why}"
                );
                self.notify(Level::Warning, text);
                None
            }
            StoredNotes::Unwritable { why } => {
                self.state.notes.forbid_overwriting(key);
                let text = format!(
                    "The notes on {name} cannot be read, and new ones cannot be saved: {why}"
                );
                self.notify(Level::Error, text);
                None
            }
        };
        self.state.notes.open(entry, found);
        let known = self.state.notes.sidecar(source).is_some_and(|sidecar| !sidecar.is_empty());
        if let Some(before) = before.filter(|before| !known && !before.is_empty()) {
            self.state.notes.edit(source, |sidecar| *sidecar = before.about(key));
            let text = format!("{name} has changed; its notes were carried over");
            self.notify(Level::Info, text);
        }
        self.take_old_stars(source, key);
    }

    /// Stars were stored with the settings in older versions.
    fn take_old_stars(&mut self, source: crate::bytes::SourceId, key: Key) {
        let stars = &mut self.state.settings.stars;
        let own: Vec<u32> =
            stars.iter().filter(|(bank, _)| *bank == key.crc32).map(|(_, star)| *star).collect();
        if !own.is_empty() {
            stars.retain(|(bank, _)| *bank != key.crc32);
            self.state.notes.edit(source, |sidecar| sidecar.stars.extend(own));
        }
    }

    /// Writes changed notes to the store, in the background.
    pub(super) fn save_notes(&mut self) {
        for sidecar in self.state.notes.take_unsaved() {
            let Some(store) = &self.notes.store else {
                self.state.notes.write_ended(sidecar);
                continue;
            };
            self.notes.writes += 1;
            let (number, store, written) = (self.notes.writes, store.clone(), sidecar.clone());
            let job = self.jobs.start("Saving notes", false, move |handle| {
                if let Err(error) = store.write(&written, number) {
                    handle.notify(Level::Error, not_saved(&written, &error));
                }
            });
            self.notes.saving.insert(job, sidecar);
        }
    }

    /// Writes changed notes immediately, on exit, since threads end with the program.
    pub(super) fn save_notes_now(&mut self) {
        let Some(store) = self.notes.store.clone() else { return };
        let unsaved: Vec<Arc<Sidecar>> =
            self.state.notes.unsaved().map(|(_, sidecar)| sidecar.clone()).collect();
        for sidecar in unsaved {
            self.notes.writes += 1;
            if let Err(error) = store.write(&sidecar, self.notes.writes) {
                log::add(Level::Error, not_saved(&sidecar, &error));
            }
        }
    }

    /// Bookmarks the selection, if it has no bookmark yet, and opens its note.
    pub(super) fn bookmark(&mut self) {
        let Some(selection) = &self.state.selection else { return };
        let there = self.state.notes.about(selection).next().cloned();
        let Some((source, new)) = self.state.note_on(None) else { return };
        let Some(file) = self.state.notes.entry(source).map(|entry| entry.key) else { return };
        let note = there.unwrap_or_else(|| {
            let after = Some(Box::new(new.clone()));
            self.commands.push(Command::SetNote { file, before: None, after });
            new
        });
        self.commands.push(Command::EditNote { source, note: Box::new(note) });
    }

    pub(super) fn store_view(&mut self, slot: u8) {
        let name = view_in_words(&self.state);
        let views = self.state.own_sidecar().map(|own| &own.views);
        let all = views.into_iter().flatten().map(|(slot, view)| (*slot, &*view.about));
        let name = numbered(name, slot, &all.collect::<Vec<_>>());
        if self.state.store_view(slot, name) {
            let keys = shortcuts::keys_of(&Command::RecallView(slot));
            let text = format!("View {slot} saved; {keys} shows it");
            self.notify(Level::Success, text);
        }
    }

    /// Shows a saved view; the camera glides there.
    pub(super) fn recall_view(&mut self, slot: u8) {
        let views = self.state.own_sidecar().map(|sidecar| &sidecar.views);
        let Some(view) = views.and_then(|views| views.get(&slot)).cloned() else {
            let keys = shortcuts::keys_of(&Command::StoreView(slot));
            let text = format!("View {slot} is empty; {keys} saves one");
            return self.notify(Level::Info, text);
        };
        self.take_view(&view.state, true);
    }

    pub(super) fn save_selection(&mut self, name: &str) {
        if !self.state.save_selection(name) {
            let text = "Only elements with their own records, and faces, can be saved";
            self.notify(Level::Warning, text);
        }
    }

    pub(super) fn recall_selection(&mut self, name: &str, combine: Combine) {
        let missing = self.state.recall_selection(name, combine);
        if missing > 0 {
            let elements = counted(missing, "element");
            self.notify(Level::Info, format!("{name}: {elements} not found in this file"));
        }
    }

    /// File name for exported notes: `plaza.psx.notes`.
    pub(super) fn name_for_notes(&self) -> String {
        let name = self.state.doc.as_ref().map_or("", |doc| paths::name(&doc.opened.path));
        format!("{}.notes", crate::container::safe_name(name))
    }

    /// Path for exported notes if there is no dialog to ask for one.
    pub(super) fn place_for_notes(&self) -> PathBuf {
        free_name(&paths::home_folder(), &self.name_for_notes(), "json")
    }

    /// Exports the notes on the open file and its companions.
    pub(super) fn export_notes(&mut self, path: PathBuf) {
        let notes = &self.state.notes;
        let all = notes.entries().iter().filter_map(|entry| notes.sidecar(entry.source));
        let all: Vec<&Sidecar> =
            all.map(|sidecar| &**sidecar).filter(|sidecar| !sidecar.is_empty()).collect();
        let text = sidecar::bundle(&all);
        self.jobs.start("Exporting notes", false, move |handle| {
            let written = text
                .map_err(|error| error.to_string())
                .and_then(|text| std::fs::write(&path, text).map_err(|error| error.to_string()));
            match written {
                Ok(()) => handle.notify(Level::Success, format!("Saved {}", path.display())),
                Err(why) => {
                    handle.notify(Level::Error, format!("{}: {why}", path.display()));
                }
            }
        });
    }

    /// Reads a notes file in the background.
    pub(super) fn read_notes(&mut self, path: PathBuf) {
        self.jobs.start("Reading notes", false, move |handle| {
            let from = file_name(&path);
            let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
            match text.and_then(|text| sidecar::parse(&text)) {
                Ok(sidecars) => handle.send(Message::Merge { from, sidecars }),
                Err(why) => {
                    handle.notify(Level::Error, format!("{from} is not a notes file: {why}"));
                }
            }
        });
    }

    /// Merges imported notes: those on open files immediately, those on others into the store, where they
    /// are found when the file is opened.
    pub(super) fn merge_notes(&mut self, from: &str, sidecars: Vec<Sidecar>) {
        for sidecar in sidecars {
            let (key, name) = (sidecar.key(), sidecar.file.name.clone());
            let entries = self.state.notes.entries();
            let exact = entries.iter().find(|entry| entry.key == key);
            let named = || entries.iter().find(|entry| paths::name(&entry.path) == name);
            let (level, about) = match exact.or_else(named).cloned() {
                Some(entry) => {
                    let merged = self.state.merge_notes(entry.source, &sidecar);
                    match entry.key == key {
                        true => (Level::Success, in_words(merged)),
                        false => (
                            Level::Warning,
                            format!(
                                "{}, made for another version of {name}: positions may differ",
                                in_words(merged)
                            ),
                        ),
                    }
                }
                None => match &self.notes.store {
                    Some(store) => {
                        self.notes.writes += 1;
                        put_by(store, &sidecar, self.notes.writes)
                    }
                    None => (Level::Warning, format!("{name} is not open: nothing was merged")),
                },
            };
            self.notify(level, format!("{from}: {about}"));
        }
    }
}

/// Merges with the stored notes of a file that is not open.
fn put_by(store: &Store, sidecar: &Sidecar, number: u64) -> (Level, String) {
    let name = &sidecar.file.name;
    let mut there = match store.read(sidecar.key()) {
        StoredNotes::There(there) => *there,
        StoredNotes::Nothing | StoredNotes::Aside { .. } => Sidecar::new(name, sidecar.key()),
        StoredNotes::Unwritable { why } => return (Level::Error, why),
    };
    let merged = there.merge(sidecar);
    match store.write(&there, number) {
        Ok(()) => {
            let words = in_words(merged);
            (Level::Success, format!("{words} for {name}, shown when it is opened"))
        }
        Err(error) => (Level::Error, not_saved(sidecar, &error)),
    }
}

fn not_saved(sidecar: &Sidecar, error: &std::io::Error) -> String {
    format!("The notes on {} could not be saved: {error}", sidecar.file.name)
}

/// A name for the view in a slot that no other view has: that of the view which it replaces if it only has
/// another number, otherwise numbered after the highest.
fn numbered(name: String, slot: u8, views: &[(u8, &str)]) -> String {
    let number = |other: &str| match other.strip_prefix(name.as_str())? {
        "" => Some(1),
        rest => rest.strip_prefix(' ')?.parse::<u32>().ok(),
    };
    let replaced = views.iter().find(|(of, about)| *of == slot && number(about).is_some());
    if let Some((_, about)) = replaced {
        return (*about).to_owned();
    }
    match views.iter().filter_map(|(_, about)| number(about)).max() {
        Some(highest) => format!("{name} {}", highest.saturating_add(1)),
        None => name,
    }
}

/// Name of a view: the selected element and the direction.
fn view_in_words(state: &State) -> String {
    let element = state.selected_element();
    let element = element.map(|element| match element {
        Element::Face(face) => Element::Node(face.node),
        other => other,
    });
    let thing = element.zip(state.scene()).map(|(element, scene)| {
        let name = name_of(&scene.scene, element);
        let (name, beside) = label_of(element, &name);
        format!("{name} {beside}").trim_end().to_owned()
    });
    let camera = &state.view.camera;
    let from = match (camera.pitch, camera.yaw.rem_euclid(360.0)) {
        (60.0.., _) => "from above",
        (..-60.0, _) => "from below",
        (_, 45.0..135.0) => "from the right",
        (_, 135.0..225.0) => "from behind",
        (_, 225.0..315.0) => "from the left",
        _ => "from the front",
    };
    thing.map_or_else(|| from.to_owned(), |thing| format!("{thing}, {from}"))
}

/// Counts of merged notes, in words.
fn in_words(merged: Merged) -> String {
    let count = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {one}s")),
    };
    let parts = [
        count(merged.notes, "note"),
        count(merged.views, "view"),
        count(merged.selections, "selection"),
        count(merged.stars, "starred sound"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let came = if parts.is_empty() { "nothing new".to_owned() } else { parts.join(", ") };
    match merged.left_out {
        0 => came,
        1 => format!("{came}; no free slot for 1 view"),
        count => format!("{came}; no free slot for {count} views"),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Checksum and length of the bytes as stored, computed in blocks, so that a disc image has a progress
/// bar.
fn key_of(stored: &Source, handle: &Handle) -> Key {
    let mut hasher = crc32fast::Hasher::new();
    let mut done = 0;
    let hashed = stored.each_chunk(|chunk| -> Result<(), Infallible> {
        for piece in chunk.chunks(PIECE) {
            handle.progress(done, stored.len());
            hasher.update(piece);
            done += piece.len() as u64;
        }
        Ok(())
    });
    let Ok(()) = hashed;
    Key { crc32: hasher.finalize(), size: stored.len() }
}
