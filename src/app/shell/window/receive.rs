//! Handles the messages of jobs.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Keep, Window};
use crate::app::jobs::{Message, opening, thumbnails};
use crate::app::model::{
    Command, Doc, Level, Listing, Notice, PaletteEdits, PanelId, Target, View, document::paths,
    edits::undo::Undo, log,
};
use crate::app::shell::layout;
use crate::export::Report;
use crate::library::plain;
use crate::render::SceneBuffers;

/// Time without changes after which files are re-read.
pub(super) const QUIET: Duration = Duration::from_millis(300);

impl Window {
    /// Takes all pending messages.
    pub(super) fn receive(&mut self, ctx: &egui::Context) {
        for message in self.jobs.take() {
            self.handle(message);
        }
        if let Some(changed) = self.pending.changed {
            let quiet = changed.elapsed();
            if quiet < QUIET {
                ctx.request_repaint_after(QUIET - quiet);
            } else {
                self.pending.changed = None;
                if self.state.settings.watch {
                    self.commands.push(Command::Reload);
                }
            }
        }
        self.keep_descriptions(ctx);
        self.keep_names();
        self.state
            .files
            .thumbnails
            .hold(self.opening.job.is_some() || self.pending.textures.is_some());
        self.draw_thumbnails();
        self.keep_index(ctx);
        self.keep_gallery();
        self.state.jobs = self.jobs.infos();
    }

    fn handle(&mut self, message: Message) {
        match message {
            // After an edit the scene stays visible until the new one is ready.
            Message::Opened { doc, more: true }
                if doc.generation == self.opening.generation && self.replaces_edited_scene() => {}
            Message::Opened { doc, more } if doc.generation == self.opening.generation => {
                let is_new = self.opening.keep.is_none() && !more;
                self.show_document(doc, more);
                self.report_missing(is_new);
            }
            Message::Scene { doc, buffers } if doc.generation == self.opening.generation => {
                let is_new = self.opening.keep.is_none();
                if self.replaces_edited_scene() {
                    self.keep_current_view();
                    self.show_document(doc.clone(), true);
                }
                self.show_scene(doc, buffers);
                self.report_missing(is_new);
            }
            Message::Failed { generation, path, why } if generation == self.opening.generation => {
                self.state.loading = false;
                self.opening.keep = None;
                self.state.files.note_missing(&path);
                self.state.failure = Some(why.clone());
                self.toasts.withdraw_of_document();
                self.notify_of_document(Level::Error, why);
            }
            Message::Root(path) => self.add_root(path),
            Message::Folder { generation, path, parts }
                if generation == self.opening.generation =>
            {
                if self.state.doc.is_none() {
                    self.state.failure = None;
                }
                self.state.loading = false;
                self.toasts.withdraw_of_document();
                self.state.files.add_recent(&path);
                // For a path inside a disc or archive, list the outermost container.
                let outermost = path.split_once("//").map(|(outermost, _)| outermost.to_owned());
                let root = outermost.unwrap_or_else(|| path.clone());
                if !parts && self.opening.keep.is_none() {
                    self.add_root(root);
                }
                self.list(path);
            }
            Message::Shown(opened) => {
                self.look_for_notes(&opened, None);
                self.state.shown = Some(opened);
                // Select the same field again, now that the fields of this file are known.
                let path = self.pending.companion_selection.take();
                if let Some(selection) = &self.state.selection
                    && let Some(element) = selection.element
                {
                    let also = selection.also.clone();
                    let same_field = || {
                        let source = &self.state.shown.as_ref()?.document.source;
                        let (_, path) = path.filter(|(name, _)| name == source.name())?;
                        self.state.resolve(&Target::Path { source: source.id(), path })
                    };
                    let found = same_field().filter(|found| found.element == Some(element));
                    let found = found.or_else(|| self.state.resolve(&Target::Element(element)));
                    if let Some(mut found) = found {
                        found.also = also;
                        self.state.selection = Some(found);
                    }
                }
            }
            Message::Listed { path, listing, game } => {
                match &listing {
                    Listing::Entries(entries) => {
                        let (library, entries) = (self.state.library.clone(), entries.clone());
                        let name = format!("Scanning {}", paths::name(&path));
                        self.jobs.start(name, true, move |handle| {
                            opening::sniff(handle, &library, &entries);
                        });
                    }
                    Listing::Failed(why) => {
                        self.notify(Level::Error, why);
                    }
                    Listing::Loading => {}
                }
                self.state.files.games.extend(game.map(|game| (path.clone(), game)));
                self.state.files.list(path, listing);
            }
            Message::Thumbnail { item, picture } => {
                let thumbnail = thumbnails::loaded(&self.jobs.context(), &item, picture);
                self.state.files.thumbnails.put(item, thumbnail);
            }
            Message::Turned { item, picture } => self.take_turned(&item, &picture),
            Message::Tried { item, track, name, volume_db } => {
                self.take_tried(&item, track, name, volume_db);
            }
            Message::Sniffed(sniffs) => self.state.files.sniffs.extend(sniffs),
            Message::Command(command) => self.commands.push(command),
            Message::Changed => {
                let is_own = self.pending.saved.is_some_and(|at| at.elapsed() < QUIET * 3);
                self.pending.changed = (!is_own).then(Instant::now).or(self.pending.changed);
            }
            Message::DescriptionsChanged => self.pending.descriptions = Some(Instant::now()),
            Message::DescriptionsRead(watcher) => self.take_descriptions(watcher),
            Message::Missing(missing) => self.state.files.missing = missing.into_iter().collect(),
            Message::OtherBanks { generation, other_banks }
                if generation == self.opening.generation =>
            {
                self.state.sound.other_banks = other_banks;
            }
            Message::Entry { entry, found, before } => self.take_entry(entry, found, before),
            Message::Merge { from, sidecars } => self.merge_notes(&from, sidecars),
            Message::Renamed(doc) => {
                let shown = self.state.doc.as_ref();
                let is_newer = |shown: &Arc<Doc>| {
                    (shown.generation, shown.names) < (doc.generation, doc.names)
                };
                if self.shows(doc.generation) && shown.is_some_and(is_newer) {
                    self.state.doc = Some(doc);
                }
            }
            Message::Learned { path, count } => {
                let name = paths::name(&path);
                let text = format!("{name}: {count} words are used as hash names");
                self.notify(Level::Success, text);
            }
            Message::NamesLoaded(list) => {
                let lists = &mut self.state.settings.name_lists;
                if !lists.contains(&list) {
                    lists.push(list);
                }
            }
            Message::Place { path, found } => {
                let is_found = self.dialogs.answer_place(&path, found);
                self.commands.extend(is_found.then_some(Command::Reload));
            }
            Message::Strip { generation, animation, strip } => {
                self.take_strip(generation, animation, strip);
            }
            Message::Banks(banks) => self.take_banks(banks),
            Message::Devices(devices) => self.state.sound.devices = Some(devices),
            Message::Decoded { key, track } => self.state.sound.take(key, track),
            Message::Clip { generation, animation, clip } if self.shows(generation) => {
                self.state.motion.take(animation, clip);
            }
            Message::Held { number, answer } => self.state.held.take(number, answer),
            Message::Still { generation, frame, still } if self.shows(generation) => {
                self.state.motion.screening.take(frame, still);
            }
            Message::InFolder { folder, names } => self.dialogs.export.set_existing(folder, names),
            Message::Exported { job, report, folder } => {
                self.tell_of_export(job, report, folder);
            }
            Message::Plausibility { key, outcomes } => self.state.plausibility.take(key, outcomes),
            Message::ExportPreview { job, first } => self.take_export_preview(job, first),
            Message::Uses { generation, used } => self.dialogs.export.take_uses(generation, used),
            Message::Planned { job, plan } => {
                if let Some(bulk) = self.dialogs.bulk() {
                    bulk.take_plan(job, *plan);
                }
            }
            Message::There { plan, folder, there } => {
                if let Some(bulk) = self.dialogs.bulk() {
                    bulk.take_there(&plan, folder, there);
                }
            }
            Message::NoFileDialog(pick) => self.ask_for_path(*pick),
            Message::Description(file) => self.show_description(file),
            Message::Checked { checked, format } => self.take_check(checked, format),
            Message::Edited { path, outcome } => self.take_edited(&path, *outcome),
            Message::ToEdit { base, edit } => self.take_base(base, *edit),
            Message::SavePlan(plan) => self.dialogs.take_save_plan(plan),
            Message::Resumed { path, base, history } => self.take_resumed(path, base, history),
            Message::Answered(answer) => self.state.finding.take(*answer),
            Message::Indexed { root, changed } => self.take_indexed(root, changed),
            Message::RootChanged(root) => self.indexing.change(root),
            Message::Watching { root, watcher } => self.indexing.watch(root, watcher),
            Message::Finished(job) if self.opening.job == Some(job) => {
                self.opening.end();
                self.state.loading = false;
                self.arrive();
            }
            Message::Finished(job) if self.pending.textures == Some(job) => {
                self.pending.textures = None;
            }
            Message::Finished(job) if self.notes.saving.contains_key(&job) => {
                if let Some(sidecar) = self.notes.saving.remove(&job) {
                    self.state.notes.settle(sidecar);
                }
            }
            Message::Finished(job) if self.state.strips.job == Some(job) => {
                self.state.strips.job = None;
                self.draw_strips();
            }
            Message::Finished(job) if self.pending.thumbnails == Some(job) => {
                self.pending.thumbnails = None;
                self.draw_thumbnails();
            }
            Message::Finished(job) if self.state.plausibility.end(job) => {}
            Message::Finished(job) if self.dialogs.export.preview.end(job) => {}
            Message::Finished(job) if self.end_of_indexing(job) || self.end_of_turning(job) => {}
            Message::Finished(job) => self.dialogs.ended(job),
            // The message belongs to a cancelled opening.
            _ => {}
        }
    }

    fn shows(&self, generation: u64) -> bool {
        self.state.doc.as_ref().is_some_and(|doc| doc.generation == generation)
    }

    /// `true` while the open file is re-read after an edit, with its last scene visible.
    fn replaces_edited_scene(&self) -> bool {
        let keep = self.opening.keep.as_ref();
        keep.is_some_and(|keep| keep.after_edit && keep.has_scene())
    }

    /// Updates the view and selection to keep, which may have changed since the edit.
    fn keep_current_view(&mut self) {
        let (Some(doc), Some(keep)) = (&self.state.doc, self.opening.keep.take()) else { return };
        let mut now = Keep::after_edit(&self.state, doc, None);
        now.copies = keep.copies;
        self.opening.keep = Some(now);
    }

    fn show_document(&mut self, doc: Arc<Doc>, more: bool) {
        let path = doc.opened.path.clone();
        self.toasts.withdraw_of_document();
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
        let budget = u64::from(self.state.settings.memory) << 20;
        self.opening.visited.add(&doc.opened, budget, &self.state.library);
        self.show_in_files(&path);
        self.state.doc = Some(doc);
        if !more {
            self.state.files.changes += 1;
            self.forget_textures();
            self.panels.scene.attach(None);
            self.state.view = View::default();
            self.state.motion.reset(None, None);
            self.state.palettes = PaletteEdits::default();
            let visit = self.visits.take(&path).map(|visit| visit.apart(&self.state).0);
            let keep = self.opening.keep.take().or(visit);
            self.restore_selection(keep);
            self.show_front();
            self.watch_files();
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
        self.put_aside();
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
            self.take_back(&doc.opened.path, &scene.scene);
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
        self.forget_textures();
        if let Some(buffers) = &buffers {
            self.tell_of_limits(buffers.notes());
        }
        self.panels.scene.attach(buffers);
        self.restore_selection(keep);
        self.show_front();
        self.prepare_sounds();
        self.watch_files();
        self.take_waiting_view();
    }

    /// Shows the panel that suits the open scene best. A tab that the user chose stays in front for files
    /// of the same kind, except the sound tab if the file has no sounds.
    fn show_front(&mut self) {
        let doc = self.state.doc.as_ref();
        let front = doc.map_or(PanelId::SCENE, |doc| front_of(doc));
        // At the start the tab of the last session is in front.
        let is_other = self.opening.front.replace(front) != Some(front);
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
    fn tell_of_limits(&mut self, notes: &[String]) {
        let Some((first, others)) = notes.split_first() else { return };
        self.notify_of_document(Level::Info, first.clone());
        for note in others {
            log::add(Level::Info, note.clone());
        }
    }

    /// Restores the selection by its path after a reload or a switch of files; after Back and Forward,
    /// the selection of that visit.
    fn restore_selection(&mut self, kept: Option<Keep>) {
        if let Some(kept) = kept {
            self.reselect(kept);
        }
        if let Some(moment) = self.opening.arrival.take() {
            self.state.restore_moment(&moment);
        }
    }

    fn reselect(&mut self, mut kept: Keep) {
        self.pending.asked_for = None;
        self.pending.companion_selection = kept.companion_selection.take();
        if kept.selection.is_none() && kept.elements.is_empty() {
            return;
        }
        self.state.selection = None;
        let Some(doc) = &self.state.doc else { return };
        let same_faces = kept.after_edit || doc.scene.as_ref().is_some_and(|s| kept.fits(s));
        let source = &doc.opened.document.source;
        if let Some((source_name, path)) = kept.selection
            && source.name() == source_name
        {
            let target = Target::Path { source: source.id(), path };
            self.state.selection = self.state.resolve(&target);
        }
        let copied = kept.copies.into_iter().filter_map(|path| {
            self.state.resolve(&Target::Path { source: source.id(), path })?.element
        });
        let copied: Vec<_> = copied.collect();
        if !copied.is_empty() {
            return self.state.reselect(&copied);
        }
        // Also selects the same elements of a multiple selection, of several instances of one stored
        // face, and of other files.
        let found = self.state.selection.as_ref().and_then(|selection| selection.element);
        if same_faces && (kept.elements.len() > 1 || found != kept.elements.first().copied()) {
            self.state.reselect(&kept.elements);
        }
    }

    /// Watches the files of the open document, if enabled in the settings.
    pub(super) fn watch_files(&mut self) {
        let files = match (&self.state.doc, self.state.settings.watch) {
            (Some(doc), true) => opening::files_behind(&self.state.library, doc),
            _ => Vec::new(),
        };
        self.watch.set(&files, &self.jobs.handle());
    }

    /// Adds a folder, disc or archive to Files.
    pub(super) fn add_root(&mut self, path: String) {
        self.state.files.add_root(&path);
        self.list(path);
        if self.state.doc.is_none() && !self.state.loading {
            // The scene panel explains how to continue; the tab of the last session may be about an open
            // file.
            layout::show(&mut self.layout, PanelId::SCENE);
        }
    }

    /// Lists the containers and the folder of a document, so that its siblings can be stepped through. A
    /// root that was closed stays closed when its document is reloaded.
    fn show_in_files(&mut self, path: &str) {
        if self.opening.keep.is_none()
            && self.state.files.root_of(path).is_none()
            && let Some(archive_folder) = paths::archive_folder(path)
        {
            self.add_root(archive_folder);
        }
        let root = self.state.files.root_of(path).map(str::to_owned);
        let holders = root.iter().flat_map(|root| paths::holders(root, path));
        let wanted: Vec<String> = holders.chain(paths::parent(path)).collect();
        wanted.into_iter().for_each(|folder| self.list(folder));
    }

    /// Lists a folder or container in the background, once.
    pub(super) fn list(&mut self, path: String) {
        if self.state.files.listings.contains_key(&path) {
            return;
        }
        self.state.files.list(path.clone(), Listing::Loading);
        self.relist(path);
    }

    /// Lists a folder or container again; the old list stays until the new one is ready.
    pub(super) fn relist(&mut self, path: String) {
        let library = self.state.library.clone();
        self.jobs.start(format!("Listing {}", paths::name(&path)), false, move |handle| {
            opening::list(handle, &library, path);
        });
    }

    /// Checks which recent files are missing, in the background, since a network drive may be slow.
    pub(super) fn look_for_missing(&mut self) {
        let recent: Vec<String> = self.state.files.recent.iter().map(|r| r.path.clone()).collect();
        if recent.is_empty() {
            return;
        }
        self.jobs.start("Looking for recent files", false, move |handle| {
            let gone = |path: &String| !std::path::Path::new(paths::on_disk(path)).exists();
            handle.send(Message::Missing(recent.into_iter().filter(gone).collect()));
        });
    }

    fn tell_of_export(&mut self, job: u64, report: Report, folder: PathBuf) {
        for note in &report.notes {
            log::add(Level::Info, note.clone());
        }
        for failure in &report.failed {
            let text = format!("{}: {}", failure.path.display(), failure.message);
            log::add(Level::Error, text);
        }
        // If the dialog was closed in the meantime, a notice reports the result.
        let Some(report) = self.dialogs.show_export(job, report, folder.clone()) else { return };
        let text = crate::app::shell::dialogs::sum_up(&report);
        let level = match () {
            () if !report.failed.is_empty() => Level::Error,
            () if report.written.is_empty() => Level::Warning,
            () => Level::Success,
        };
        log::add(level, text.clone());
        let action = ("Open folder".to_owned(), Command::ShowFolder(folder));
        self.toasts.push_with(Notice { level, text }, Some(action));
    }

    /// Opens picked or dropped paths; with `add` also adds all their folders to Files.
    pub(super) fn open_many(&mut self, paths: Vec<String>, add: bool) {
        if !add {
            return self.open_all(&paths);
        }
        let folders = paths.iter().map(|path| Command::AddRoot(paths::absolute(path)));
        self.commands.extend(folders);
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
