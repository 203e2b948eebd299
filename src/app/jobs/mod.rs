//! Work on threads. A job sends messages; the window takes them at the start of a frame. Results
//! of an opening that was superseded carry an old generation and are dropped.

pub mod bulk;
pub mod companions;
pub mod drawing;
pub mod editing;
pub mod opening;
pub mod placing;
pub mod sharing;
pub mod shelf;
pub mod strips;
pub mod thumbnails;
pub mod together;
pub mod trying;
pub mod turning;
pub mod watch;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use notify::RecommendedWatcher;

use crate::app::model::background::caught;
use crate::app::model::bulk::Plan;
use crate::app::model::edits::Edit;
use crate::app::model::export_choices::Used;
use crate::app::model::finding::Answer;
use crate::app::model::notes::{Entry, Found};
use crate::app::model::plausibility;
use crate::app::model::playback::{Key, Track};
use crate::app::model::save_plan::SavePlan;
use crate::app::model::thumbnails::Item;
use crate::app::model::{
    Command, Doc, Level, Listing, Notice, Sidecar, Sniff, other_banks::OtherBanks, state::JobInfo,
};
use crate::audio::DeviceName;
use crate::edit::History;
use crate::library::{Game, Opened};
use crate::plausibility::Outcome;
use crate::render::SceneBuffers;
use crate::scene::{AnimationId, Clip, CodingUse, Element, Manner, Scene, Still};

/// Message of a job.
pub enum Message {
    /// A file was read; its scene, if it has one, is still to come.
    Opened { doc: Arc<Doc>, more: bool },
    /// The scene of the file just opened.
    Scene { doc: Arc<Doc>, buffers: Option<Box<SceneBuffers>> },
    /// The file could not be opened, with the sentence that says why.
    Failed { generation: u64, path: String, why: String },
    /// `path` is a folder, or a file that holds others: whole files, or nothing but its own parts.
    Folder { generation: u64, path: String, parts: bool },
    /// A folder, a disc or an archive that was asked for beside what is shown.
    Root(String),
    /// A companion that holds what is selected.
    Shown(Arc<Opened>),
    /// Listing of a folder or container, and the game that it is of.
    Listed { path: String, listing: Listing, game: Option<Game> },
    /// Formats of some files.
    Sniffed(Vec<(String, Sniff)>),
    /// A small picture was drawn; `None` where there is nothing to see.
    Thumbnail { item: Item, picture: Option<image::RgbaImage> },
    /// Pictures of an animation side by side, and how many; `None` where there are none.
    Strip { generation: u64, animation: AnimationId, strip: Option<(image::RgbaImage, u32)> },
    /// A model turned a little further.
    Turned { item: Item, picture: image::RgbaImage },
    /// A sound that is tried was decoded; `None` when it cannot be.
    Tried { item: Item, track: Option<Arc<Track>>, name: String, volume_db: f32 },
    /// Do this.
    Command(Command),
    /// The files behind the open document changed on disk.
    Changed,
    /// Recent paths that are gone.
    Missing(Vec<String>),
    /// What other banks know of the sounds of an opening.
    OtherBanks { generation: u64, other_banks: OtherBanks },
    /// Files with sounds that were opened, and what is in them.
    Banks(Vec<(String, Arc<Scene>)>),
    /// Which file was opened, by its content, what is in the store for it, and what was written
    /// down about it before it was read again.
    Entry { entry: Entry, found: Found, before: Option<Arc<Sidecar>> },
    /// What somebody wrote down, from a file of this name.
    Merge { from: String, sidecars: Vec<Sidecar> },
    /// The open document, with names as they are known now.
    Renamed(Arc<Doc>),
    /// A text was read for the names it holds.
    Learned { path: String, count: usize },
    /// A list of names was read.
    NamesLoaded(String),
    /// Whether a companion is at a place, or why that is none.
    Place { path: String, found: Result<bool, String> },
    /// The sound devices there are.
    Devices(Vec<DeviceName>),
    /// A sound was decoded; `None` when it cannot be.
    Decoded { key: Key, track: Option<Arc<Track>> },
    /// An animation of the document of an opening was decoded.
    Clip { generation: u64, animation: AnimationId, clip: Arc<Clip> },
    /// A frame of the film of the document of an opening was decoded.
    Still { generation: u64, frame: u32, still: Arc<Still> },
    /// The names of the files in a folder; none where there is no such folder.
    InFolder { folder: PathBuf, names: HashSet<String> },
    /// Result of the export of this job.
    Exported { job: u64, report: crate::export::Report, folder: PathBuf },
    /// Whether what was asked about by this number can be moved.
    Held { number: u64, answer: Result<(), String> },
    /// Outcomes of the plausibility rules on a document.
    Plausibility { key: plausibility::Key, outcomes: Vec<Outcome> },
    /// First picture of what an export draws, and the facts about all of them.
    ExportPreview { job: u64, first: Option<drawing::First> },
    /// The files that the document of an opening uses.
    Uses { generation: u64, used: Vec<Used> },
    /// What a job would write.
    Planned { job: u64, plan: Box<Plan> },
    /// Which of the files of a plan are in a folder.
    There { plan: Arc<Plan>, folder: PathBuf, there: HashSet<PathBuf> },
    /// Paths picked in a dialog; an error when there is no dialog to be had.
    Picked(Result<Vec<PathBuf>, String>, Purpose),
    /// What came of a question to the index.
    Answered(Box<Answer>),
    /// What the index knows of a root is up to date; whether anything had to be read for it.
    Indexed { root: String, changed: bool },
    /// Something in a root changed on disk.
    RootChanged(String),
    /// What tells of changes in a root.
    Watching { root: String, watcher: RecommendedWatcher },
    /// What came of a change of the file at `path`.
    Edited { path: String, outcome: Box<editing::Outcome> },
    /// A companion that is to be changed, as it is on disk.
    ToEdit { base: Arc<Opened>, edit: Box<Edit> },
    /// What saving a file would change.
    SavePlan(Box<SavePlan>),
    /// What was done to the file at `path` before the program ended the last time.
    Resumed { path: String, base: Arc<Opened>, history: History },
    /// The job of this number is over.
    Finished(u64),
}

/// Purpose of picked paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Open,
    ExportFolder,
    /// Where many files are extracted or exported to.
    FilesFolder,
    ExportNotes,
    /// Where rows of a table are written.
    Table,
    MergeNotes,
    Names,
    Place,
    /// Where a copy of the open file is written.
    Copy,
    /// Where a patch is written.
    Patch,
    /// What is brought into the open file.
    Changes,
    /// What is put in the place of this.
    Replacement(Element, Manner),
    /// Something to be added beside it.
    Addition(Element, CodingUse),
}

/// A moment nobody notices.
const SOON: Duration = Duration::from_millis(120);

/// Handle of a job to the window.
#[derive(Clone)]
pub struct Handle {
    sender: Sender<Message>,
    ctx: egui::Context,
    job: u64,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    cancelled: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    /// What is being worked on. Locked to read or to write it.
    now: Mutex<String>,
}

impl Handle {
    pub fn send(&self, message: Message) {
        // The window is gone when nobody listens: nothing left to do.
        let _ = self.sender.send(message);
        self.ctx.request_repaint();
    }

    /// Sends what is shown within a moment, together with what follows by then: a frame of the whole
    /// window takes a software adapter as long as reading a small file.
    pub fn send_soon(&self, message: Message) {
        let _ = self.sender.send(message);
        self.ctx.request_repaint_after(SOON);
    }

    pub fn notify(&self, level: Level, text: impl Into<String>) {
        self.send(Message::Command(Command::Notify(Notice { level, text: text.into() })));
    }

    /// The job that this is the handle of; 0 for threads that are none.
    pub fn job(&self) -> u64 {
        self.job
    }

    pub fn cancelled(&self) -> bool {
        self.shared.cancelled.load(Ordering::Relaxed)
    }

    /// Says what is being worked on.
    pub fn tell(&self, now: &str) {
        let mut told = self.shared.now.lock().unwrap_or_else(PoisonError::into_inner);
        told.clear();
        told.push_str(now);
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
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    ctx: egui::Context,
    running: Vec<Running>,
    next: u64,
}

impl Jobs {
    pub fn new(ctx: egui::Context) -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, ctx, running: Vec::new(), next: 1 }
    }

    /// Runs `work` on a thread of its own. A panic in it becomes a message, not the end.
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

    /// The messages that came in.
    pub fn take(&mut self) -> Vec<Message> {
        let messages: Vec<Message> = self.receiver.try_iter().collect();
        for message in &messages {
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
            JobInfo {
                id: job.id,
                name: job.name.clone(),
                age: job.started.elapsed().as_secs_f64(),
                progress: (total > 0).then(|| (job.shared.done.load(Ordering::Relaxed), total)),
                can_cancel: job.can_cancel,
                now: job.shared.now.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            }
        };
        self.running.iter().map(info).collect()
    }
}
