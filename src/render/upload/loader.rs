//! Decodes textures on threads, by priority.

use std::collections::{HashSet, VecDeque};
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use super::texels::decode;
use crate::scene::{Scene, TextureId};

/// Maximum number of decoded bytes that wait for upload; decoding then pauses.
const WAITING: usize = 32 << 20;

/// Textures of a scene that are to be decoded. Threads work on them while the window uploads those that
/// are ready and updates the priorities.
///
/// The state is only locked for short accesses, never while a texture is decoded or while a callback
/// runs: the window locks it in every frame.
pub struct TextureLoader {
    scene: Arc<Scene>,
    state: Mutex<Load>,
    taken: Condvar,
}

/// A texture and its texels, packed as on the device.
pub type Decoded = (TextureId, Vec<u32>);

#[derive(Default)]
struct Load {
    /// Next one first.
    wanted: VecDeque<TextureId>,
    /// Being decoded by a thread.
    decoding: HashSet<TextureId>,
    /// Textures whose decoder panicked; not tried again.
    failed: HashSet<TextureId>,
    ready: VecDeque<Decoded>,
    ready_bytes: usize,
    /// Number of textures that will be uploaded in total.
    total: usize,
    /// The textures are no longer needed.
    stopped: bool,
}

impl std::fmt::Debug for TextureLoader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (done, total) = self.progress();
        write!(f, "TextureLoader({} of {} for {})", done, total, self.scene.name)
    }
}

impl TextureLoader {
    /// Interval at which waiting threads check whether they should continue.
    pub const LOOK: Duration = Duration::from_millis(50);

    /// Creates a loader of the textures of a scene; none is requested yet.
    pub fn new(scene: Arc<Scene>) -> Self {
        Self { scene, state: Mutex::default(), taken: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Load> {
        // A decoder that panics does so without the lock, and `UnderWay` leaves the state consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decodes requested textures on all processors but one, until none is requested or `go_on` returns
    /// `false`. Pauses while many decoded textures wait for upload.
    pub fn run(&self, go_on: impl Fn() -> bool + Sync) {
        self.work(WAITING, &go_on);
    }

    /// Same as [`TextureLoader::run`], without pausing.
    pub(in crate::render) fn run_ahead(&self, go_on: impl Fn() -> bool + Sync) {
        self.work(usize::MAX, &go_on);
    }

    /// Same as [`TextureLoader::run`], with at most this many decoded bytes waiting.
    pub fn work(&self, most: usize, go_on: &(dyn Fn() -> bool + Sync)) {
        let all = available_parallelism().map_or(1, NonZero::get);
        let others = self.lock().wanted.len().min(all.saturating_sub(1)).saturating_sub(1);
        std::thread::scope(|scope| {
            for _ in 0..others {
                scope.spawn(|| self.decode_all(most, go_on));
            }
            self.decode_all(most, go_on);
        });
    }

    fn decode_all(&self, most: usize, go_on: &dyn Fn() -> bool) {
        while let Some(texture) = self.next(most, go_on) {
            let mut under_way = UnderWay { loader: self, texture, words: None };
            let stored = self.scene.textures.get(texture);
            under_way.words = Some(stored.map_or_else(Vec::new, decode));
        }
    }

    /// The next texture, once there is room for it. `go_on` is called without the lock, since it
    /// may query the progress.
    fn next(&self, most: usize, go_on: &dyn Fn() -> bool) -> Option<TextureId> {
        while go_on() {
            let mut load = self.lock();
            if load.ready_bytes < most {
                let texture = load.wanted.pop_front()?;
                load.decoding.insert(texture);
                return Some(texture);
            }
            // Waiting releases the lock.
            drop(self.taken.wait_timeout(load, Self::LOOK));
        }
        None
    }

    /// Stops loading; missing textures stay missing.
    pub fn stop(&self) {
        let mut load = self.lock();
        load.stopped = true;
        load.wanted.clear();
    }

    /// `true` if a texture waits for a thread.
    pub fn is_wanted(&self) -> bool {
        !self.lock().wanted.is_empty()
    }

    /// `true` if a decoded texture waits for upload.
    pub(in crate::render) fn is_ready(&self) -> bool {
        !self.lock().ready.is_empty()
    }

    /// `true` if no texture is requested, in progress or ready.
    pub fn is_idle(&self) -> bool {
        let load = self.lock();
        load.wanted.is_empty() && load.decoding.is_empty() && load.ready.is_empty()
    }

    /// Size of the decoded textures that wait for upload.
    pub fn ready_bytes(&self) -> usize {
        self.lock().ready_bytes
    }

    /// Number of decoded textures, and of all.
    pub fn progress(&self) -> (usize, usize) {
        let load = self.lock();
        let open = load.wanted.len() + load.decoding.len();
        (load.total.saturating_sub(open), load.total)
    }

    /// Requests these textures in this order, of `total`. Those that are in progress, ready or failed are
    /// skipped.
    pub fn request(&self, textures: impl IntoIterator<Item = TextureId>, total: usize) {
        let mut load = self.lock();
        if load.stopped {
            return;
        }
        let here: HashSet<_> = load.ready.iter().map(|(texture, _)| *texture).collect();
        let new = |texture: &TextureId| {
            ![&here, &load.decoding, &load.failed].iter().any(|set| set.contains(texture))
        };
        let wanted = textures.into_iter().filter(new).collect();
        (load.wanted, load.total) = (wanted, total);
    }

    /// Takes the next decoded texture.
    pub fn take(&self) -> Option<Decoded> {
        let mut load = self.lock();
        let decoded = load.ready.pop_front()?;
        load.ready_bytes = load.ready_bytes.saturating_sub(decoded.1.len() * 4);
        drop(load);
        self.taken.notify_all();
        Some(decoded)
    }
}

/// A texture that a thread decodes. When this is dropped, the texture is ready or failed, so that nothing
/// waits for one whose decoder panicked.
struct UnderWay<'a> {
    loader: &'a TextureLoader,
    texture: TextureId,
    words: Option<Vec<u32>>,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut load = self.loader.lock();
        load.decoding.remove(&self.texture);
        if let Some(words) = self.words.take() {
            load.ready_bytes += words.len() * 4;
            load.ready.push_back((self.texture, words));
        } else {
            load.failed.insert(self.texture);
        }
    }
}
