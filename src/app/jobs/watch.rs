//! Watches the files of the open document for changes on disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::{Handle, Message};

/// Watches the folders of some files, since editors replace files instead of writing into them.
#[derive(Default)]
pub struct Watch {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    files: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl Watch {
    /// Watches these files instead of the previous ones; an empty list stops watching.
    pub fn set(&mut self, files: &[PathBuf], handle: &Handle) {
        let real: BTreeSet<PathBuf> = files.iter().filter_map(|f| f.canonicalize().ok()).collect();
        let folders: BTreeSet<PathBuf> =
            real.iter().filter_map(|file| file.parent()).map(Path::to_path_buf).collect();
        *self.files.lock().unwrap_or_else(PoisonError::into_inner) = real;
        if folders.is_empty() {
            *self = Self { files: self.files.clone(), ..Self::default() };
            return;
        }
        if self.watcher.is_none() {
            self.watcher = start(self.files.clone(), handle.clone());
        }
        let Some(watcher) = &mut self.watcher else { return };
        for gone in self.folders.difference(&folders) {
            // It may have been removed already.
            let _ = watcher.unwatch(gone);
        }
        for new in folders.difference(&self.folders) {
            if let Err(error) = watcher.watch(new, RecursiveMode::NonRecursive) {
                log::warn!("{} cannot be watched: {error}", new.display());
            }
        }
        self.folders = folders;
    }
}

fn start(files: Arc<Mutex<BTreeSet<PathBuf>>>, handle: Handle) -> Option<RecommendedWatcher> {
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        if matches!(event.kind, notify::EventKind::Access(_)) {
            return;
        }
        let concerns_us = {
            let files = files.lock().unwrap_or_else(PoisonError::into_inner);
            event.paths.iter().any(|path| files.contains(path))
        };
        if concerns_us {
            handle.send(Message::Changed);
        }
    });
    watcher.map_err(|error| log::warn!("files cannot be watched: {error}")).ok()
}
