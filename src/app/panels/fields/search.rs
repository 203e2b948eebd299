//! Filter of the field tree: searches all fields on a worker thread and delivers matches in batches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::outline::{Outline, Path};
use super::{bits, row};
use crate::app::model::background::spawn;
use crate::app::ui::Words;
use crate::bytes::{Field, FieldId, Tree};
use crate::library::{Library, Meanings, Opened};

/// Maximum number of matches that are listed; a narrower filter finds the others.
pub const MAX_HITS: u64 = 5_000;
/// Matches per batch.
const BATCH: usize = 64;
/// Children read at a time.
const CHUNK: usize = 256;

/// A running filter and its matches so far.
pub struct Search {
    /// The matches with their ancestors.
    pub outline: Outline,
    pub hits: u64,
    pub running: bool,
    looked_at: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    results: Receiver<Vec<Path>>,
}

/// Start of a filter for the fields that refer to a field: `uses:models[3]`.
pub const USES: &str = "uses:";

/// The filter as it was typed.
pub enum Query {
    /// All words are in the name, the value, or the meaning.
    Words(Words),
    /// The field refers to the field with this path, or to a part of it.
    Uses(String),
}

impl Query {
    pub fn new(text: &str) -> Self {
        match text.trim().strip_prefix(USES) {
            Some(path) => Query::Uses(path.trim().to_owned()),
            None => Query::Words(Words::new(text)),
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Query::Words(words) => words.is_empty(),
            Query::Uses(path) => path.is_empty(),
        }
    }
}

impl Search {
    pub fn start(
        file: Arc<Opened>,
        library: Arc<Library>,
        query: Query,
        ctx: egui::Context,
    ) -> Self {
        let (send, results) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let looked_at = Arc::new(AtomicU64::new(0));
        let (stopped, count) = (stop.clone(), looked_at.clone());
        let painted = ctx.clone();
        let work = move || {
            let tree = &file.document.tree;
            let meanings = Meanings::of(&file.document, &library.names);
            let (hits, ctx) = (Vec::new(), &painted);
            let stop = stopped;
            let mut walk = Walk { tree, meanings, query, send, hits, found: 0, stop, count, ctx };
            walk.below(&FieldId::root(), &mut Path::new());
            walk.flush();
        };
        // The search has ended when the sender is dropped.
        spawn("Filtering fields", work, move |_| ctx.request_repaint());
        Self { outline: Outline::empty(), hits: 0, running: true, looked_at, stop, results }
    }

    /// Receives new matches. Returns `true` if the outline changed.
    pub fn poll(&mut self) -> bool {
        let before = self.hits;
        // A few batches per frame, so that many matches do not block the window.
        for _ in 0..8 {
            match self.results.try_recv() {
                Ok(batch) => {
                    self.hits += batch.len() as u64;
                    batch.iter().for_each(|path| self.outline.pick(path));
                }
                Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                    self.running = false;
                    break;
                }
                Err(std::sync::mpsc::TryRecvError::Empty) => break,
            }
        }
        self.hits != before
    }

    /// Number of fields searched so far.
    pub fn looked_at(&self) -> u64 {
        self.looked_at.load(Ordering::Relaxed)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct Walk<'a> {
    tree: &'a Tree,
    meanings: Meanings<'a>,
    query: Query,
    send: Sender<Vec<Path>>,
    hits: Vec<Path>,
    found: u64,
    stop: Arc<AtomicBool>,
    count: Arc<AtomicU64>,
    ctx: &'a egui::Context,
}

impl Walk<'_> {
    fn is_over(&self) -> bool {
        self.found >= MAX_HITS || self.stop.load(Ordering::Relaxed)
    }

    /// Searches all fields below `id`, in file order.
    fn below(&mut self, id: &FieldId, path: &mut Path) {
        let count = self.tree.child_count(id);
        for start in (0..count).step_by(CHUNK) {
            let children = self.tree.children(id, start..start + CHUNK);
            for (index, field) in (start..).zip(&children) {
                if self.is_over() {
                    return;
                }
                path.push(u32::try_from(index).unwrap_or(u32::MAX));
                self.one(field, path);
                path.pop();
            }
        }
    }

    fn one(&mut self, field: &Field, path: &mut Path) {
        self.count.fetch_add(1, Ordering::Relaxed);
        let is_hit = match &self.query {
            Query::Words(words) => {
                let value = row::value(self.tree, field);
                let meaning = self.meanings.meaning(field);
                // Matches the field without its bits.
                words.are_in(&format!("{} {value} {meaning}", field.name))
            }
            Query::Uses(target) => self.meanings.refers_to(field, target),
        };
        match is_hit {
            true => self.hit(path.clone()),
            false => self.bits_of(field, path),
        }
        self.below(&field.id, path);
    }

    fn bits_of(&mut self, field: &Field, path: &mut Path) {
        let Query::Words(words) = &self.query else { return };
        // A bit that is off is not a match; otherwise every flags field would match.
        let is_hit = |row: &bits::BitRow| {
            row.is_set() && words.are_in(&format!("{} {} {}", field.name, row.name, row.meaning))
        };
        let rows = (0..).zip(bits::rows(field));
        let found: Vec<u32> = rows.filter(|(_, row)| is_hit(row)).map(|(bit, _)| bit).collect();
        for bit in found {
            path.push(bit);
            self.hit(path.clone());
            path.pop();
        }
    }

    fn hit(&mut self, path: Path) {
        self.found += 1;
        self.hits.push(path);
        // The first match is delivered immediately.
        if self.found == 1 || self.hits.len() >= BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let hits = std::mem::take(&mut self.hits);
        if !hits.is_empty() && self.send.send(hits).is_ok() {
            self.ctx.request_repaint();
        }
    }
}
