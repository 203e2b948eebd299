//! Animation: decoded clips, the clock, and the current pose.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::app::model::view::video_playback::VideoPlayback;
use crate::scene::{
    Animation, AnimationId, Clip, FlashLimit, Id, MeshId, Posed, Scene, SurfaceState,
};

/// Playback speeds that the speed keys step through.
pub const SPEEDS: [f32; 7] = [0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0];
/// Display rates while playing, in poses per second.
pub const RATES: [u32; 3] = [15, 30, 60];

/// The decoded animations of the open document, and the current pose.
#[derive(Default)]
pub struct Motion {
    clips: BTreeMap<AnimationId, Arc<Clip>>,
    asked: BTreeSet<AnimationId>,
    /// The scene in the current pose.
    pub posed: Arc<Posed>,
    /// The pose of the previous key, if onion skin is on.
    pub ghost: Option<Arc<Posed>>,
    /// State of animated surfaces.
    pub moved: Arc<SurfaceState>,
    /// Time for which animated surfaces are computed, in seconds.
    pub(crate) moved_for: Option<(f32, FlashLimit)>,
    /// Version, which changes with every change of the pose or of animated surfaces.
    pub changes: u64,
    pub(crate) made_for: Option<PoseKey>,
    /// State of the displayed video.
    pub screening: VideoPlayback,
    /// Time of the last clock tick.
    pub(crate) ticked: Option<f64>,
}

/// Key of the current pose.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PoseKey {
    pub animation: Option<AnimationId>,
    pub frame: f32,
    pub interpolate: bool,
    pub ghost: bool,
    pub morphs: Vec<(MeshId, u32, f32)>,
}

impl Motion {
    /// Resets for another document, with its first animation if that is decoded already.
    pub fn reset(&mut self, scene: Option<&Scene>, first: Option<Arc<Clip>>) {
        *self = Self::default();
        self.posed = Arc::new(scene.map(Posed::at_rest).unwrap_or_default());
        self.clips.extend(first.map(|clip| (Id::new(0), clip)));
    }

    pub fn clip(&self, animation: AnimationId) -> Option<&Arc<Clip>> {
        self.clips.get(&animation)
    }

    /// Requests the decoding of an animation; `true` if the caller has to decode it now.
    pub fn request(&mut self, animation: AnimationId) -> bool {
        !self.clips.contains_key(&animation) && self.asked.insert(animation)
    }

    pub fn take(&mut self, animation: AnimationId, clip: Arc<Clip>) {
        self.clips.insert(animation, clip);
        self.made_for = None;
    }
}

/// The current animation with its decoded clip.
pub struct CurrentAnimation<'a> {
    pub index: AnimationId,
    pub animation: &'a Animation,
    pub clip: &'a Clip,
    /// The current frame with the elapsed fraction of it.
    pub frame: f32,
}

impl CurrentAnimation<'_> {
    /// Index of the current frame.
    pub fn key(&self) -> u32 {
        // In range: clamped to the number of frames.
        (self.frame as u32).min(self.clip.frames.saturating_sub(1))
    }

    pub fn seconds(&self) -> f32 {
        self.clip.seconds(self.animation.rate)
    }

    /// Time at which a frame begins.
    pub fn start_of(&self, frame: u32) -> f32 {
        if self.animation.rate > 0.0 { frame as f32 / self.animation.rate } else { 0.0 }
    }
}
