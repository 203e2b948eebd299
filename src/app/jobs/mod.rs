//! Background jobs on threads. A job sends messages; the window takes them at the start of a frame.
//! Results of a cancelled opening carry an old generation and are dropped.

pub mod bulk;
pub mod combined_scene;
pub mod companions;
pub mod description;
pub mod drawing;
pub mod editing;
pub mod file_dialog;
pub mod index;
pub mod journaling;
pub mod opening;
pub mod palettes;
pub mod sharing;
pub mod sound_preview;
pub mod strips;
pub mod thumbnails;
pub mod transform_edit;
pub mod turntable_preview;
pub mod watch;

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use notify::RecommendedWatcher;

use crate::app::model::background::caught;
use crate::app::model::document::compared_contents::ComparedContents;
use crate::app::model::document::comparison::Comparison;
use crate::app::model::document::description::{Checked, DescriptionFile};
use crate::app::model::document::notes::{Entry, StoredNotes};
use crate::app::model::document::plausibility;
use crate::app::model::document::tab_id::TabId;
use crate::app::model::document::thumbnails::Item;
use crate::app::model::edits::Edit;
use crate::app::model::edits::save_plan::SavePlan;
use crate::app::model::export::bulk::Plan;
use crate::app::model::export::choices::Dependency;
use crate::app::model::search::Answer;
use crate::app::model::sound::{Key, Track};
use crate::app::model::view::second_picture::UploadedScene;
use crate::app::model::{
    Command, Doc, Level, Notice, Sidecar, Sniff, sound::other_banks::OtherBanks, state::JobInfo,
};
use crate::audio::DeviceName;
use crate::edit::History;
use crate::library::Opened;
use crate::plausibility::Outcome;
use crate::render::SceneBuffers;
use crate::scene::{AnimationId, Clip, Scene, VideoFrame};

/// Message of a job.
pub enum Message {
    /// A file was read; its scene may follow.
    Opened { doc: Arc<Doc>, more: bool },
    /// The scene of the file just opened.
    Scene { doc: Arc<Doc>, buffers: Option<Box<SceneBuffers>> },
    /// The file could not be opened, with the reason.
    Failed { generation: u64, path: String, why: String },
    /// `path` is a folder, or a container of files or of parts of a file.
    Folder { generation: u64, path: String, parts: bool },
    /// A folder, disc or archive to add to Files.
    Root(String),
    /// Buffers of a scene whose buffers were dropped while its tab was not visible.
    Buffers { generation: u64, buffers: Box<SceneBuffers> },
    /// A companion that contains the selection.
    Shown(Arc<Opened>),
    /// Listing of a folder or container.
    Listed(Box<opening::Listed>),
    /// Formats of some files.
    Sniffed(Vec<(String, Sniff)>),
    /// A thumbnail; `None` if there is nothing to draw.
    Thumbnail { item: Item, picture: Option<image::RgbaImage> },
    /// Strip of pictures of an animation with their number; `None` if it cannot be drawn.
    Strip { generation: u64, animation: AnimationId, strip: Option<(image::RgbaImage, u32)> },
    /// Next picture of a rotating model.
    Turned { item: Item, picture: image::RgbaImage },
    /// Decoded sound for a preview; `None` if it cannot be decoded.
    Tried { item: Item, track: Option<Arc<Track>>, name: String, volume_db: f32 },
    /// A command for the window.
    Command(Command),
    /// Files behind open documents changed on disk.
    Changed(Vec<PathBuf>),
    /// A description changed (`is_edited`), or there is a new folder that may have some.
    DescriptionsChanged { is_edited: bool },
    /// The descriptions were read again.
    DescriptionsRead(description::Reading),
    /// Recent paths that are missing.
    Missing(Vec<String>),
    /// Sounds of other banks that share identifiers with a document.
    OtherBanks { generation: u64, other_banks: OtherBanks },
    /// Opened files with sounds, and their scenes.
    Banks(Vec<(String, Arc<Scene>)>),
    /// Identity of an opened file, its stored notes, and its notes from before a reload.
    Entry { entry: Entry, found: StoredNotes, before: Option<Arc<Sidecar>> },
    /// Imported notes from a file of this name.
    Merge { from: String, sidecars: Vec<Sidecar> },
    /// The open document with newly known names.
    Renamed(Arc<Doc>),
    /// Number of names found in a text.
    Learned { path: String, count: usize },
    /// A name list was loaded.
    NamesLoaded(String),
    /// `true` if a companion was found at a path; the error if the path is not usable.
    Place { path: String, found: Result<bool, String> },
    /// Available sound devices.
    Devices(Vec<DeviceName>),
    /// A decoded sound; `None` if it cannot be decoded.
    Decoded { key: Key, track: Option<Arc<Track>> },
    /// A decoded animation of an opened document.
    Clip { generation: u64, animation: AnimationId, clip: Arc<Clip> },
    /// A decoded video frame of an opened document.
    Still { generation: u64, frame: u32, still: Arc<VideoFrame> },
    /// Names of the files in a folder; empty if the folder does not exist.
    InFolder { folder: PathBuf, names: HashSet<String> },
    /// Result of the export of this job.
    Exported { job: u64, report: crate::export::Report, folder: PathBuf },
    /// Result of the check whether a selection can be moved, with the number of the request.
    Held { number: u64, answer: Result<(), String> },
    /// Outcomes of the plausibility rules on a document.
    Plausibility { key: plausibility::Key, outcomes: Vec<Outcome> },
    /// First picture of an export, and the properties of all its pictures.
    ExportPreview { job: u64, first: Option<drawing::FirstPicture> },
    /// The second picture's scene.
    SecondPicture(UploadedScene),
    /// Differences of the open document from another file.
    Compared { job: u64, result: Result<Comparison, String> },
    /// Bytes and sounds of the open document and another file.
    ComparedContents { job: u64, contents: Result<ComparedContents, String> },
    /// Dependencies of an opened document.
    Uses { generation: u64, used: Vec<Dependency> },
    /// Files that a bulk job would write.
    Planned { job: u64, plan: Box<Plan> },
    /// Files of a plan that exist in a folder.
    There { plan: Arc<Plan>, folder: PathBuf, there: HashSet<PathBuf> },
    /// The system has no file dialog.
    NoFileDialog(Box<file_dialog::Pick>),
    /// Result of a query to the index.
    Answered(Box<Answer>),
    /// A root is up to date in the index; `changed` if something had to be read.
    Indexed { root: String, changed: bool },
    /// Something in a root changed on disk.
    RootChanged(String),
    /// Files and folders in listed folders, or listed folders, that were added, removed, renamed or written.
    ListedChanged(BTreeSet<PathBuf>),
    /// Watcher of a root.
    Watching { root: String, watcher: RecommendedWatcher },
    /// A description to edit.
    Description(DescriptionFile),
    /// Mistakes of a description, and the id of its format if it can be used.
    Checked { checked: Checked, format: Option<String> },
    /// Outcome of an edit of the file at `path`.
    Edited { path: String, outcome: Box<editing::Outcome> },
    /// A companion to be edited, as on disk.
    ToEdit { base: Arc<Opened>, edit: Box<Edit> },
    /// Differences that saving a file would write.
    SavePlan(Box<SavePlan>),
    /// Edit history of the file at `path` from before the program ended.
    Resumed { path: String, base: Arc<Opened>, history: History },
    /// The job with this number has ended.
    Finished(u64),
}

impl Message {
    /// `true` if the message is about the document of the tab whose job sent it.
    pub fn is_of_tab(&self) -> bool {
        matches!(
            self,
            Self::Opened { .. }
                | Self::Scene { .. }
                | Self::Buffers { .. }
                | Self::Failed { .. }
                | Self::Folder { .. }
                | Self::Shown(_)
                | Self::Strip { .. }
                | Self::Clip { .. }
                | Self::Still { .. }
                | Self::Held { .. }
                | Self::Plausibility { .. }
                | Self::Entry { .. }
                | Self::OtherBanks { .. }
                | Self::Renamed(_)
                | Self::Edited { .. }
                | Self::ToEdit { .. }
                | Self::Command(_)
                | Self::Finished(_)
        )
    }
}

/// A delay that is not noticeable.
const SOON: Duration = Duration::from_millis(120);

/// Connection from a job to the window.
#[derive(Clone)]
pub struct Handle {
    sender: Sender<(TabId, Message)>,
    /// The tab that was current when the job started.
    tab: TabId,
    ctx: egui::Context,
    job: u64,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    cancelled: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    /// The item in progress. Locked only for reading and writing it.
    now: Mutex<String>,
}

impl Handle {
    pub fn send(&self, message: Message) {
        // If the window is closed, the message is dropped.
        let _ = self.sender.send((self.tab, message));
        self.ctx.request_repaint();
    }

    /// Sends a message with a short delay until the next frame, so that following messages share it: on a
    /// software adapter, drawing a frame takes as long as reading a small file.
    pub fn send_soon(&self, message: Message) {
        let _ = self.sender.send((self.tab, message));
        self.ctx.request_repaint_after(SOON);
    }

    pub fn notify(&self, level: Level, text: impl Into<String>) {
        self.send(Message::Command(Command::Notify(Notice { level, text: text.into() })));
    }

    /// Number of the job; 0 for threads that are not jobs.
    pub fn job(&self) -> u64 {
        self.job
    }

    pub fn cancelled(&self) -> bool {
        self.shared.cancelled.load(Ordering::Relaxed)
    }

    /// Requests a frame, for results that do not come as a message.
    pub fn repaint(&self) {
        self.ctx.request_repaint();
    }

    /// Reports the item in progress.
    pub fn set_item(&self, item: &str) {
        let mut current = self.shared.now.lock().unwrap_or_else(PoisonError::into_inner);
        current.clear();
        current.push_str(item);
    }

    pub fn progress(&self, done: u64, total: u64) {
        self.shared.done.store(done, Ordering::Relaxed);
        self.shared.total.store(total, Ordering::Relaxed);
    }
}

struct Running {
    id: u64,
    name: String,
    started: Instant,
    can_cancel: bool,
    shared: Arc<Shared>,
}

/// All jobs.
pub struct Jobs {
    sender: Sender<(TabId, Message)>,
    receiver: Receiver<(TabId, Message)>,
    /// The current tab: new jobs belong to it.
    pub tab: TabId,
    ctx: egui::Context,
    running: Vec<Running>,
    next: u64,
}

impl Jobs {
    pub fn new(ctx: egui::Context) -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, tab: TabId::default(), ctx, running: Vec::new(), next: 1 }
    }

    /// Runs `work` on a new thread. A panic in it is reported as a message and does not end the program.
    pub fn start(
        &mut self,
        name: impl Into<String>,
        can_cancel: bool,
        work: impl FnOnce(&Handle) + Send + 'static,
    ) -> u64 {
        let (id, name) = (self.next, name.into());
        self.next += 1;
        let handle = Handle { job: id, ..self.handle() };
        let shared = handle.shared.clone();
        self.running.push(Running {
            id,
            name: name.clone(),
            started: Instant::now(),
            can_cancel,
            shared,
        });
        let spare = handle.clone();
        let body = move || {
            if let Err(why) = caught(&name, || work(&handle)) {
                handle.notify(Level::Error, why);
            }
            handle.send(Message::Finished(id));
        };
        if let Err(error) = std::thread::Builder::new().spawn(body) {
            spare.notify(Level::Error, format!("cannot start a thread: {error}"));
            spare.send(Message::Finished(id));
        }
        id
    }

    /// Handle for threads that are not jobs: the file watcher, file dialogs.
    pub fn handle(&self) -> Handle {
        Handle {
            sender: self.sender.clone(),
            tab: self.tab,
            ctx: self.ctx.clone(),
            job: 0,
            shared: Arc::new(Shared::default()),
        }
    }

    pub fn cancel(&mut self, id: u64) {
        for job in self.running.iter().filter(|job| job.id == id) {
            job.shared.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Takes the received messages, each with the tab that its job belongs to.
    pub fn take(&mut self) -> Vec<(TabId, Message)> {
        let messages: Vec<(TabId, Message)> = self.receiver.try_iter().collect();
        for (_, message) in &messages {
            if let Message::Finished(id) = message {
                self.running.retain(|job| job.id != *id);
            }
        }
        messages
    }

    /// The context of the window that takes the messages.
    pub fn context(&self) -> egui::Context {
        self.ctx.clone()
    }

    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    pub fn infos(&self) -> Vec<JobInfo> {
        let info = |job: &Running| {
            let total = job.shared.total.load(Ordering::Relaxed);
            let is_cancelled = job.shared.cancelled.load(Ordering::Relaxed);
            JobInfo {
                id: job.id,
                name: match is_cancelled {
                    true => format!("Cancelling: {}", job.name),
                    false => job.name.clone(),
                },
                age: job.started.elapsed().as_secs_f64(),
                progress: (total > 0).then(|| (job.shared.done.load(Ordering::Relaxed), total)),
                can_cancel: job.can_cancel && !is_cancelled,
                now: job.shared.now.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            }
        };
        self.running.iter().map(info).collect()
    }
}
