//! Watches a root for changes on disk.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use crate::app::jobs::{Handle, Message};
use crate::app::model::document::paths;
use crate::container::disk_path;

/// Minimum time between reported changes; copying a thousand files is one change.
const PAUSE: Duration = Duration::from_millis(200);

/// Watches a root on disk, except the folder of the cache; for a disc or archive its file. Watching ends
/// when the returned watcher is dropped.
pub fn start(handle: &Handle, root: &str, cache: Option<&Path>) -> Option<RecommendedWatcher> {
    let real = disk_path(paths::on_disk(root)).canonicalize().ok()?;
    let cache = cache.and_then(|cache| cache.canonicalize().ok());
    let (folder, mode) = match real.is_dir() {
        true => (real.clone(), RecursiveMode::Recursive),
        false => (real.parent()?.to_path_buf(), RecursiveMode::NonRecursive),
    };
    let concerns = move |path: &PathBuf| {
        path.starts_with(&real) && !cache.as_ref().is_some_and(|cache| path.starts_with(cache))
    };
    let (handle, own) = (handle.clone(), root.to_owned());
    let reported: Mutex<Option<Instant>> = Mutex::new(None);
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        if matches!(event.kind, notify::EventKind::Access(_)) || !event.paths.iter().any(&concerns)
        {
            return;
        }
        let is_recent = {
            let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
            let is_recent = reported.is_some_and(|time| time.elapsed() < PAUSE);
            if !is_recent {
                *reported = Some(Instant::now());
            }
            is_recent
        };
        if !is_recent {
            handle.send(Message::RootChanged(own.clone()));
        }
    });
    let watched = watcher.and_then(|mut watcher| {
        watcher.watch(&folder, mode)?;
        Ok(watcher)
    });
    watched.map_err(|error| log::warn!("{root} cannot be watched: {error}")).ok()
}
