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

/// Interval at which waiting threads check whether they should go on.
const LOOK: Duration = Duration::from_millis(50);

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
    pub(in crate::render) fn new(scene: Arc<Scene>) -> Self {
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

    fn work(&self, most: usize, go_on: &(dyn Fn() -> bool + Sync)) {
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
            drop(self.taken.wait_timeout(load, LOOK));
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
    pub(in crate::render) fn is_idle(&self) -> bool {
        let load = self.lock();
        load.wanted.is_empty() && load.decoding.is_empty() && load.ready.is_empty()
    }

    /// Number of decoded textures, and of all.
    pub fn progress(&self) -> (usize, usize) {
        let load = self.lock();
        let open = load.wanted.len() + load.decoding.len();
        (load.total.saturating_sub(open), load.total)
    }

    /// Requests these textures in this order, of `total`. Those that are in progress, ready or failed are
    /// skipped.
    pub(in crate::render) fn want(
        &self,
        textures: impl IntoIterator<Item = TextureId>,
        total: usize,
    ) {
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
    pub(in crate::render) fn take(&self) -> Option<Decoded> {
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::scene::{Id, Origin, TexelFormat, Texels, Texture, TextureData};

    const SIDE: u32 = 16;
    /// Bytes of one decoded texture.
    const ONE: usize = (SIDE * SIDE * 4) as usize;
    const TEXTURES: u32 = 24;

    struct Grey;

    impl TextureData for Grey {
        fn decode(&self) -> Texels {
            Texels::Rgba(vec![[128; 4]; (SIDE * SIDE) as usize])
        }

        fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
            None
        }
    }

    struct Broken;

    impl TextureData for Broken {
        fn decode(&self) -> Texels {
            panic!("this texture cannot be decoded");
        }

        fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
            None
        }
    }

    fn loader() -> Arc<TextureLoader> {
        loader_of(Arc::new(Grey))
    }

    fn loader_of(pixels: Arc<dyn TextureData>) -> Arc<TextureLoader> {
        let texture = Texture {
            name: "grey".to_owned(),
            id: 0,
            width: SIDE,
            height: SIDE,
            format: TexelFormat::Rgba8,
            palette: None,
            pixels,
            origin: Origin::default(),
        };
        let textures = vec![texture; TEXTURES as usize];
        let loader =
            TextureLoader::new(Arc::new(Scene { textures: textures.into(), ..Scene::default() }));
        loader.want((0..TEXTURES).map(Id::new), TEXTURES as usize);
        Arc::new(loader)
    }

    /// Runs a closure on a thread and fails if it takes a minute, which only happens in a deadlock.
    fn within_a_minute<R: Send + 'static>(what: impl FnOnce() -> R + Send + 'static) -> R {
        let (over, heard) = channel();
        std::thread::spawn(move || over.send(what()));
        heard.recv_timeout(Duration::from_secs(60)).expect("no thread is deadlocked")
    }

    /// Decodes with room for two textures, and queries the progress continuously like the window's job.
    fn work(loader: &TextureLoader) {
        loader.work(2 * ONE, &|| {
            let (done, total) = loader.progress();
            done <= total
        });
    }

    /// Waits until the queue is full and waiting threads have checked more than once.
    fn wait_until_full(loader: &TextureLoader) {
        while loader.lock().ready_bytes < 2 * ONE {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(3 * LOOK);
    }

    #[test]
    fn reports_progress_while_the_queue_is_full() {
        let loader = loader();
        let decoding = loader.clone();
        let window = loader.clone();
        let taken = within_a_minute(move || {
            let worker = std::thread::spawn(move || work(&decoding));
            wait_until_full(&window);
            let (done, total) = window.progress();
            assert!(done < total && total == TEXTURES as usize, "{done} of {total}");
            let mut taken = Vec::new();
            while taken.len() < TEXTURES as usize {
                taken.extend(window.take());
            }
            worker.join().expect("decoding ends");
            taken
        });
        let different: HashSet<_> = taken.iter().map(|(texture, _)| *texture).collect();
        assert_eq!(different.len(), TEXTURES as usize, "a texture was decoded twice");
        // It includes the mipmaps.
        assert!(taken.iter().all(|(_, words)| words.len() * 4 > ONE));
        assert!(loader.is_idle());
    }

    #[test]
    fn stops_while_the_queue_is_full() {
        let loader = loader();
        within_a_minute(move || {
            let decoding = loader.clone();
            let worker = std::thread::spawn(move || work(&decoding));
            wait_until_full(&loader);
            loader.stop();
            while loader.take().is_some() {}
            worker.join().expect("decoding ends");
        });
    }

    #[test]
    fn does_not_wait_for_a_texture_whose_decoder_panicked() {
        let loader = loader_of(Arc::new(Broken));
        while loader.is_wanted() {
            let decoding = loader.clone();
            let worker = std::thread::spawn(move || work(&decoding));
            worker.join().expect_err("the panic is passed on");
        }
        assert!(loader.is_idle());
        loader.want((0..TEXTURES).map(Id::new), TEXTURES as usize);
        assert!(loader.is_idle(), "it is tried again");
    }
}
