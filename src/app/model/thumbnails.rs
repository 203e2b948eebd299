//! Small pictures of files and of what is in them, drawn by one job in the background: what is in
//! sight first, since what was asked for last is drawn first.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use egui::TextureHandle;

use super::goal::Part;
use crate::index::Hit;

/// Larger files keep their icon: reading them takes memory that nobody asked for.
pub const MAX_FILE_LEN: u64 = 4 << 20;
/// Pictures that wait; those that were scrolled past longest ago are left out.
const MAX_WAITING: usize = 40;
/// Pictures that are kept, about 70 KB each.
const MAX_KEPT: usize = 1500;

/// What a small picture is of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// Opens the file.
    pub path: String,
    /// What of the file; `None` for the file as it is when it is opened.
    pub part: Option<Part>,
}

impl Item {
    /// A file as a whole.
    pub fn file(path: &str) -> Self {
        Self { path: path.to_owned(), part: None }
    }

    /// What was found.
    pub fn of(hit: &Hit) -> Self {
        Self { path: hit.path.clone(), part: Part::of(hit) }
    }
}

/// What is known of a small picture.
pub enum Thumbnail {
    /// Being drawn, or to be drawn.
    Waiting,
    /// Nothing to see.
    Nothing,
    /// Drawn, in two sizes.
    Ready { small: TextureHandle, large: TextureHandle },
}

/// What waits for its picture, the next one last.
#[derive(Clone, Default)]
pub struct Queue {
    /// Locked to put in or take out, never while a picture is drawn.
    waiting: Arc<Mutex<Vec<Item>>>,
    /// Whether more important work goes on.
    held: Arc<AtomicBool>,
}

impl Queue {
    pub fn next(&self) -> Option<Item> {
        if self.held.load(Ordering::Relaxed) { None } else { self.waiting().pop() }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Item>> {
        // A list is a list, also after a panic.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pictures there are.
#[derive(Default)]
pub struct Thumbnails {
    known: HashMap<Item, Thumbnail>,
    queue: Queue,
}

impl Thumbnails {
    /// `None` for what nobody asked for yet.
    pub fn get(&self, item: &Item) -> Option<&Thumbnail> {
        self.known.get(item)
    }

    pub fn queue(&self) -> Queue {
        self.queue.clone()
    }

    pub fn is_wanted(&self) -> bool {
        !self.queue.held.load(Ordering::Relaxed) && !self.queue.waiting().is_empty()
    }

    /// Draws none for now: what the user waits for comes first.
    pub fn hold(&self, held: bool) {
        self.queue.held.store(held, Ordering::Relaxed);
    }

    /// Puts something in the queue; without a device there never is a picture.
    pub fn ask(&mut self, item: &Item, no_device: bool) {
        if self.known.contains_key(item) {
            return;
        }
        if no_device {
            self.known.insert(item.clone(), Thumbnail::Nothing);
            return;
        }
        if self.known.len() >= MAX_KEPT {
            // What is in sight is asked for again.
            self.known.retain(|_, kept| matches!(kept, Thumbnail::Waiting));
        }
        self.known.insert(item.clone(), Thumbnail::Waiting);
        let mut waiting = self.queue.waiting();
        waiting.push(item.clone());
        if waiting.len() > MAX_WAITING {
            self.known.remove(&waiting.remove(0));
        }
    }

    /// Forgets the pictures of a file that changed, and of what is in it.
    pub fn forget(&mut self, path: &str) {
        self.known.retain(|item, kept| item.path != path || matches!(kept, Thumbnail::Waiting));
    }

    pub fn put(&mut self, item: Item, thumbnail: Thumbnail) {
        self.known.insert(item, thumbnail);
    }
}
