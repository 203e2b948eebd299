//! Streaming of textures while the scene is visible.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::demand::{Demand, ViewVolume};
use super::loader::TextureLoader;
use super::texels::TexelStore;
use crate::render::device::Gpu;
use crate::render::view::{Camera, Visibility};
use crate::scene::{Posed, Scene, TextureId};

/// Upload time per frame: this fraction of the time since the last frame, within these bounds, so that
/// slow devices do not upload hundreds of textures at once.
const PART: u32 = 8;
const MIN_UPLOAD: Duration = Duration::from_millis(2);
const MAX_UPLOAD: Duration = Duration::from_millis(12);

/// State of texture streaming.
#[derive(Debug)]
pub struct Streaming {
    pub loader: Arc<TextureLoader>,
    demand: Demand,
    /// Textures that should be resident: all that fit, by priority.
    target: Vec<TextureId>,
    /// The target as a set, for look-ups.
    kept: HashSet<TextureId>,
    /// Textures of the target that did not fit.
    refused: HashSet<TextureId>,
    /// Time of the last upload.
    uploaded: Instant,
    /// Camera and aspect of the last ranking; `None` to force a new ranking.
    ranked: Option<(Camera, f32)>,
}

/// Pose, visibility and camera of the displayed scene.
pub struct StreamingView<'a> {
    pub scene: &'a Scene,
    pub posed: &'a Posed,
    pub visibility: &'a Visibility,
    pub camera: &'a Camera,
    /// Width divided by height.
    pub aspect: f32,
}

/// Progress of a frame.
#[derive(Debug, Default)]
pub struct Step {
    /// Textures were added or removed.
    pub changed: bool,
    /// More textures are ready.
    pub more: bool,
}

impl Streaming {
    /// Decodes during the time `ahead`, so that small scenes are complete at once; `None` if all textures
    /// are uploaded.
    pub fn begin(
        gpu: &Gpu,
        scene: &Arc<Scene>,
        store: &mut TexelStore,
        ahead: Duration,
    ) -> Option<Self> {
        let all: Vec<_> = store.textures().collect();
        let loader = Arc::new(TextureLoader::new(scene.clone()));
        let target = store.fitting(&all, 0);
        let mut streaming = Self {
            loader,
            demand: Demand::default(),
            kept: target.iter().copied().collect(),
            target,
            refused: HashSet::new(),
            uploaded: Instant::now(),
            ranked: None,
        };
        streaming.request_textures(store);
        let start = Instant::now();
        streaming.loader.run_ahead(|| start.elapsed() < ahead);
        streaming.upload(gpu, store, Duration::MAX);
        if store.is_complete() {
            return None;
        }
        streaming.demand = Demand::new(scene);
        Some(streaming)
    }

    /// Uploads some of the decoded textures, and updates the requests.
    pub fn advance(&mut self, gpu: &Gpu, store: &mut TexelStore, look: &StreamingView<'_>) -> Step {
        let passed = self.uploaded.elapsed() / PART;
        let step = self.upload(gpu, store, passed.clamp(MIN_UPLOAD, MAX_UPLOAD));
        self.uploaded = Instant::now();
        let from = (*look.camera, look.aspect);
        if self.ranked != Some(from) {
            self.ranked = Some(from);
            self.rank(store, look);
        }
        step
    }

    /// Forces a new ranking, since something was shown, hidden or moved.
    pub fn rank_again(&mut self) {
        self.ranked = None;
    }

    fn rank(&mut self, store: &mut TexelStore, look: &StreamingView<'_>) {
        let sight = ViewVolume::new(look.camera, look.aspect);
        let all = store.textures();
        let ranking = self.demand.rank(all, look.scene, look.posed, look.visibility, &sight);
        self.target = store.fitting(&ranking.order, ranking.seen);
        self.kept = self.target.iter().copied().collect();
        self.refused.clear();
        self.request_textures(store);
    }

    fn request_textures(&self, store: &TexelStore) {
        let away =
            |texture: &TextureId| store.slot(*texture).is_some_and(|slot| slot.start.is_none());
        let wanted = self.target.iter().filter(|t| away(t) && !self.refused.contains(t));
        self.loader.request(wanted.copied(), self.target.len());
    }

    /// Uploads decoded textures for at most the time `most`.
    fn upload(&mut self, gpu: &Gpu, store: &mut TexelStore, most: Duration) -> Step {
        let start = Instant::now();
        let mut step = Step::default();
        while start.elapsed() < most
            && let Some((texture, words)) = self.loader.take()
        {
            step.changed = true;
            if !store.admit(gpu, texture, &words, &self.kept) {
                self.refused.insert(texture);
            }
        }
        step.more = self.loader.is_ready();
        step
    }
}
