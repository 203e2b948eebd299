//! Small pictures of models and textures for the list of files, drawn by one job in the background: the files in
//! sight first, since what was asked for last is drawn first.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use egui::TextureHandle;

/// Larger files keep their icon: reading them takes memory that nobody asked for.
pub const MAX_FILE_LEN: u64 = 4 << 20;
/// Files that wait; those that were scrolled past longest ago are left out.
const MAX_WAITING: usize = 40;
/// Pictures that are kept, about 70 KB each.
const MAX_KEPT: usize = 1500;

/// Stands between the path of a file and a field of it; no path has it.
const OF_FIELD: char = '\0';

/// The name of the picture of a texture that stands in a field of a file; that of a file is its
/// path.
pub fn of_field(path: &str, field: &str) -> String {
    format!("{path}{OF_FIELD}{field}")
}

/// The path in the name of a picture, and the field where it is of one.
pub fn parts(name: &str) -> (&str, Option<&str>) {
    name.split_once(OF_FIELD).map_or((name, None), |(path, field)| (path, Some(field)))
}

/// What is known of the picture of a file.
pub enum Thumbnail {
    /// Being drawn, or to be drawn.
    Waiting,
    /// Nothing to see.
    Nothing,
    /// Drawn, in two sizes.
    Ready { small: TextureHandle, large: TextureHandle },
}

/// Paths that wait for their picture, the next one last.
#[derive(Clone, Default)]
pub struct Queue {
    /// Locked to put in or take out, never while a picture is drawn.
    paths: Arc<Mutex<Vec<String>>>,
    /// Whether more important work goes on.
    held: Arc<AtomicBool>,
}

impl Queue {
    pub fn next(&self) -> Option<String> {
        if self.held.load(Ordering::Relaxed) { None } else { self.paths().pop() }
    }

    fn paths(&self) -> MutexGuard<'_, Vec<String>> {
        // Paths are paths, also after a panic.
        self.paths.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pictures there are.
#[derive(Default)]
pub struct Thumbnails {
    known: HashMap<String, Thumbnail>,
    queue: Queue,
}

impl Thumbnails {
    /// `None` for a file that nobody asked for yet.
    pub fn get(&self, path: &str) -> Option<&Thumbnail> {
        self.known.get(path)
    }

    pub fn queue(&self) -> Queue {
        self.queue.clone()
    }

    pub fn is_wanted(&self) -> bool {
        !self.queue.held.load(Ordering::Relaxed) && !self.queue.paths().is_empty()
    }

    /// Draws none for now: what the user waits for comes first.
    pub fn hold(&self, held: bool) {
        self.queue.held.store(held, Ordering::Relaxed);
    }

    /// Puts a file in the queue; without a device there never is a picture.
    pub fn ask(&mut self, path: &str, no_device: bool) {
        if self.known.contains_key(path) {
            return;
        }
        if no_device {
            self.known.insert(path.to_owned(), Thumbnail::Nothing);
            return;
        }
        if self.known.len() >= MAX_KEPT {
            // What is in sight is asked for again.
            self.known.retain(|_, kept| matches!(kept, Thumbnail::Waiting));
        }
        self.known.insert(path.to_owned(), Thumbnail::Waiting);
        let mut waiting = self.queue.paths();
        waiting.push(path.to_owned());
        if waiting.len() > MAX_WAITING {
            self.known.remove(&waiting.remove(0));
        }
    }

    /// Forgets the picture of a file that changed.
    pub fn forget(&mut self, path: &str) {
        if !matches!(self.known.get(path), Some(Thumbnail::Waiting)) {
            self.known.remove(path);
        }
    }

    pub fn put(&mut self, path: String, thumbnail: Thumbnail) {
        self.known.insert(path, thumbnail);
    }
}
