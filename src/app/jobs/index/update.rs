//! Updates the index entries of a root.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{IndexHandle, watch};
use crate::app::jobs::{Handle, Message};
use crate::app::model::{Level, document::paths, log};
use crate::index::{IndexError, Root, Watch};
use crate::library::{Library, OpenError};

/// A root to read.
pub struct Request {
    pub root: String,
    /// Report later changes.
    pub watched: bool,
    /// The window's library, whose known names are used here, too.
    pub window: Arc<Library>,
}

/// Reads the changed files of a root on all cores but one.
pub fn update(handle: &Handle, index_handle: &IndexHandle, request: &Request) {
    let root = &request.root;
    // The root is watched before it is read, so that no change is missed.
    if request.watched
        && let Some(watcher) = watch::start(handle, root, index_handle.folder())
    {
        handle.send(Message::Watching { root: root.clone(), watcher });
    }
    let library = library(&request.window);
    if !library.is_there(root) {
        return;
    }
    match read(handle, index_handle, &library, root) {
        Ok(changed) => handle.send(Message::Indexed { root: root.clone(), changed }),
        Err(_) if handle.cancelled() => {}
        Err(why) => {
            let name = paths::name(root);
            handle.notify(Level::Warning, format!("{name} cannot be indexed: {why}"));
        }
    }
}

/// Updates the index; `true` if anything had changed.
fn read(
    handle: &Handle,
    index_handle: &IndexHandle,
    library: &Library,
    root: &str,
) -> Result<bool, String> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = cores.saturating_sub(1).max(1);
    let progress = Progress { handle, done: AtomicU64::new(0), total: AtomicU64::new(0) };
    let updated = index_handle.open()?.index.update(library, &Root::new(root), threads, &progress);
    let updated = updated.map_err(|error| error.to_string())?;
    match updated.cancelled {
        true => Err("cancelled".to_owned()),
        false => Ok(updated.read + updated.gone > 0),
    }
}

/// A separate library, so that closing files here does not affect those of the window.
fn library(window: &Library) -> Library {
    let library = Library::new();
    library.set_game_folders(window.game_folders());
    for (hash, name, from) in window.names.all() {
        library.names.add(hash, &name, &from);
    }
    library
}

struct Progress<'a> {
    handle: &'a Handle,
    done: AtomicU64,
    total: AtomicU64,
}

impl Watch for Progress<'_> {
    fn expect(&self, files: usize) {
        self.total.store(files as u64, Ordering::Relaxed);
        self.handle.progress(0, files as u64);
    }

    fn read(&self, path: &str) {
        self.handle.set_item(paths::name(path));
    }

    fn done(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.handle.progress(done, self.total.load(Ordering::Relaxed));
    }

    fn fail(&self, error: OpenError) {
        log::add(Level::Info, format!("Not indexed: {error}"));
    }

    fn rebuilding(&self, why: &IndexError) {
        let text = format!("Rebuilding the index: {why}");
        self.handle.notify(Level::Info, text);
    }

    fn cancelled(&self) -> bool {
        self.handle.cancelled()
    }
}
