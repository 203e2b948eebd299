//! The Find panel's jobs: keeping the index up to date in the background, querying it, and opening
//! results.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use notify::RecommendedWatcher;

use super::Window;
use crate::app::jobs::Message;
use crate::app::jobs::index::{IndexHandle, search, update};
use crate::app::model::search::Question;
use crate::app::model::{Command, Level, PanelId, document::paths};

/// Time without changes after which a root is read again.
const QUIET: Duration = Duration::from_secs(1);
/// Interval at which the last query is repeated while a root is read.
const AGAIN: Duration = Duration::from_secs(2);

/// The index and its jobs.
#[derive(Default)]
pub struct Indexing {
    index_handle: Arc<IndexHandle>,
    /// The window has drawn its first frame: indexing starts only after it.
    is_shown: bool,
    /// The roots of Files, as last seen.
    roots: Vec<String>,
    /// Roots to read, each with `true` if it is read regardless of the settings.
    waiting: VecDeque<(String, bool)>,
    /// Roots that changed on disk, and when.
    changed: BTreeMap<String, Instant>,
    /// Roots whose reading the user cancelled: their changes are ignored until they are read on request.
    cancelled: BTreeSet<String>,
    watchers: HashMap<String, RecommendedWatcher>,
    /// The job that queries the index.
    asking: Option<u64>,
    asked: Option<Instant>,
}

impl Indexing {
    pub fn new(cache: Option<PathBuf>) -> Self {
        Self { index_handle: Arc::new(IndexHandle::new(cache)), ..Self::default() }
    }

    /// The folder of the cache.
    pub fn cache(&self) -> Option<PathBuf> {
        self.index_handle.folder().map(Path::to_path_buf)
    }

    /// Records that a frame was drawn.
    pub fn frame_drawn(&mut self) {
        self.is_shown = true;
    }

    /// Records a change on disk in a root.
    pub fn change(&mut self, root: String) {
        if !self.cancelled.contains(&root) {
            self.changed.insert(root, Instant::now());
        }
    }

    /// Keeps the watcher of a root as long as the root is open.
    pub fn watch(&mut self, root: String, watcher: RecommendedWatcher) {
        if self.roots.contains(&root) {
            self.watchers.insert(root, watcher);
        }
    }

    fn wait_for(&mut self, root: String, forced: bool) {
        let is_forced = forced || self.waiting.contains(&(root.clone(), true));
        self.cancelled.remove(&root);
        self.waiting.retain(|(other, _)| *other != root);
        self.waiting.push_back((root, is_forced));
    }

    /// Takes the next root to read.
    fn next(&mut self, reads_all: bool) -> Option<String> {
        let at = self.waiting.iter().position(|(_, forced)| reads_all || *forced)?;
        self.waiting.remove(at).map(|(root, _)| root)
    }
}

impl Window {
    /// Queries the index, and shows the results as pictures.
    pub(super) fn show_gallery(&mut self, query: &str) {
        let open_only = self.state.settings.find_open_only;
        let question = Question { query: query.to_owned(), open_only, similar: None };
        self.ask_index(question);
        self.commands.push(Command::ShowPanel(PanelId::GALLERY));
    }

    /// Updates the index for all roots.
    pub(super) fn index_now(&mut self) {
        for root in self.state.files.roots.clone() {
            self.indexing.wait_for(root, true);
        }
    }

    /// Keeps one job running on the roots that are to be read.
    pub(super) fn keep_index(&mut self, ctx: &egui::Context) {
        if !self.indexing.is_shown {
            return;
        }
        self.follow_roots();
        self.follow_changes(ctx);
        if self.state.finding.reading.is_some() {
            let is_old = self.indexing.asked.is_some_and(|asked| asked.elapsed() > AGAIN);
            // A search for bytes in all files takes too long to be repeated.
            let found = self.state.finding.found.as_ref();
            let is_cheap = found.is_none_or(|found| found.sought.bytes.is_none());
            if is_old && is_cheap && self.indexing.asking.is_none() {
                self.ask_again();
            }
            return;
        }
        // The document that the user waits for comes first.
        if self.state.loading {
            return;
        }
        if let Some(root) = self.indexing.next(self.state.settings.index) {
            self.read_root(root);
        }
    }

    /// Adds newly opened roots to the queue and removes closed ones.
    fn follow_roots(&mut self) {
        let now = &self.state.files.roots;
        if self.indexing.roots == *now {
            return;
        }
        let before = std::mem::replace(&mut self.indexing.roots, now.clone());
        for root in now.clone().into_iter().filter(|root| !before.contains(root)) {
            self.indexing.wait_for(root, false);
        }
        let now = &self.indexing.roots;
        self.indexing.waiting.retain(|(root, _)| now.contains(root));
        self.indexing.changed.retain(|root, _| now.contains(root));
        self.indexing.watchers.retain(|root, _| now.contains(root));
        if let Some((root, job)) = &self.state.finding.reading
            && !now.contains(root)
        {
            self.jobs.cancel(*job);
        }
    }

    /// Re-reads roots that changed on disk, once they have been quiet for a while.
    fn follow_changes(&mut self, ctx: &egui::Context) {
        let quiet = |changed: &Instant| changed.elapsed() >= QUIET;
        let changed = &mut self.indexing.changed;
        let ready: Vec<String> =
            changed.extract_if(.., |_, at| quiet(at)).map(|(root, _)| root).collect();
        if !changed.is_empty() {
            ctx.request_repaint_after(QUIET);
        }
        for root in ready {
            self.indexing.wait_for(root, false);
        }
    }

    /// Prevents automatic reading of the root that `job` reads, because the user cancels the job.
    pub(super) fn ignore_cancelled_root(&mut self, job: u64) {
        if let Some((root, own)) = &self.state.finding.reading
            && *own == job
        {
            let indexing = &mut self.indexing;
            indexing.changed.remove(root);
            indexing.waiting.retain(|(other, is_forced)| other != root || *is_forced);
            indexing.cancelled.insert(root.clone());
        }
    }

    fn read_root(&mut self, root: String) {
        let (index_handle, window) =
            (self.indexing.index_handle.clone(), self.state.library.clone());
        let watched = self.state.settings.index && !self.indexing.watchers.contains_key(&root);
        let request = update::Request { root: root.clone(), watched, window };
        let name = format!("Indexing {}", paths::name(&root));
        let job = self.jobs.start(name, true, move |handle| {
            update::update(handle, &index_handle, &request);
        });
        self.state.finding.reading = Some((root, job));
        self.indexing.asked = Some(Instant::now());
    }

    /// Records that a root is up to date.
    pub(super) fn take_indexed(&mut self, root: String, changed: bool) {
        let is_first = self.state.finding.indexed.insert(root);
        if changed || is_first {
            self.ask_again();
        }
    }

    /// Handles the end of a job; `true` if it was one of the index.
    pub(super) fn end_of_indexing(&mut self, job: u64) -> bool {
        let finding = &mut self.state.finding;
        if finding.reading.take_if(|(_, own)| *own == job).is_some() {
            return true;
        }
        let is_answer = self.indexing.asking.take_if(|own| *own == job).is_some();
        finding.is_looking &= !is_answer;
        is_answer
    }

    fn ask_again(&mut self) {
        let question = self.state.finding.asked.clone();
        self.ask_index(question);
    }

    /// Queries the index; the previous query is cancelled.
    pub(super) fn ask_index(&mut self, question: Question) {
        if let Some(job) = self.indexing.asking.take() {
            self.jobs.cancel(job);
            self.indexing.index_handle.interrupt();
        }
        let finding = &mut self.state.finding;
        finding.number += 1;
        finding.is_looking = true;
        finding.asked = question.clone();
        let (index_handle, roots) =
            (self.indexing.index_handle.clone(), self.state.files.roots.clone());
        let request = search::Request { number: finding.number, question, roots };
        self.indexing.asking = Some(self.jobs.start("Finding", true, move |handle| {
            search::search(handle, &index_handle, &request);
        }));
        self.indexing.asked = Some(Instant::now());
    }

    pub(super) fn clear_index(&mut self) {
        if let Some((_, job)) = &self.state.finding.reading {
            self.jobs.cancel(*job);
        }
        self.indexing.waiting.clear();
        self.state.finding.indexed.clear();
        let index_handle = self.indexing.index_handle.clone();
        let question = self.state.finding.asked.clone();
        self.jobs.start("Clearing the index", false, move |handle| {
            match search::clear(&index_handle) {
                Ok(()) => handle.send(Message::Command(Command::AskIndex(question))),
                Err(why) => handle.notify(Level::Warning, why),
            }
        });
    }
}
