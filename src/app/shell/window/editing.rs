//! Editing: requests of panels are carried out by jobs, one at a time for each file, and the open
//! document is re-read.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use glam::Mat4;

use super::{RestoredView, Window};
use crate::app::jobs::editing::{self, Outcome, Task, Work};
use crate::app::jobs::opening::ShownWith;
use crate::app::jobs::sharing;
use crate::app::jobs::transform_edit;
use crate::app::model::edits::transform_edit::TransformEdit;
use crate::app::model::edits::{Edit, FileEdits};
use crate::app::model::{Command, Level, Notice, Switch, document::paths, log, numbers};
use crate::edit::journal::Journal;
use crate::edit::{Computed, EditOp, History, InputData, Operation};
use crate::library::Opened;
use crate::scene::{CodingUse, Element, ReplaceOptions};

impl Window {
    /// Sets or clears bits of a field of every selected face.
    pub(super) fn edit_face_bits(&mut self, field: usize, mask: u32, set: bool, name: &str) {
        let (how, word) = if set { (Operation::Set, "set") } else { (Operation::Clear, "clear") };
        let to = InputData::Whole(i64::from(mask));
        self.edit_all(self.state.edit_faces(field, how, &to, &format!("{word} {name}")));
    }

    /// Sets a field of every selected face.
    pub(super) fn edit_face_field(&mut self, field: usize, to: &str) {
        let scene = self.state.scene().map(|scene| &scene.scene);
        let name = scene.and_then(|scene| scene.face_fields.get(field)).map(|f| f.name);
        let name = format!("set {} to {to}", name.unwrap_or_default());
        let to = InputData::Text(to.to_owned());
        self.edit_all(self.state.edit_faces(field, Operation::Is, &to, &name));
    }

    pub(super) fn move_selection(&mut self, by: &Mat4) {
        let all = self.state.moved_by(by);
        all.into_iter().for_each(|transform| self.place(transform));
    }

    /// Reverts all changes of the open file.
    pub(super) fn revert(&mut self) {
        let Some(path) = self.state.doc.as_ref().map(|doc| doc.opened.path.clone()) else { return };
        let Some(edits) = self.state.edits.get(&path) else { return };
        let saved = edits.history.saved().unwrap_or(0);
        let snapshot = self.state.snapshot();
        self.state.undo.leave(snapshot);
        if let Some(edits) = self.state.edits.get_mut(&path) {
            edits.wanted = saved;
        }
    }

    pub(super) fn save_file(&mut self, path: &str, keep: bool) {
        self.start_edit(path, Work::Save { keep });
    }

    /// Starts the next pending edit of each file without a running edit.
    pub(super) fn go_on_editing(&mut self) {
        for path in self.state.edits.to_do() {
            let Some(edits) = self.state.edits.get_mut(&path) else { continue };
            let work = match edits.waiting.pop_front() {
                Some(edit) => Work::Edit(edit),
                None => {
                    edits.tab = self.state.tab.id;
                    Work::GoTo(edits.wanted)
                }
            };
            self.start_edit(&path, work);
        }
    }

    pub(super) fn edit_all(&mut self, edits: Vec<Edit>) {
        edits.into_iter().for_each(|edit| self.edit(edit));
    }

    pub(super) fn edit(&mut self, edit: Edit) {
        if self.state.edits.get(&edit.path).is_none() {
            let Some(base) = self.file_at(&edit.path) else {
                let journal = self.journals().map(|folder| Journal::path_in(&folder, &edit.path));
                // The file is a companion, known only from its fields or from the scene that was built
                // from it. It has to be read first.
                self.state.edits.reading.insert(edit.path.clone());
                let library = self.state.library.clone();
                let name = format!("Reading {}", paths::name(&edit.path));
                self.jobs.start(name, false, move |handle| {
                    editing::open_for(handle, &library, edit, journal);
                });
                return;
            };
            let history = History::new(base.document.source.crc32());
            self.state.edits.insert(edit.path.clone(), FileEdits::new(base, history));
        }
        if let Some(edits) = self.state.edits.get_mut(&edit.path) {
            edits.tab = self.state.tab.id;
            edits.waiting.push_back(edit);
        }
    }

    /// Stores manually changed colours in their files, once the pointer releases them.
    pub(super) fn put_colours(&mut self, ctx: &egui::Context) {
        if self.state.palettes.words.is_empty() || ctx.input(|input| input.pointer.any_down()) {
            return;
        }
        let edits = self.state.edit_colours();
        if edits.iter().all(|edit| self.state.edits.is_settled(&edit.path)) {
            self.edit_all(edits);
        }
    }

    /// The open document as it was opened, if it is at `path`: the edit history starts from this
    /// state.
    fn file_at(&self, path: &str) -> Option<Arc<Opened>> {
        let own = self.state.doc.as_ref().map(|doc| &doc.opened);
        own.filter(|opened| opened.path == path).cloned()
    }

    fn start_edit(&mut self, path: &str, work: Work) {
        let journal = self.journals().map(|folder| Journal::path_in(&folder, path));
        let Some(edits) = self.state.edits.get_mut(path) else { return };
        edits.is_busy = true;
        let tab = edits.tab;
        let (base, history) = (edits.base.clone(), edits.history.clone());
        let session = self.session;
        let task = Task { path: path.to_owned(), base, history, journal, session, work };
        let name = match &task.work {
            Work::Edit(edit) => format!("Changing {}: {}", paths::name(path), edit.name),
            Work::GoTo(_) => format!("Changing {}", paths::name(path)),
            Work::Save { .. } => format!("Saving {}", paths::name(path)),
        };
        let library = self.state.library.clone();
        // The outcome belongs to the tab that requested the edit, even if another one is current now.
        let here = std::mem::replace(&mut self.jobs.tab, tab);
        self.jobs.start(name, false, move |handle| editing::carry_out(handle, &library, task));
        self.jobs.tab = here;
    }

    /// Finds the fields that store the transforms to change, in the background.
    pub(super) fn place(&mut self, placing: TransformEdit) {
        let library = self.state.library.clone();
        let name = format!("Asking {}: {}", paths::name(&placing.path), placing.name);
        self.jobs
            .start(name, false, move |handle| transform_edit::place(handle, &library, placing));
    }

    /// Checks in the background whether the selection can be moved, if the transform handles are visible.
    pub(super) fn look_whether_it_moves(&mut self) {
        if !self.state.view.is_on(Switch::Gizmo) {
            return;
        }
        if let Some(question) = self.state.ask_whether_it_moves() {
            let library = self.state.library.clone();
            self.jobs.start("Checking whether it can be moved", false, move |handle| {
                transform_edit::check_movable(handle, &library, &question);
            });
        }
    }

    /// Replaces a texture or sound with a picture or recording, in the background.
    pub(super) fn replace(&mut self, element: Element, manner: ReplaceOptions, file: PathBuf) {
        let Some((path, asset)) = self.state.content_of(element) else {
            return self.notify(Level::Warning, "Not stored in a file; cannot be replaced");
        };
        let name = format!("Reading {}", paths::name(&file.to_string_lossy()));
        let scene = self.state.scene().map(|scene| &scene.scene);
        if let Some((entries, count)) = scene.and_then(|scene| scene.colour_fields(element)) {
            let (entries, library) = (entries.clone(), self.state.library.clone());
            self.jobs.start(name, false, move |handle| {
                sharing::colours_of(handle, &library, path, (&entries, count), &file);
            });
            return;
        }
        self.jobs.start(name, false, move |handle| {
            editing::replace(handle, path, asset, &file, manner);
        });
    }

    /// Changes the colour of a palette entry, in the background.
    pub(super) fn recolour(&mut self, entry: Element, rgb: [u8; 3], alpha: Option<u8>) {
        let Some((path, field)) = self.state.place_of(entry) else {
            return self.notify(Level::Warning, "Not stored in a file; cannot be changed");
        };
        let library = self.state.library.clone();
        let name = format!("Looking up a colour in {}", paths::name(&path));
        self.jobs.start(name, false, move |handle| {
            sharing::recolour(handle, &library, (path, &field), (rgb, alpha));
        });
    }

    /// Adds the content of a file to the list that contains a texture or sound, in the background.
    pub(super) fn add_beside(&mut self, element: Element, coding: CodingUse, file: PathBuf) {
        let place = self.state.place_of(element);
        let list = place.and_then(|(path, one)| Some((path, one.rsplit_once('[')?.0.to_owned())));
        let Some((path, list)) = list else {
            return self.notify(Level::Warning, "Not in a list; nothing can be added next to it");
        };
        let name = format!("Reading {}", paths::name(&file.to_string_lossy()));
        let add = move |handle: &_| editing::add(handle, path, list, &file, coding);
        self.jobs.start(name, false, add);
    }

    /// Recomputes the dependent fields of a file, in the background: those of the kinds in `only`, or all if
    /// it is empty.
    pub(super) fn recompute(&mut self, path: Option<&str>, only: &'static [Computed]) {
        let own = self.state.doc.as_ref().map(|doc| doc.opened.path.as_str());
        let Some(path) = path.or(own).map(str::to_owned) else { return };
        let library = self.state.library.clone();
        let name = format!("Computing {}", paths::name(&path));
        self.jobs
            .start(name, false, move |handle| editing::recompute(handle, &library, path, only));
    }

    /// Handles the outcome of an edit.
    pub(super) fn take_edited(&mut self, path: &str, outcome: Outcome) {
        let before = self.state.snapshot();
        if self.state.edits.reading.remove(path) {
            self.state.palettes.words.clear();
        }
        let Some(edits) = self.state.edits.get_mut(path) else {
            if let Outcome::Refused(why) = outcome {
                self.notify(Level::Warning, format!("Not changed: {why}."));
            }
            return;
        };
        edits.is_busy = false;
        let history = Arc::make_mut(&mut edits.history);
        let mut notice = None;
        match outcome {
            Outcome::First(edit) => return self.edit(*edit),
            Outcome::Step { step, stale, copies, then, goes_on } => {
                let is_removal = |order: &EditOp| matches!(order, EditOp::Remove { .. });
                // After a removal the same path means the next element.
                let removes = step.orders.iter().any(is_removal);
                history.push(step);
                edits.wanted = edits.history.done();
                // A continued edit is undone together with the one it continues.
                if !goes_on {
                    self.state.undo.leave(before);
                }
                if removes {
                    self.state.selection = None;
                }
                if let Some(next) = then {
                    return self.edit(*next);
                }
                self.opening.copies = copies;
                self.offer_to_recompute(path, stale);
            }
            Outcome::At(done) => history.go_to(done),
            Outcome::Saved { names, base } => {
                history.mark_saved(history.done());
                edits.base = base;
                self.pending.saved = Some(Instant::now());
                notice = Some((Level::Success, format!("Saved {}", names.join(" and "))));
            }
            Outcome::Refused(why) => {
                edits.wanted = edits.history.done();
                self.state.palettes.words.clear();
                self.refused(path);
                return self.notify(Level::Warning, format!("Not changed: {why}."));
            }
            Outcome::NotSaved(why) => {
                return self.notify(Level::Error, format!("Not saved: {why}."));
            }
        }
        // The colours are in the file now.
        self.state.palettes.words.clear();
        if let Some((level, text)) = notice {
            self.notify(level, text);
        }
        self.show_again();
    }

    /// Handles a file that was opened to be edited.
    pub(super) fn take_base(&mut self, base: Arc<Opened>, edit: Edit) {
        self.state.edits.reading.remove(&edit.path);
        if self.state.edits.get(&edit.path).is_none() {
            let history = History::new(base.document.source.crc32());
            self.state.edits.insert(edit.path.clone(), FileEdits::new(base, history));
        }
        self.edit(edit);
    }

    /// Reports values that no longer follow from the edited ones, and offers to recompute them.
    fn offer_to_recompute(&mut self, path: &str, stale: usize) {
        if stale > 0 {
            let count = numbers::counted(stale as u64, "value");
            let verb = if stale == 1 { "is" } else { "are" };
            let text = format!("{count} {verb} out of date: bounds, normals, hashes.");
            let action = ("Recompute".to_owned(), Command::Recompute(Some(path.to_owned())));
            log::add(Level::Info, text.clone());
            self.toasts.push_with(Notice { level: Level::Info, text }, Some(action));
        }
    }

    /// Drops the queued edits of a file whose edit failed, since they depend on it.
    fn refused(&mut self, path: &str) {
        if let Some(edits) = self.state.edits.get_mut(path) {
            edits.waiting.clear();
        }
    }

    /// Restores the edits of a file from before the program ended.
    pub(super) fn take_resumed(&mut self, path: String, base: Arc<Opened>, history: History) {
        if history.is_dirty() {
            let name = paths::name(&path);
            let text =
                format!("{name}: unsaved changes restored. Undo reverts them, Save stores them.");
            self.notify(Level::Info, text);
        }
        self.state.edits.insert(path, FileEdits::new(base, history));
    }

    /// Shows the open document again with the same view and selection.
    pub(super) fn show_again(&mut self) {
        let Some(doc) = self.state.doc.clone() else { return };
        self.state.library.close(&doc.opened);
        self.state.files.thumbnails.forget(&doc.opened.path);
        let format = doc.opened.chosen.then(|| doc.opened.document.format.id.to_owned());
        let mut keep = RestoredView::after_edit(&self.state, &doc, self.opening.keep.take());
        keep.copies.append(&mut self.opening.copies);
        self.open_with(&doc.opened.path, ShownWith::These(keep.around.clone()), format);
        self.opening.keep = Some(keep);
    }
}
