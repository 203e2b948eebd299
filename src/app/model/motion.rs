//! Animation: decoded clips, the clock, and the pose that is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::screening::Screening;
use crate::scene::{Animation, AnimationId, Clip, Flashes, Id, MeshId, Moved, Posed, Scene};

/// Speeds of one press of a speed key.
pub const SPEEDS: [f32; 7] = [0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0];
/// How often a new pose is shown while playing, times a second.
pub const RATES: [u32; 3] = [15, 30, 60];

/// The decoded animations of the open document, and the pose made of them.
#[derive(Default)]
pub struct Motion {
    clips: BTreeMap<AnimationId, Arc<Clip>>,
    asked: BTreeSet<AnimationId>,
    /// The scene as it is shown.
    pub posed: Arc<Posed>,
    /// The pose of the key before the shown one, where it is wanted.
    pub ghost: Option<Arc<Posed>>,
    /// State of the surfaces that move by themselves.
    pub moved: Arc<Moved>,
    /// How far surfaces have moved that move by themselves, in seconds.
    pub(super) moved_for: Option<(f32, Flashes)>,
    /// Version of the pose and of moving surfaces, another after every change.
    pub changes: u64,
    pub(super) made_for: Option<Shown>,
    /// What is shown of a film.
    pub screening: Screening,
    /// Time at which the clock was last moved on.
    pub(super) ticked: Option<f64>,
}

/// Key of the pose that is shown.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shown {
    pub animation: Option<AnimationId>,
    pub frame: f32,
    pub interpolate: bool,
    pub ghost: bool,
    pub morphs: Vec<(MeshId, u32, f32)>,
}

impl Motion {
    /// Starts anew for another document, with its first animation where that is decoded already.
    pub fn reset(&mut self, scene: Option<&Scene>, first: Option<Arc<Clip>>) {
        *self = Self::default();
        self.posed = Arc::new(scene.map(Posed::at_rest).unwrap_or_default());
        self.clips.extend(first.map(|clip| (Id::new(0), clip)));
    }

    pub fn clip(&self, animation: AnimationId) -> Option<&Arc<Clip>> {
        self.clips.get(&animation)
    }

    /// Asks for an animation to be decoded; true when somebody has to do it now.
    pub fn ask(&mut self, animation: AnimationId) -> bool {
        !self.clips.contains_key(&animation) && self.asked.insert(animation)
    }

    pub fn take(&mut self, animation: AnimationId, clip: Arc<Clip>) {
        self.clips.insert(animation, clip);
        self.made_for = None;
    }
}

/// The animation that is shown, with what was decoded of it.
pub struct Now<'a> {
    pub index: AnimationId,
    pub animation: &'a Animation,
    pub clip: &'a Clip,
    /// The frame that is shown, with the part of the next one that has gone by.
    pub frame: f32,
}

impl Now<'_> {
    /// The frame that has begun.
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
