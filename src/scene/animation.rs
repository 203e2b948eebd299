//! Animations: a [`Clip`] has a [`Pose`] for every time.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::element::ElementInfo;
use super::property::{Properties, Value};
use super::{AnimationId, Element, NodeId, Origin, Pose, Scene, Transform};

/// A listed animation; its frames are decoded on demand.
#[derive(Clone, Serialize)]
pub struct Animation {
    /// Name of the animation, as passed to `--anim`.
    #[serde(skip)]
    pub name: String,
    /// Bytes and field path of the animation.
    #[serde(flatten)]
    pub origin: Origin,
    /// Number of frames according to the file.
    pub frames: u32,
    /// Frames per second in the original.
    pub rate: f32,
    /// Playback restarts at the end.
    pub looped: bool,
    /// Played only on an event, so that a scene is not initially displayed in this animation.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_event: bool,
    /// Node that the viewer can follow as a camera during playback: it looks along its −Z, with +Y up.
    #[serde(skip)]
    pub camera: Option<NodeId>,
    /// Decoder of the frames.
    #[serde(skip)]
    pub data: Arc<dyn AnimationData>,
}

impl Animation {
    /// Frame at `seconds` after the start, including the elapsed fraction of the next one. A looped
    /// animation repeats, others stay at their last frame.
    pub fn frame_at(&self, clip: &Clip, seconds: f32) -> f32 {
        let count = clip.frames as f32;
        // The start time of a frame, as a decimal number, may round to slightly less.
        let frame = seconds * self.rate + 1.0 / 1024.0;
        if count == 0.0 || !frame.is_finite() || frame < 0.0 {
            0.0
        } else if self.looped {
            frame.rem_euclid(count)
        } else {
            frame.min(count)
        }
    }

    /// Pose at `seconds` after the start; frames are held unless `interpolate` is set.
    pub fn pose_at(&self, clip: &Clip, seconds: f32, interpolate: bool) -> Pose {
        clip.pose(self.frame_at(clip, seconds), interpolate, self.looped)
    }
}

impl Scene {
    /// The animation whose first frame is displayed initially.
    pub fn first_animation(&self) -> Option<AnimationId> {
        self.animations.find(|animation| !animation.is_event)
    }
}

impl fmt::Debug for Animation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Animation({}, {} frames at {}/s)", self.name, self.frames, self.rate)
    }
}

/// Decodes an animation on demand.
pub trait AnimationData: Send + Sync {
    /// Decodes all frames that can be decoded.
    fn decode(&self) -> Clip;
    /// Field with a track's key, and the bytes that contain its bits.
    fn key(&self, track: usize, frame: usize) -> Option<Origin> {
        let _ = (track, frame);
        None
    }
    /// Frame that a field belongs to, and the node that its key moves unless it moves several.
    fn moment(&self, path: &str) -> Option<(u32, Option<NodeId>)> {
        let _ = path;
        None
    }
}

/// A decoded animation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// Number of decoded frames; may be fewer than the file states.
    pub frames: u32,
    /// Tracks of nodes; a node without a track keeps its transform from the scene.
    pub tracks: Vec<Track>,
}

/// Keys of one node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Index into [`Scene::nodes`].
    pub node: NodeId,
    /// Transform at each frame.
    pub keys: Vec<Transform>,
    /// Stored angles of each frame, accumulated, in the file's unit; empty if the format stores no
    /// angles.
    pub angles: Vec<[f32; 3]>,
}

impl Track {
    /// Extends the track to the length of a clip by holding its last key. A track without keys stays
    /// empty.
    pub fn fit(&mut self, frames: usize) {
        if let Some(last) = self.keys.last().copied() {
            self.keys.resize(frames, last);
        }
        if let Some(last) = self.angles.last().copied() {
            self.angles.resize(frames, last);
        }
    }
}

impl Clip {
    /// Duration of one repetition at `rate` frames per second: the last frame is shown as long as the
    /// others.
    pub fn seconds(&self, rate: f32) -> f32 {
        if rate > 0.0 { self.frames as f32 / rate } else { 0.0 }
    }

    /// The pose at `frame` (fractions are between two keys).
    ///
    /// Without `interpolate` the last frame is held, as in the original games. After the last key a
    /// `looped` clip moves towards its first one again; other times are clamped.
    pub fn pose(&self, frame: f32, interpolate: bool, looped: bool) -> Pose {
        let last = self.frames.saturating_sub(1);
        let frame = if frame.is_finite() { frame.max(0.0) } else { 0.0 };
        // In range: clamped to the number of frames.
        let now = (frame.floor() as u32).min(last);
        let next = if now < last {
            now + 1
        } else if looped {
            0
        } else {
            last
        };
        let amount = if interpolate { (frame - now as f32).clamp(0.0, 1.0) } else { 0.0 };
        let locals = self.tracks.iter().filter_map(|track| {
            let key = track.keys.get(now as usize)?;
            let towards = track.keys.get(next as usize).unwrap_or(key);
            let local = if amount > 0.0 { key.towards(towards, amount) } else { *key };
            Some((track.node, local.matrix()))
        });
        Pose { locals: locals.collect(), morphs: Vec::new() }
    }
}

impl ElementInfo for Animation {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        Value::Counted(self.frames.into(), ["frames"; 2])
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        vec![
            ("Animation", self.name.as_str().into()),
            ("Frames", self.frames.to_string().into()),
            ("Rate", format!("{} frames/s", self.rate).into()),
        ]
    }
}
