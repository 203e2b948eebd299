//! Handles the messages of jobs.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Window;
use crate::app::jobs::{Message, thumbnails};
use crate::app::model::{
    Command, Doc, Level, Notice, PanelId, SelectionTarget, document::paths, log,
};
use crate::app::shell::layout;
use crate::export::Report;

/// Time without changes after which files are re-read.
pub(super) const QUIET: Duration = Duration::from_millis(300);

impl Window {
    /// Takes all pending messages.
    pub(super) fn receive(&mut self, ctx: &egui::Context) {
        for (tab, message) in self.jobs.take() {
            self.handle_in_tab(tab, message);
        }
        if let Some((changed, _)) = &self.pending.changed {
            let quiet = changed.elapsed();
            if quiet < QUIET {
                ctx.request_repaint_after(QUIET - quiet);
            } else {
                self.reload_changed();
            }
        }
        if let Some((changed, _)) = &self.pending.listed {
            // Not after a quiet period: copying many files takes long.
            match QUIET.checked_sub(changed.elapsed()) {
                Some(left) => ctx.request_repaint_after(left),
                None => {
                    let changed = self.pending.listed.take().map(|(_, paths)| paths);
                    self.relist_changed(&changed.unwrap_or_default());
                }
            }
        }
        if std::mem::take(&mut self.pending.watches_other_files) {
            self.watch_files();
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

    /// Reloads the document if its files changed on disk; those of other tabs are reloaded when they are
    /// shown.
    fn reload_changed(&mut self) {
        let Some((_, changed)) = self.pending.changed.take() else { return };
        if !self.state.settings.watch {
            return;
        }
        self.state.tabs.outdate(&changed);
        self.outdate_comparisons(&changed);
        if self.state.files_behind.iter().any(|file| changed.contains(file)) {
            self.commands.push(Command::Reload);
        }
    }

    /// Handles a message of a job that was started in a tab.
    pub(super) fn handle(&mut self, message: Message) {
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
                self.withdraw_notices();
                // The scene panel shows the reason.
                let is_visible = layout::visible(&self.layout).contains(&PanelId::SCENE);
                if self.state.scene().is_none() && is_visible && !self.in_background {
                    log::add(Level::Error, why);
                } else {
                    self.notify_of_document(Level::Error, why);
                }
            }
            Message::Root(path) => self.add_root(path),
            Message::Folder { generation, path, parts }
                if generation == self.opening.generation =>
            {
                if self.state.doc.is_none() {
                    self.state.failure = None;
                }
                self.state.loading = false;
                self.withdraw_notices();
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
                let path = self.opening.companion_selection.take();
                if let Some(read) = self.state.read_bytes() {
                    self.state.selection = Some(read);
                } else if let Some(selection) = &self.state.selection
                    && let Some(element) = selection.element
                {
                    let also = selection.also.clone();
                    let same_field = || {
                        let source = &self.state.shown.as_ref()?.document.source;
                        let (_, path) = path.filter(|(name, _)| name == source.name())?;
                        self.state.resolve(&SelectionTarget::Path { source: source.id(), path })
                    };
                    let found = same_field().filter(|found| found.element == Some(element));
                    let found =
                        found.or_else(|| self.state.resolve(&SelectionTarget::Element(element)));
                    if let Some(mut found) = found {
                        found.also = also;
                        self.state.selection = Some(found);
                    }
                }
            }
            Message::Listed(listed) => self.take_listing(*listed),
            Message::ListedChanged(paths) => {
                let (_, changed) =
                    self.pending.listed.get_or_insert_with(|| (Instant::now(), BTreeSet::new()));
                changed.extend(paths);
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
            Message::Changed(files) => {
                let is_own = self.pending.saved.is_some_and(|at| at.elapsed() < QUIET * 3);
                if !is_own {
                    let before = self.pending.changed.take().map(|(_, files)| files);
                    let changed = before.into_iter().flatten().chain(files).collect();
                    self.pending.changed = Some((Instant::now(), changed));
                }
            }
            Message::Buffers { generation, buffers } if self.shows(generation) => {
                self.panels.scene.restore(buffers);
            }
            Message::DescriptionsChanged { is_edited } => {
                let before = self.pending.descriptions.is_some_and(|(_, is_edited)| is_edited);
                self.pending.descriptions = Some((Instant::now(), is_edited || before));
            }
            Message::DescriptionsRead(reading) => self.take_descriptions(reading),
            Message::Missing(missing) => self.state.files.missing = missing.into_iter().collect(),
            Message::OtherBanks { generation, other_banks }
                if generation == self.opening.generation =>
            {
                self.state.other_banks = other_banks;
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
                self.report_export(job, report, folder);
            }
            Message::Plausibility { key, outcomes } => self.state.plausibility.take(key, outcomes),
            Message::ExportPreview { job, first } => self.take_export_preview(job, first),
            Message::SecondPicture(scene) => self.panels.scene.second.attach(scene),
            Message::Compared { job, result } => self.take_comparison(job, result),
            Message::ComparedContents { job, contents } => self.take_contents(job, contents),
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
            Message::Edited { path, outcome } => {
                let is_changed = outcome.is_change();
                self.take_edited(&path, *outcome);
                self.pending.edited = is_changed.then_some((path, self.state.tab.id));
            }
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
            Message::Finished(job)
                if self
                    .pending
                    .textures
                    .as_ref()
                    .is_some_and(|textures| textures.number == job) =>
            {
                self.pending.textures = None;
            }
            Message::Finished(job) if self.notes.saving.contains_key(&job) => {
                if let Some(sidecar) = self.notes.saving.remove(&job) {
                    self.state.notes.write_ended(sidecar);
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
            Message::Finished(job) if self.all_comparing().any(|one| one.end(job)) => {}
            Message::Finished(job) if self.dialogs.export.preview.end(job) => {}
            Message::Finished(job) if self.end_of_listing(job) => {}
            Message::Finished(job) if self.end_of_indexing(job) || self.end_of_turning(job) => {}
            Message::Finished(job) => self.dialogs.ended(job),
            // The message belongs to a cancelled opening.
            _ => {}
        }
    }

    fn shows(&self, generation: u64) -> bool {
        self.state.doc.as_ref().is_some_and(|doc| doc.generation == generation)
    }

    fn report_export(&mut self, job: u64, report: Report, folder: PathBuf) {
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
}
