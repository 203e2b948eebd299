//! Thumbnails of files and their elements, drawn by one background job. The latest request is drawn
//! first, so visible items come first.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use egui::TextureHandle;

use crate::app::model::search::navigation_target::IndexedElement;
use crate::index::Hit;

/// Larger files keep their icon: reading them would take too much memory.
pub const MAX_FILE_LEN: u64 = 4 << 20;
/// Maximum length of the queue; the oldest requests are dropped.
const MAX_WAITING: usize = 40;
/// Maximum number of cached pictures, about 70 KB each.
const MAX_KEPT: usize = 1500;

/// Subject of a thumbnail.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// Path that opens the file.
    pub path: String,
    /// Element in the file; `None` for the whole file as opened.
    pub part: Option<IndexedElement>,
}

impl Item {
    /// The whole file.
    pub fn file(path: &str) -> Self {
        Self { path: path.to_owned(), part: None }
    }

    /// The element of a hit.
    pub fn of(hit: &Hit) -> Self {
        Self { path: hit.path.clone(), part: IndexedElement::of(hit) }
    }
}

/// State of a thumbnail.
pub enum Thumbnail {
    /// In the queue or being drawn.
    Waiting,
    /// Nothing to draw.
    Nothing,
    /// Drawn, in two sizes.
    Ready { small: TextureHandle, large: TextureHandle },
}

/// Items waiting for their thumbnail, the next one last.
#[derive(Clone, Default)]
pub struct Queue {
    /// Locked only to add or remove items, never while drawing.
    waiting: Arc<Mutex<Vec<Item>>>,
    /// Drawing is suspended for more important work.
    held: Arc<AtomicBool>,
}

impl Queue {
    pub fn next(&self) -> Option<Item> {
        if self.held.load(Ordering::Relaxed) { None } else { self.waiting().pop() }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Item>> {
        // The list stays valid even after a panic.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All thumbnails.
#[derive(Default)]
pub struct Thumbnails {
    known: HashMap<Item, Thumbnail>,
    queue: Queue,
}

impl Thumbnails {
    /// `None` if it was never requested.
    pub fn get(&self, item: &Item) -> Option<&Thumbnail> {
        self.known.get(item)
    }

    pub fn queue(&self) -> Queue {
        self.queue.clone()
    }

    pub fn is_wanted(&self) -> bool {
        !self.queue.held.load(Ordering::Relaxed) && !self.queue.waiting().is_empty()
    }

    /// Suspends or resumes drawing, so that work the user waits for comes first.
    pub fn hold(&self, held: bool) {
        self.queue.held.store(held, Ordering::Relaxed);
    }

    /// Queues an item; without a device it can never be drawn.
    pub fn enqueue(&mut self, item: &Item, no_device: bool) {
        if self.known.contains_key(item) {
            return;
        }
        if no_device {
            self.known.insert(item.clone(), Thumbnail::Nothing);
            return;
        }
        if self.known.len() >= MAX_KEPT {
            // Visible items are requested again.
            self.known.retain(|_, kept| matches!(kept, Thumbnail::Waiting));
        }
        self.known.insert(item.clone(), Thumbnail::Waiting);
        let mut waiting = self.queue.waiting();
        waiting.push(item.clone());
        if waiting.len() > MAX_WAITING {
            self.known.remove(&waiting.remove(0));
        }
    }

    /// Drops the thumbnails of a changed file and its elements.
    pub fn forget(&mut self, path: &str) {
        self.known.retain(|item, kept| item.path != path || matches!(kept, Thumbnail::Waiting));
    }

    pub fn put(&mut self, item: Item, thumbnail: Thumbnail) {
        self.known.insert(item, thumbnail);
    }
}
