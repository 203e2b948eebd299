//! Animations: a [`Clip`] makes a [`Pose`] for every moment.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::element::Thing;
use super::fact::{Facts, Value};
use super::{Element, Origin, Pose, Scene, Transform};

/// An animation as listed; its frames are decoded when they are wanted.
#[derive(Clone, Serialize)]
pub struct Animation {
    /// What `--anim` takes.
    #[serde(skip)]
    pub name: String,
    /// Bytes and field path of the animation.
    #[serde(flatten)]
    pub origin: Origin,
    /// As the file says.
    pub frames: u32,
    /// Frames a second of the original.
    pub rate: f32,
    /// Playing starts again at the end.
    pub looped: bool,
    /// Decoder of the frames.
    #[serde(skip)]
    pub data: Arc<dyn AnimationData>,
}

impl Animation {
    /// The frame that is shown `seconds` after the start, with the part of the next one that has
    /// gone by. A looped animation goes round, others stay at their last frame.
    pub fn frame_at(&self, clip: &Clip, seconds: f32) -> f32 {
        let count = clip.frames as f32;
        // A frame's own start, as a decimal number, may lie a hair before it.
        let frame = seconds * self.rate + 1.0 / 1024.0;
        if count == 0.0 || !frame.is_finite() || frame < 0.0 {
            0.0
        } else if self.looped {
            frame.rem_euclid(count)
        } else {
            frame.min(count)
        }
    }

    /// The pose `seconds` after the start; frames are held unless `interpolate` is set.
    pub fn pose_at(&self, clip: &Clip, seconds: f32, interpolate: bool) -> Pose {
        clip.pose(self.frame_at(clip, seconds), interpolate, self.looped)
    }
}

impl Scene {
    /// The animation whose first frame a scene is shown in until something else is asked for.
    pub fn first_animation(&self) -> Option<u32> {
        (!self.animations.is_empty()).then_some(0)
    }
}

impl fmt::Debug for Animation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Animation({}, {} frames at {}/s)", self.name, self.frames, self.rate)
    }
}

/// Decodes an animation when it is wanted.
pub trait AnimationData: Send + Sync {
    /// Every frame that can be decoded.
    fn decode(&self) -> Clip;
    /// The field that holds a track's key, with the bytes its bits lie in.
    fn key(&self, track: usize, frame: usize) -> Option<Origin> {
        let _ = (track, frame);
        None
    }
    /// The frame that a field belongs to, and the node that its key moves where it is one node's.
    fn moment(&self, path: &str) -> Option<(u32, Option<u32>)> {
        let _ = path;
        None
    }
}

/// A decoded animation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// Frames that were decoded; may be fewer than the file says.
    pub frames: u32,
    /// Moves of nodes; a node without a track stays as it is in the scene.
    pub tracks: Vec<Track>,
}

/// What one node does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Index into [`Scene::nodes`].
    pub node: u32,
    /// One a frame.
    pub keys: Vec<Transform>,
    /// The stored angles of each frame, accumulated, in the file's unit; empty where the format
    /// stores no angles.
    pub angles: Vec<[i32; 3]>,
}

impl Track {
    /// Makes the track as long as a clip: what is shorter holds its last key. One without keys stays
    /// without.
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
    /// Length of one round at `rate` frames a second: the last frame is shown as long as the
    /// others.
    pub fn seconds(&self, rate: f32) -> f32 {
        if rate > 0.0 { self.frames as f32 / rate } else { 0.0 }
    }

    /// The pose at `frame` (fractions lie between two keys).
    ///
    /// Without `interpolate` the frame that has begun is held, as the originals do. After the last
    /// key a `looped` clip moves towards its first one again; other times are clamped.
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

impl Thing for Animation {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        Value::Counted(self.frames.into(), ["frames"; 2])
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Facts<'a> {
        vec![
            ("Animation", self.name.as_str().into()),
            ("Frames", self.frames.to_string().into()),
            ("Rate", format!("{} frames/s", self.rate).into()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn slide(x: f32) -> Transform {
        Transform { translation: Vec3::new(x, 0.0, 0.0), ..Transform::default() }
    }

    #[test]
    fn a_track_that_is_too_short_holds_its_last_key() {
        let keys = vec![slide(0.0), slide(10.0)];
        let mut track = Track { node: 1, keys, angles: vec![[1, 2, 3], [4, 5, 6]] };
        track.fit(4);
        assert_eq!(track.keys, [0.0, 10.0, 10.0, 10.0].map(slide));
        assert_eq!(track.angles[3], [4, 5, 6]);
        track.fit(1);
        assert_eq!((track.keys.len(), track.angles.len()), (1, 1));
        let mut empty = Track::default();
        empty.fit(3);
        assert!(empty.keys.is_empty());
    }

    fn clip() -> Clip {
        let keys = vec![slide(0.0), slide(10.0), slide(40.0)];
        Clip { frames: 3, tracks: vec![Track { node: 1, keys, angles: Vec::new() }] }
    }

    fn x_at(frame: f32, interpolate: bool, looped: bool) -> f32 {
        clip().pose(frame, interpolate, looped).locals[0].1.w_axis.x
    }

    #[test]
    fn frames_are_held_unless_interpolation_is_asked_for() {
        assert_eq!(x_at(0.9, false, true), 0.0);
        assert_eq!(x_at(0.5, true, true), 5.0);
        assert_eq!(x_at(1.5, true, true), 25.0);
    }

    #[test]
    fn after_the_last_key_a_loop_returns_and_others_stay() {
        assert_eq!(x_at(2.5, true, true), 20.0);
        assert_eq!(x_at(2.5, true, false), 40.0);
        assert_eq!(x_at(f32::NAN, true, true), 0.0);
        assert_eq!(x_at(99.0, false, true), 40.0);
    }

    fn animation(looped: bool) -> Animation {
        struct Stored;
        impl AnimationData for Stored {
            fn decode(&self) -> Clip {
                clip()
            }
        }
        Animation {
            name: "walk".to_owned(),
            rate: 15.0,
            frames: 3,
            looped,
            data: Arc::new(Stored),
            origin: Origin::default(),
        }
    }

    #[test]
    fn a_frame_begins_at_its_own_time_however_that_is_rounded() {
        let walk = animation(true);
        let clip = walk.data.decode();
        for frame in 0..90u32 {
            let at = walk.frame_at(&clip, frame as f32 / 15.0);
            assert_eq!(at.floor() as u32, frame % 3, "frame {frame}");
        }
        let written: f32 = "0.0667".parse().unwrap();
        assert_eq!(walk.frame_at(&clip, written).floor(), 1.0);
        assert_eq!(walk.frame_at(&clip, f32::NAN), 0.0);
        let once = animation(false);
        assert_eq!(once.pose_at(&clip, 9.0, true).locals[0].1.w_axis.x, 40.0);
    }
}
