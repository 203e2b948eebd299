//! Shows a document that was read, and restores its view, selection and undo steps.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::{RestoredView, Window};
use crate::app::jobs::opening;
use crate::app::jobs::watch::real_path;
use crate::app::model::{
    Doc, Level, PaletteEdits, PanelId, SelectionTarget, View, edits::undo::Undo, log,
};
use crate::app::shell::layout;
use crate::bytes::SourceId;
use crate::library::{Opened, plain};
use crate::render::SceneBuffers;

impl Window {
    /// `true` while the open file is re-read after an edit, with its last scene visible.
    pub(super) fn replaces_edited_scene(&self) -> bool {
        let keep = self.opening.keep.as_ref();
        keep.is_some_and(|keep| keep.after_edit && keep.has_scene())
    }

    /// Updates the view and selection to keep, which may have changed since the edit.
    pub(super) fn keep_current_view(&mut self) {
        let (Some(doc), Some(keep)) = (&self.state.doc, self.opening.keep.take()) else { return };
        let mut now = RestoredView::after_edit(&self.state, doc, None);
        now.copies = keep.copies;
        self.opening.keep = Some(now);
    }

    /// Drops the documents that were left first, if those without a tab may use too much memory.
    pub(super) fn limit_visited(&mut self) {
        let budget = u64::from(self.state.settings.memory) << 20;
        let mut shown: HashSet<SourceId> = HashSet::new();
        for tab in self.state.all_tabs() {
            let opened = tab.doc.as_ref().map(|doc| doc.opened.clone()).or(tab.shown.clone());
            let mut source = opened.map(|opened| opened.stored.clone());
            // A member holds the containers that it is in.
            while let Some(one) = source.take() {
                shown.insert(one.id());
                source = one.container::<Opened>().map(|container| container.stored.clone());
            }
        }
        self.visited.limit(budget, &shown, &self.state.library);
    }

    pub(super) fn show_document(&mut self, doc: Arc<Doc>, more: bool) {
        let path = doc.opened.path.clone();
        self.withdraw_notices();
        self.notes_of_document(&doc.opened);
        if self.opening.keep.is_some() {
            // No notice: the changes are restored once the file is re-read.
            self.aside.put(&mut self.state);
        } else {
            self.leave_document(&doc);
        }
        self.state.hover = None;
        self.state.failure = None;
        self.state.shown = Some(doc.opened.clone());
        self.state.loading = more;
        if let Some(worst) = doc.problems.worst() {
            self.state.files.worst.insert(path.clone(), worst);
        }
        self.state.files.add_recent(&path);
        self.visited.add(&doc.opened, &self.state.library);
        self.show_in_files(&path);
        self.end_comparison_of_other(&path);
        self.set_document(Some(doc));
        self.limit_visited();
        if !more {
            self.state.files.changes += 1;
            self.stop_streaming();
            self.panels.scene.attach(None);
            self.state.view = View::default();
            self.state.motion.reset(None, None);
            self.state.palettes = PaletteEdits::default();
            if self.opening.keep.is_none() {
                (self.state.pixel, self.state.explaining) = (None, false);
            }
            let visit = self.visits.take(&path).map(|visit| visit.apart(&self.state).0);
            let keep = self.opening.keep.take().or(visit);
            self.restore_selection(keep);
            self.show_front();
            self.watch_files();
        }
    }

    /// Replaces the document of the tab.
    pub(super) fn set_document(&mut self, doc: Option<Arc<Doc>>) {
        let generation = doc.as_ref().map(|doc| doc.generation);
        let left = std::mem::replace(&mut self.state.doc, doc);
        if let Some(left) = left.filter(|left| Some(left.generation) != generation) {
            self.state.sound.forget(left.generation);
        }
    }

    /// Records the open document in the history before another one replaces it.
    fn leave_document(&mut self, next: &Doc) {
        let is_open = self.state.doc.as_ref().is_some_and(|doc| doc.generation != next.generation);
        if is_open {
            let is_other = self.state.moment().filter(|now| now.file != next.opened.path);
            if self.opening.arrival.is_none() {
                is_other.into_iter().for_each(|now| self.state.history.leave(now));
            }
            self.visits.leave(&mut self.state);
        }
        self.stash_edits();
        self.state.selection = None;
        self.state.undo = Undo::default();
    }

    pub(super) fn show_scene(&mut self, doc: Arc<Doc>, buffers: Option<Box<SceneBuffers>>) {
        let Some(scene) = &doc.scene else { return };
        let aspect = self.panels.scene.aspect();
        let before = std::mem::take(&mut self.state.view);
        let native = self.state.settings.native_pixels;
        let mut view = View::of(&doc.opened.path, scene, aspect, native);
        let is_reload = self.opening.keep.is_some();
        let visit = self.visits.take(&doc.opened.path).filter(|_| !is_reload);
        let (keep, undo) = match visit {
            Some(visit) => {
                let (keep, undo) = visit.apart(&self.state);
                (Some(keep), undo)
            }
            None => (self.opening.keep.take(), std::mem::take(&mut self.state.undo)),
        };
        if let Some(keep) = keep.as_ref().filter(|keep| keep.has_scene()) {
            view = keep.view_of(scene, view);
        }
        if is_reload {
            self.carry_over(&doc.opened.path, &scene.scene);
        } else {
            // Display options carry over to the next file.
            view.marks = before.marks;
            (view.labels, view.frame_time) = (before.labels, before.frame_time);
            (view.bones, view.ghost) = (before.bones, before.ghost);
            if before.style == view.style && keep.is_none() {
                view.effects = before.effects;
            }
            self.restore_stash(&doc.opened.path, &scene.scene);
        }
        if !scene.scene.nodes.is_empty() {
            self.state.files.collapsed.insert(doc.opened.path.clone());
        }
        self.state.files.changes += 1;
        self.state.view = view;
        self.state.motion.reset(Some(&scene.scene), scene.first.clone());
        let still_fits = keep.as_ref().is_some_and(|keep| keep.after_edit || keep.fits(scene));
        self.state.undo = if still_fits { undo } else { Undo::default() };
        if let Some(worst) = doc.problems.worst() {
            self.state.files.worst.insert(doc.opened.path.clone(), worst);
        }
        self.state.shown = Some(doc.opened.clone());
        self.state.doc = Some(doc);
        self.state.loading = false;
        self.stop_streaming();
        if let Some(buffers) = &buffers {
            self.report_limits(buffers.notes());
        }
        self.panels.scene.attach(buffers);
        self.restore_selection(keep);
        self.show_front();
        self.prepare_sounds();
        self.watch_files();
        self.take_waiting_view();
    }

    /// Shows the panel that suits the open scene best. For files of the same kind, the tab chosen
    /// by the user stays in front, except for Sounds if the file has no sounds.
    pub(super) fn show_front(&mut self) {
        if self.in_background {
            return;
        }
        let doc = self.state.doc.as_ref();
        let front = doc.map_or(PanelId::SCENE, |doc| front_of(doc));
        // At the start the tab of the last session is in front.
        let before = self.front.replace(front);
        let is_other = before != Some(front);
        if let Some(before) = before.filter(|_| is_other && self.state.settings.layout_per_kind) {
            self.layouts.exchange(before, front, &mut self.layout);
        }
        // A description that is being edited stays in front while the file is read again.
        if self.state.focus == PanelId::DESCRIPTION {
            return;
        }
        let is_mute =
            !self.state.has_sounds() && layout::visible(&self.layout).contains(&PanelId::SOUNDS);
        if is_other || is_mute {
            if front == PanelId::BYTES {
                // The scene panel offers to choose the format.
                layout::show(&mut self.layout, PanelId::SCENE);
            }
            layout::show(&mut self.layout, front);
            self.state.focus = front;
        }
    }

    /// Warns about parts of a scene that exceed the device's limits; only the first message if there are
    /// several.
    fn report_limits(&mut self, notes: &[String]) {
        let Some((first, others)) = notes.split_first() else { return };
        self.notify_of_document(Level::Info, first.clone());
        for note in others {
            log::add(Level::Info, note.clone());
        }
    }

    /// Restores the selection by its path after a reload or a switch of files; after Back and Forward,
    /// the selection of that visit.
    fn restore_selection(&mut self, kept: Option<RestoredView>) {
        if let Some(kept) = kept {
            self.reselect(kept);
        }
        if let Some(moment) = self.opening.arrival.take() {
            self.state.restore_moment(&moment);
        }
    }

    fn reselect(&mut self, mut kept: RestoredView) {
        self.opening.asked_for = None;
        self.opening.companion_selection = kept.companion_selection.take();
        if kept.selection.is_none() && kept.elements.is_empty() {
            return;
        }
        self.state.selection = None;
        let Some(doc) = self.state.doc.clone() else { return };
        let same_faces = kept.after_edit || doc.scene.as_ref().is_some_and(|s| kept.fits(s));
        let source = &doc.opened.document.source;
        if let Some((source_name, path)) = kept.selection
            && source.name() == source_name
        {
            let target = SelectionTarget::Path { source: source.id(), path };
            self.state.selection = self.state.resolve(&target);
        }
        let copied = kept.copies.into_iter().filter_map(|path| {
            self.state.resolve(&SelectionTarget::Path { source: source.id(), path })?.element
        });
        let copied: Vec<_> = copied.collect();
        if !copied.is_empty() {
            return self.state.reselect(&copied);
        }
        // A field path does not determine the selection if it has several elements, is one of
        // several instances of a stored face, or is in another file: selects the same elements
        // again.
        let found = self.state.selection.as_ref().and_then(|selection| selection.element);
        if same_faces && (kept.elements.len() > 1 || found != kept.elements.first().copied()) {
            self.state.reselect(&kept.elements);
        }
    }

    /// Watches the files of all open documents and the listed folders, if enabled in the settings.
    pub(super) fn watch_files(&mut self) {
        let library = &self.state.library;
        let files = self.state.doc.iter().flat_map(|doc| opening::files_behind(library, doc));
        let behind = files.map(|file| real_path(&file)).collect();
        self.state.files_behind = behind;
        let tabs = self.state.all_tabs().filter(|_| self.state.settings.watch);
        let mut files: Vec<PathBuf> = tabs
            .flat_map(|tab| tab.files_behind.iter().chain(&tab.comparing.files).cloned())
            .collect();
        files.sort_unstable();
        files.dedup();
        let listed = self.listing.folders.values().filter(|_| self.state.settings.watch).cloned();
        self.watch.set(&files, listed.collect(), &self.jobs.handle());
    }
}

/// The panel that suits a document best: the scene, unless nothing in it can be placed.
fn front_of(doc: &Doc) -> PanelId {
    let content = &doc.opened.document.content;
    let Some(scene) = doc.scene.as_ref().map(|scene| &*scene.scene) else {
        let is_unknown = doc.opened.document.format.id == plain::BYTES.id;
        return if is_unknown { PanelId::BYTES } else { PanelId::SCENE };
    };
    let is_placed =
        !scene.nodes.is_empty() || !scene.meshes.is_empty() || !scene.helpers.is_empty();
    let is_placed = is_placed || !scene.films.is_empty();
    let is_read = content.editable().is_text() || scene.listing.is_some();
    match (is_placed, scene.sounds.is_empty(), scene.textures.is_empty(), scene.tables.is_empty()) {
        (false, false, _, _) => PanelId::SOUNDS,
        (false, true, true, _) if is_read => PanelId::TEXT,
        (false, true, false, _) => PanelId::TEXTURE,
        (false, true, true, false) => PanelId::TABLES,
        _ => PanelId::SCENE,
    }
}
