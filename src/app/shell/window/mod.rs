//! The window: receives job messages, applies commands, draws the panels.

mod bulk;
mod commands;
mod comparing;
mod description;
mod dispatch;
mod documents;
mod draw;
mod editing;
mod export_preview;
mod find;
mod flights;
mod gallery;

mod input;
mod listing;
mod locations;
mod motion;
mod navigation;
mod notes;
mod openings;
mod panel_focus;
mod persistence;
mod picks;
mod pictures;
mod plausibility;
mod queue;
mod receive;
mod restart;
mod saving;
mod sounds;
mod stash;
mod tables;
mod tabs;
mod textures;
mod video;
mod visits;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use egui_tiles::Tree;
use notify::RecommendedWatcher;

use self::commands::ZOOM;
use self::description::is_description_file;
use self::find::Indexing;
use self::gallery::GalleryJobs;
use self::listing::FolderListings;
use self::notes::NotesOnDisk;
use self::openings::{Opening, Pending, RestoredView, Visited};
use self::sounds::VOLUME_STEP;
use self::tabs::TabWork;
use self::visits::Visits;
use super::dialogs::{Dialog, Dialogs};
use super::key_presses::TypedAhead;
use super::layout::{self, Panels};
use super::layouts::Layouts;
use super::options::Options;
use super::toasts::Toasts;
use crate::app::jobs::Jobs;
use crate::app::jobs::opening::{self, ShownWith};
use crate::app::jobs::watch::Watch;
use crate::app::model::document::draft_store::DraftStore;
use crate::app::model::document::tab_state::TabState;
use crate::app::model::export::bulk::Bulk;
use crate::app::model::{
    Command, Commands, Doc, DocScene, Level, Notice, PanelId, SelectionTarget, Settings, SharedGpu,
    State, crash_report, document::paths, document::tab_id::TabId, edits::carried::Carried,
    edits::stash::Stash, export::choices::Choices, log,
};
use crate::app::panels::scene::ScenePanel;
use crate::app::ui::Pictures;
use crate::app::ui::accessible_names::AccessibleNames;
use crate::app::ui::theme;
use crate::edit::journal::SessionId;
use crate::library::{DescriptionFolders, Library, Opened};
use crate::render::{DeviceFaults, Gpu, SceneBuffers};
use crate::scene::Scene;

/// The smallest size that everything fits into, in points at a text size of 100 %.
const MIN_SIZE: egui::Vec2 = egui::vec2(720.0, 480.0);

/// The program's window.
pub struct Window {
    pub state: State,
    panels: Panels,
    layout: Tree<PanelId>,
    layouts: Layouts,
    /// Commands pushed in the last frame; applied at the start of the next.
    commands: Commands,
    /// The element under the pointer in the last frame.
    hover: Option<SelectionTarget>,
    jobs: Jobs,
    gpu: SharedGpu,
    faults: DeviceFaults,
    /// Changes for the window that replaces this one.
    carried: Carried,
    dialogs: Dialogs,
    toasts: Toasts,
    watch: Watch,
    listing: FolderListings,
    /// Watches the folders of descriptions.
    watches_descriptions: Option<RecommendedWatcher>,
    opening: Opening,
    /// Work of the tabs that are not current.
    tab_work: BTreeMap<TabId, TabWork>,
    /// A message is being handled for a tab that is not visible.
    in_background: bool,
    visited: Visited,
    /// The panel that shows the open scene best.
    front: Option<PanelId>,
    visits: Visits,
    pending: Pending,
    typed_ahead: TypedAhead,
    indexing: Indexing,
    gallery: GalleryJobs,
    notes: NotesOnDisk,
    /// Stashed changes of files that are not open.
    aside: Stash,
    /// Folder of the journals; `None` if nothing is to be stored.
    journals: Option<PathBuf>,
    /// Owner of the journals that this window writes.
    session: SessionId,
    /// Texts of descriptions that are not saved; `None` if another window stores its own.
    drafts: Option<Arc<DraftStore>>,
    /// The user confirmed that changes will be lost.
    leaving: bool,
    /// Only the scene is visible.
    bare: bool,
    /// Tab goes to the focused panel in this frame.
    tabs_into: bool,
    /// The menu bar takes the focus in this frame.
    focuses_menu: bool,
    /// A widget had the focus at the end of the last frame.
    had_focus: bool,
    /// Format override for the paths of the command line.
    format: Option<String>,
    saves: bool,
    /// The settings that were saved last.
    saved_settings: Settings,
}

impl Window {
    /// A window that will show `paths`; if empty, the last session, or the demo on the first start.
    pub fn new(cc: &eframe::CreationContext<'_>, paths: Vec<String>, options: Options) -> Self {
        theme::install(&cc.egui_ctx);
        cc.egui_ctx.add_plugin(AccessibleNames);
        let saved = persistence::load(cc.storage);
        let mut state = State::new(Arc::new(Library::new()), saved.settings);
        let saved_settings = state.settings.clone();
        if let Some(overlays) = &saved.overlays {
            state.tab.view.set_overlays(overlays);
        }
        state.library.record_game_folders(saved.folders);
        state.library.ask_registries(options.registries.clone());
        state.files.recent = saved.recent;
        state.adapter = adapter(cc.wgpu_render_state.as_ref());
        let mut jobs = Jobs::new(cc.egui_ctx.clone());
        let gpu = start_gpu(&mut jobs, cc.wgpu_render_state.as_ref(), &options);
        let scene = ScenePanel::new(cc.wgpu_render_state.clone(), gpu.clone());
        let folder = options.folder();
        let mut window = Self {
            state,
            panels: Panels::new(scene),
            layout: saved.layout.map_or_else(layout::standard, layout::completed),
            layouts: saved.layouts,
            commands: Commands::default(),
            hover: None,
            jobs,
            gpu,
            faults: options.faults.clone(),
            carried: options.carried.clone(),
            dialogs: Dialogs::default(),
            toasts: Toasts::default(),
            watch: Watch::default(),
            listing: FolderListings::default(),
            watches_descriptions: None,
            opening: Opening::default(),
            tab_work: BTreeMap::new(),
            in_background: false,
            visited: Visited::default(),
            front: None,
            visits: Visits::default(),
            pending: Pending::default(),
            typed_ahead: TypedAhead::default(),
            indexing: Indexing::new(options.cache.clone()),
            journals: folder.as_ref().map(|folder| folder.join("edits")),
            session: SessionId::random(),
            drafts: None,
            gallery: GalleryJobs::default(),
            notes: NotesOnDisk::new(&options),
            aside: Stash::default(),
            leaving: false,
            bare: false,
            tabs_into: false,
            focuses_menu: false,
            had_focus: false,
            format: options.format,
            saves: options.remember,
            saved_settings,
        };
        window.dialogs.export = Choices::of(saved.export);
        window.use_settings(&cc.egui_ctx);
        // The minimum size is in points, which the scale enlarges.
        let least = MIN_SIZE / window.state.settings.ui_scale;
        cc.egui_ctx.send_viewport_cmd(egui::ViewportCommand::MinInnerSize(least));
        // X11 window managers ignore the state of a window that is not visible yet; commands of the
        // first frame arrive after it was shown.
        if saved.is_maximized && cfg!(all(unix, not(target_os = "macos"))) {
            cc.egui_ctx.send_viewport_cmd(egui::ViewportCommand::Maximized(true));
        }
        window.state.layout_names = window.layouts.names();
        window.use_typed_names();
        window.look_for_missing();
        if paths.is_empty() {
            window.restore_roots(saved.roots);
        }
        let lists = window.state.settings.name_lists.iter().map(Into::into);
        window.read_lists(options.names.into_iter().chain(lists).collect(), false);
        let folders = DescriptionFolders::new(&options.formats);
        window.state.library.descriptions.search_in(folders);
        window.read_descriptions(false);
        window.search_in(options.roots);
        window.take_over();
        window.own_drafts();
        window.restore_drafts();
        window.start_with(paths, (saved.tabs, saved.current), saved.is_first);
        let report = folder.map(|folder| crash_report::file_in(&folder));
        if let Some(report) = report.and_then(Dialog::crash_report) {
            window.open_dialog(report);
        }
        window
    }

    /// Reopens the roots of the last session.
    fn restore_roots(&mut self, roots: Vec<String>) {
        roots.iter().for_each(|root| self.state.files.add_root(root));
        if !roots.is_empty() {
            self.jobs.start("Restoring folders", false, move |handle| {
                opening::restore_roots(handle, roots);
            });
        }
    }

    /// Opens several paths: shows the first file together with those that belong to it, and lists the
    /// folders of all.
    fn open_all(&mut self, paths: &[String]) {
        let paths = paths.iter().map(|path| paths::absolute(path));
        let (descriptions, paths): (Vec<String>, Vec<String>) =
            paths.partition(|path| is_description_file(path));
        descriptions.iter().for_each(|file| self.open_description(Path::new(file)));
        let Some((first, others)) = paths.split_first() else { return };
        let format = self.format.take();
        self.open_with(first, ShownWith::Among(others.to_vec()), format);
    }

    /// Opens a path in the background; the open document stays visible until the new one is ready.
    fn open(&mut self, path: &str, format: Option<String>) {
        let around = match format {
            Some(_) => ShownWith::These(Vec::new()),
            None => self.around_before(path),
        };
        self.open_with(path, around, format);
    }

    /// Cancels the opening in progress in the current tab.
    fn supersede(&mut self) {
        self.pending.generation += 1;
        if let Some(job) = self.opening.supersede(self.pending.generation) {
            self.jobs.cancel(job);
        }
    }

    fn open_with(&mut self, path: &str, around: ShownWith, format: Option<String>) {
        self.supersede();
        let (library, gpu) = (self.state.library.clone(), self.gpu.clone());
        let name = format!("Opening {}", paths::name(path));
        let request = opening::Request {
            path: path.to_owned(),
            around,
            format,
            generation: self.opening.generation,
            journals: self.journals(),
            known: self.state.edits.paths().cloned().collect(),
            rereads: self.state.document_path() == Some(path),
        };
        path.clone_into(&mut self.state.path);
        self.state.loading = true;
        self.opening.job = Some(self.jobs.start(name, true, move |handle| {
            opening::open(handle, &library, &gpu, request);
        }));
    }

    fn journals(&self) -> Option<PathBuf> {
        self.journals.clone()
    }

    fn use_settings(&mut self, ctx: &egui::Context) {
        let settings = &self.state.settings;
        ctx.set_theme(settings.theme);
        ctx.set_zoom_factor(settings.ui_scale);
        self.state.sound.use_settings(settings);
        let still = settings.reduce_motion;
        for theme in [egui::Theme::Dark, egui::Theme::Light] {
            ctx.style_mut_of(theme, |style| style.animation_time = if still { 0.0 } else { 0.08 });
        }
    }

    /// Shows a notice and logs it.
    fn notify(&mut self, level: Level, text: impl Into<String>) {
        let text = text.into();
        log::add(level, text.clone());
        self.toasts.push(Notice { level, text });
    }

    /// Shows a notice about the open document, or about one that could not be opened. The notice is
    /// removed with the document.
    fn notify_of_document(&mut self, level: Level, text: String) {
        if self.in_background {
            return self.notify(level, text);
        }
        log::add(level, text.clone());
        self.toasts.push_of_document(Notice { level, text }, None);
    }

    /// `true` when no job runs and no command is pending; for tests.
    pub fn is_idle(&self) -> bool {
        self.jobs.is_idle() && !self.commands.are_pending()
    }

    /// The scene panel, for tests and assistive technology.
    pub fn scene_panel(&self) -> &ScenePanel {
        &self.panels.scene
    }

    /// The bulk dialog, for tests.
    pub fn files_dialog(&mut self) -> Option<&mut Bulk> {
        self.dialogs.bulk()
    }

    /// Choices of the export dialog, for tests.
    pub fn export_choices(&mut self) -> &mut Choices {
        &mut self.dialogs.export
    }

    /// Shows a scene that is in no file, as if it came from `opened`; for tests.
    pub fn present(&mut self, opened: Arc<Opened>, scene: Scene) {
        self.supersede();
        let scene = Arc::new(scene);
        let buffers = self.gpu.wait().as_ref().map(|gpu| SceneBuffers::new(gpu, scene.clone()));
        let problems = opened.document.problems.clone();
        let (scene, generation) = (Some(DocScene::new(scene)), self.opening.generation);
        let doc = Doc { opened, problems, scene, generation, names: 0 };
        self.state.failure = None;
        self.toasts.withdraw_of_document();
        self.show_scene(Arc::new(doc), buffers.map(Box::new));
    }

    /// Pushes a command, as a panel does.
    pub fn push(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Saves changed settings at once, since the program may be ended by force; not while a slider is dragged.
    fn save_settings(&mut self, ctx: &egui::Context, frame: &mut eframe::Frame) {
        let is_dragged = ctx.input(|input| input.pointer.any_down());
        if !self.saves || is_dragged || self.saved_settings == self.state.settings {
            return;
        }
        if let Some(storage) = frame.storage_mut() {
            persistence::save_settings(storage, &self.state.settings);
            storage.flush();
        }
        self.saved_settings = self.state.settings.clone();
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        if self.handle_device_faults(&ctx) {
            return;
        }
        self.state.settings.keys.apply();
        self.receive(&ctx);
        self.collect_input(&ctx);
        self.apply(&ctx);
        self.put_colours(&ctx);
        let open = self.state.tabs.all(&self.state.tab).map(TabState::generation).collect();
        Pictures::of(&ctx).keep(open);
        self.go_on_editing();
        self.look_whether_it_moves();
        self.confirm_quit(&ctx);
        self.stream_textures(&ctx);
        self.check_plausibility();
        self.go_on_comparing();
        self.prepare_second();
        self.state.sound.tick();
        self.follow_queue();
        self.move_on(&ctx);
        let typing = ctx.text_edit_focused();
        self.draw(ui);
        self.fall_through(&ctx, typing);
        self.had_focus = ctx.memory(|memory| memory.focused().is_some());
        self.ask_for_frames(&ctx);
        self.indexing.frame_drawn();
        self.save_settings(&ctx, frame);
        // A device that was lost in this frame cannot draw it.
        if self.handle_device_faults(&ctx) {
            ctx.graphics_mut(|graphics| *graphics = Default::default());
        }
    }

    fn raw_input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        self.typed_ahead.defer_after_tab(ctx, &mut input.events);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if self.saves {
            let (tabs, export) = (self.saved_tabs(), self.dialogs.export.remembered());
            let layouts = (&self.layout, &self.layouts);
            persistence::save(storage, &self.state, layouts, &export, &tabs);
            self.save_notes_now();
        }
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}

/// Creates the device's pipelines on a thread, unless they are `ready`.
fn start_gpu(
    jobs: &mut Jobs,
    shared: Option<&egui_wgpu::RenderState>,
    options: &Options,
) -> SharedGpu {
    let Some(shared) = shared.filter(|_| options.gpu.is_none()) else {
        return Arc::new(OnceLock::from(options.gpu.clone()));
    };
    let (faults, ctx) = (options.faults.clone(), jobs.context());
    let seen = faults.clone();
    crash_report::set_device_lost(false);
    faults.watch(&shared.device, move || {
        crash_report::set_device_lost(seen.lost().is_some());
        ctx.request_repaint();
    });
    let gpu: SharedGpu = Arc::new(OnceLock::new());
    let (adapter, device, queue) =
        (shared.adapter.clone(), shared.device.clone(), shared.queue.clone());
    let made = gpu.clone();
    jobs.start("Preparing the renderer", false, move |handle| {
        // Even after a panic, waiters for the device must continue.
        let ready = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            Gpu::from_device(&adapter, device, queue, faults)
        }));
        let _ = made.set(match ready {
            Ok(Ok(gpu)) => Some(gpu),
            Ok(Err(error)) => {
                handle.notify(Level::Error, error.to_string());
                None
            }
            Err(_) => {
                handle.notify(Level::Error, "the render pipelines could not be created");
                None
            }
        });
    });
    gpu
}

fn adapter(shared: Option<&egui_wgpu::RenderState>) -> String {
    let Some(shared) = shared else { return "no device".to_owned() };
    let info = shared.adapter.get_info();
    format!(
        "{} ({:?}, {:?}), driver {} {}",
        info.name, info.device_type, info.backend, info.driver, info.driver_info
    )
}
