//! The commands that need more than the state: files, dialogs, the window itself.

use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::{RestoredView, Window};
use crate::app::jobs::opening::{self, ShownWith};
use crate::app::jobs::{Message, drawing};
use crate::app::model::{
    Command, Level, PanelId, Settings, State,
    command::ExportRequest,
    document::paths,
    edits::undo::Undo,
    export::bulk::Work,
    export::choices::Choices,
    export::preset::{ExportAs, Recorded},
    view::state_string,
};
use crate::app::panels;
use crate::app::shell::dialogs::Dialog;
use crate::app::shell::layout;
use crate::app::ui::Ctx;
use crate::container::{disk_path, remove_abandoned};
use crate::export::{self, Subject};
use crate::library::{demo, plain::BYTES};
use crate::render;

/// Zoom step of the window.
pub(super) const ZOOM: f32 = 1.1;

impl Window {
    /// Applies all commands pushed since the last frame.
    pub(super) fn apply(&mut self, ctx: &egui::Context) {
        let mut hover = None;
        let mut applied = false;
        for command in self.commands.take() {
            if let Command::Hover(target) = command {
                hover = Some(target);
                continue;
            }
            // Escape ends the panel's own state first, such as a drag, and only then deselects.
            if command == Command::Deselect && self.panels.each().any(|panel| panel.let_go()) {
                continue;
            }
            self.dispatch(&command, ctx);
            self.bring_forward(&command);
            for panel in self.panels.each() {
                panel.command(&command, &self.state);
            }
            applied = true;
        }
        if hover != self.hover {
            self.state.hover = hover.as_ref().and_then(|target| self.state.resolve(target));
            self.hover = hover;
        }
        if applied {
            self.state.sound.use_settings(&self.state.settings);
        }
        self.follow_selection();
        self.follow_sound();
        self.save_notes();
    }

    pub(super) fn open_dialog(&mut self, dialog: impl Into<Option<Dialog>>) {
        if let Some(dialog) = dialog.into() {
            self.dialogs.open(dialog, &mut Ctx::new(&self.state, &mut self.commands));
        }
    }

    /// Opens the export dialog for the marked files, or else for the open one.
    pub(super) fn export_document(&mut self) {
        if self.state.has_marks_in_focus() {
            self.open_bulk(Work::Export, &self.state.files.chosen());
        } else if self.state.scene().is_some() {
            self.open_export(|export, state| export.prepare(state, None));
        }
    }

    pub(super) fn open_export(&mut self, prepare: impl FnOnce(&mut Choices, &State)) {
        prepare(&mut self.dialogs.export, &self.state);
        self.open_dialog(Dialog::Export);
    }

    /// Opens the export dialog for the current animation or video.
    pub(super) fn export_animation(&mut self) {
        let subjects = self.state.moving_subject().into_iter().collect();
        self.export_recorded(subjects, Recorded::Animation);
    }

    /// Opens the export dialog for a turntable of everything; in the dialog it can be limited to
    /// the selected models.
    pub(super) fn export_turntable(&mut self) {
        self.export_recorded(vec![Subject::Scene], Recorded::Turntable);
    }

    fn export_recorded(&mut self, subjects: Vec<Subject>, recorded: Recorded) {
        let kinds = "gif".parse().into_iter().collect();
        let recorded = Some(recorded);
        let choices = ExportAs { subjects, kinds, recorded, ..ExportAs::default() };
        self.open_export(|export, state| export.prepare_as(state, &choices));
    }

    pub(super) fn open_battle(&mut self) {
        let (stage, units) = demo::BATTLE;
        self.open_with(stage, ShownWith::These(units.map(str::to_owned).to_vec()), None);
    }

    /// Quits even if changes are lost.
    pub(super) fn quit_anyway(&mut self, ctx: &egui::Context) {
        self.leaving = true;
        ctx.send_viewport_cmd(egui::ViewportCommand::Close);
    }

    pub(super) fn copy(&mut self, what: &str, text: &str, ctx: &egui::Context) {
        ctx.copy_text(text.to_owned());
        self.notify(Level::Info, format!("Copied the {what}"));
    }

    pub(super) fn show_panel(&mut self, panel: PanelId) {
        if panels::info(panel).is_tall && !layout::visible(&self.layout).contains(&panel) {
            layout::give_room(&mut self.layout, panel);
        }
        layout::show(&mut self.layout, panel);
        self.state.focus = panel;
        self.bare = false;
    }

    pub(super) fn toggle_theme(&mut self, ctx: &egui::Context) {
        let light = ctx.theme() == egui::Theme::Dark;
        self.state.settings.theme =
            if light { egui::ThemePreference::Light } else { egui::ThemePreference::Dark };
        self.use_settings(ctx);
    }

    pub(super) fn set_settings(&mut self, settings: &Settings, ctx: &egui::Context) {
        let before = std::mem::replace(&mut self.state.settings, settings.clone());
        self.use_settings(ctx);
        if before.names != self.state.settings.names {
            self.use_typed_names();
        }
        if before.watch != self.state.settings.watch {
            self.watch_files();
            self.read_descriptions(self.state.settings.watch);
        }
    }

    /// Opens the file that contains the selection, if it is not the open one.
    fn follow_selection(&mut self) {
        let Some(selection) = &self.state.selection else { return };
        let source = selection.source;
        let on_show = self.state.shown.as_ref().map(|file| file.document.source.id());
        if on_show == Some(source) || selection.span.len == 0 {
            return;
        }
        let Some(doc) = &self.state.doc else { return };
        if doc.opened.document.source.id() == source {
            self.state.shown = Some(doc.opened.clone());
            return;
        }
        let library = self.state.library.clone();
        let unpacked = doc.scene.as_ref().and_then(|scene| scene.scene.unpacked_source(source));
        let Some(file) = library.source(source).or(unpacked.cloned()) else { return };
        let is_unpacked = unpacked.is_some();
        if self.opening.asked_for.replace(source) == Some(source) {
            return;
        }
        let name = format!("Reading {}", file.file_name());
        self.jobs.start(name, false, move |handle| {
            // Unpacked content has the name of its packed file, but not its format.
            let opened = match is_unpacked {
                true => Ok(library.open_plain(&file, Some(&BYTES), None)),
                false => library.open_source(&file, None),
            };
            if let Ok(opened) = opened {
                handle.send(Message::Shown(opened));
            }
        });
    }

    pub(super) fn open_or_add(&mut self, path: &str) {
        let (library, own) = (self.state.library.clone(), path.to_owned());
        self.jobs.start(format!("Opening {}", paths::name(path)), false, move |handle| {
            opening::join(handle, &library, own);
        });
    }

    /// Opens a file in a given format, even if it was read in another one before.
    pub(super) fn open_as(&mut self, path: &str, format: Option<&'static str>) {
        if let Some(doc) = self.state.doc.as_ref().filter(|doc| doc.opened.path == path) {
            self.state.library.close(&doc.opened);
        }
        self.open(path, format.map(str::to_owned));
    }

    /// Opens the open file as bytes.
    pub(super) fn open_as_bytes(&mut self) {
        let path = self.state.document_path().map(str::to_owned);
        path.into_iter().for_each(|path| self.open_as(&path, Some(BYTES.id)));
    }

    pub(super) fn reload(&mut self) {
        let Some(doc) = self.state.doc.clone() else { return };
        let id = doc.opened.document.format.id;
        // The last description without mistakes stays in use.
        match self.state.library.descriptions.file_of(id).map(PathBuf::from) {
            Some(file) if file.exists() => self.check_stored_description(file),
            _ => {
                let format = doc.opened.chosen.then(|| doc.opened.stored_format().id.to_owned());
                self.reload_as(format);
            }
        }
    }

    /// Reads the open file again in a format; `None` detects it by content.
    pub(super) fn reload_as(&mut self, format: Option<String>) {
        let Some(doc) = self.state.doc.clone() else { return };
        let library = &self.state.library;
        for file in opening::files_behind(library, &doc) {
            library.forget(&file);
        }
        // The Files panel does not contain a folder that was never listed.
        let parent = paths::parent(&doc.opened.path);
        if let Some(parent) = parent.filter(|path| self.state.files.listings.contains_key(path)) {
            self.relist(parent);
        }
        self.state.files.thumbnails.forget(&doc.opened.path);
        let keep = RestoredView::of(&self.state, &doc, self.opening.keep.take());
        self.open_with(&doc.opened.path, ShownWith::These(keep.around.clone()), format);
        self.opening.keep = Some(keep);
    }

    pub(super) fn close(&mut self) {
        self.compare_with(None);
        let left = self.state.moment();
        left.into_iter().for_each(|now| self.state.history.leave(now));
        self.visits.leave(&mut self.state);
        self.stash_edits();
        self.supersede();
        self.withdraw_notices();
        self.stop_streaming();
        (self.state.path, self.state.failure, self.state.restored) = (String::new(), None, None);
        self.set_document(None);
        self.state.shown = None;
        self.state.selection = None;
        self.state.undo = Undo::default();
        self.state.loading = false;
        self.forget_notes();
        self.panels.scene.attach(None);
        self.watch_files();
        self.limit_visited();
    }

    /// Opens the next or previous file of the folder with a known format.
    pub(super) fn step_file(&mut self, by: isize) {
        let path = self.state.doc.as_ref().map(|doc| &doc.opened.path);
        let next = path.and_then(|path| self.state.files.beside(path, by));
        if let Some(next) = next.map(str::to_owned) {
            self.open(&next, None);
        }
    }

    /// Scales the text of Bytes if that panel has the focus, otherwise the window; `None` resets the size.
    pub(super) fn zoom(&mut self, ctx: &egui::Context, factor: Option<f32>) {
        let bytes = self.state.focus == PanelId::BYTES;
        let settings = &mut self.state.settings;
        let (value, normal) = if bytes {
            (&mut settings.hex_size, crate::app::ui::theme::MONO)
        } else {
            (&mut settings.ui_scale, 1.0)
        };
        *value = factor.map_or(normal, |factor| *value * factor);
        *settings = std::mem::take(settings).clamped();
        self.use_settings(ctx);
    }

    pub(super) fn copy_state(&mut self, ctx: &egui::Context) {
        if let Some(text) = state_string::write(&self.state) {
            ctx.copy_text(text);
            let text = "View copied. Paste it here, or pass it to `gouraud render --state`";
            self.notify(Level::Info, text);
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        let text = text.trim();
        if !text.starts_with('{') {
            let path = text.trim_matches(['"', '\'']);
            let path = path.strip_prefix("file://").unwrap_or(path);
            if !path.is_empty() && !path.contains('\n') {
                self.open(&paths::absolute(path), None);
            }
            return;
        }
        match text.parse() {
            Ok(view) => self.take_view(&view, false),
            Err(why) => self.notify(Level::Error, why),
        }
    }

    /// Applies a view state; with `glide` the camera moves there smoothly.
    pub(super) fn take_view(&mut self, view: &render::state::State, glide: bool) {
        match state_string::take(view, &mut self.state) {
            Ok(taken) => {
                if let Some(around) = taken.around {
                    self.compose(around);
                    self.opening.view = Some(view.clone());
                    return;
                }
                // A rebuilt scene keeps the current camera.
                match glide && taken.answers.is_empty() {
                    true => self.commands.push(Command::MoveCamera(taken.camera)),
                    false => {
                        (self.state.view.camera, self.state.view.fitted_for) = (taken.camera, None);
                    }
                }
                self.warn_of(&taken.notes);
                self.answer(&taken.answers);
            }
            Err(why) => self.notify(Level::Error, why),
        }
    }

    /// Applies a view state whose added files had to be opened first.
    pub(super) fn take_waiting_view(&mut self) {
        let Some(mut view) = self.opening.view.take() else { return };
        let around = self.state.scene().map(|scene| scene.around.clone());
        // Files that could not be opened were reported already.
        view.with = around.unwrap_or_default();
        self.take_view(&view, false);
    }

    /// Warns about parts of a view state that could not be applied.
    pub(super) fn warn_of(&mut self, notes: &[String]) {
        if !notes.is_empty() {
            self.notify(Level::Warning, notes.join("; "));
        }
    }

    /// Sets read options from now on, and rebuilds the scene.
    pub(super) fn answer(&mut self, answers: &[(&str, &str)]) {
        for (question, answer) in answers {
            self.state.library.answers.give(question, answer);
        }
        if !answers.is_empty() {
            self.reload();
        }
    }

    pub(super) fn export(&mut self, request: &ExportRequest) {
        let Some(doc) = self.state.doc.clone() else { return };
        let ExportRequest { mut options, folder } = request.clone();
        options.pose = self.state.pose();
        options.variants.clone_from(&self.state.view.visibility.variants);
        let edits = self.state.palettes.clone();
        let uses = self.dialogs.export.used().to_vec();
        let gpu = self.gpu.clone();
        let scene = doc.scene.as_ref().map(|scene| self.dialogs.export.scene(&scene.scene).clone());
        let job = self.jobs.start("Exporting", true, move |handle| {
            let Some(scene) = scene else { return };
            let stored = &doc.opened.stored;
            let scene = edits.applied(&scene);
            let job = export::Job {
                scene: &scene,
                source_name: stored.file_name(),
                source: doc.opened.document.source.id(),
                crc32: stored.crc32(),
                options,
            };
            let mut on_progress = |progress: export::Progress<'_>| {
                handle.progress(progress.done as u64, progress.total as u64);
                handle.set_item(progress.file);
                if handle.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut taken = job.options.taken.clone();
            taken.extend(job.plan().into_iter().map(|asset| asset.file));
            remove_abandoned(&folder);
            let mut report = drawing::run(&job, &gpu, &folder, &mut on_progress);
            for used in uses.iter().take_while(|_| !handle.cancelled()) {
                let other = used.job(&job.options, taken.clone());
                taken.extend(other.plan().into_iter().map(|asset| asset.file));
                report.add(drawing::run(&other, &gpu, &folder, &mut on_progress));
            }
            handle.send(Message::Exported { job: handle.job(), report, folder });
        });
        self.dialogs.export.started(job);
    }

    /// Opens a folder in the system's file manager.
    pub(super) fn show_folder(&mut self, folder: PathBuf) {
        self.ask_file_manager(&[folder.as_os_str()], folder.clone());
    }

    /// Shows a file or folder in the system's file manager; for a member, the file on disk that
    /// contains it. It is selected in its folder if the system supports that.
    pub(super) fn show_on_disk(&mut self, path: &str) {
        let file = disk_path(paths::on_disk(path)).into_owned();
        let folder = file.parent().map_or_else(|| file.clone(), Path::to_path_buf);
        match () {
            () if file.is_dir() => self.show_folder(file),
            () if cfg!(windows) => {
                let mut chosen = OsString::from("/select,");
                chosen.push(&file);
                self.ask_file_manager(&[&chosen], folder);
            }
            () if cfg!(target_os = "macos") => {
                self.ask_file_manager(&["-R".as_ref(), file.as_os_str()], folder);
            }
            () => self.show_folder(folder),
        }
    }

    /// Runs the system's file manager on a thread, since it may take a while.
    fn ask_file_manager(&mut self, arguments: &[&OsStr], folder: PathBuf) {
        let program = match () {
            () if cfg!(windows) => "explorer",
            () if cfg!(target_os = "macos") => "open",
            () => "xdg-open",
        };
        let mut command = std::process::Command::new(program);
        let quiet = std::process::Stdio::null;
        command.args(arguments).stdin(quiet()).stdout(quiet()).stderr(quiet());
        self.jobs.start("Opening a folder", false, move |handle| {
            // Explorer's exit status is meaningless.
            let opened = command.status().is_ok_and(|status| status.success() || cfg!(windows));
            if !opened {
                let text = format!("Could not open a file manager. Folder: {}", folder.display());
                handle.notify(Level::Warning, text);
            }
        });
    }
}
