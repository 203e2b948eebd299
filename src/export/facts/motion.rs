//! Facts of animations that GLBs cannot hold: stored angles and their offsets.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::scene::{Animation, Clip, Id, Origin, Scene};

#[derive(Serialize)]
pub(super) struct AnimationFacts<'a> {
    name: &'a str,
    #[serde(flatten)]
    origin: &'a Origin,
    /// Number of frames according to the file.
    frames: u32,
    /// Number of frames that could be decoded, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    decoded_frames: Option<u32>,
    /// Number of tracks in `angles`; without angles, number of tracks that move.
    bones: usize,
    /// Frames per second.
    rate: f32,
    seconds: f32,
    looped: bool,
    /// Names of the bones of `angles`.
    bone_names: Vec<&'a str>,
    /// Stored angles of the first skeleton, accumulated: a list of bones per frame, three numbers per
    /// bone.
    #[serde(skip_serializing_if = "Option::is_none")]
    angles: Option<Box<RawValue>>,
    /// Tracks of nodes that are not bones of that skeleton, such as a weapon.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<TrackFacts<'a>>,
}

/// A track with its own list of angles, three numbers per frame.
#[derive(Serialize)]
struct TrackFacts<'a> {
    name: &'a str,
    angles: Option<Box<RawValue>>,
}

impl<'a> AnimationFacts<'a> {
    pub(super) fn new(scene: &'a Scene, animation: &'a Animation) -> Self {
        let clip = animation.data.decode();
        let stored: Vec<usize> =
            (0..clip.tracks.len()).filter(|track| !angles_of(&clip, *track).is_empty()).collect();
        let node = |track: &usize| clip.tracks.get(*track).map_or(Id::NONE, |track| track.node);
        let has_angles = !stored.is_empty();
        let first = scene.skeletons.first();
        let (bones, others): (Vec<usize>, Vec<usize>) = stored.into_iter().partition(|track| {
            first.is_none_or(|all| all.bones.iter().any(|bone| bone.node == node(track)))
        });
        let bones = if has_angles { bones } else { (0..clip.tracks.len()).collect() };
        let name = |track: &usize| {
            let own = scene.nodes.get(node(track)).map_or("", |node| node.name.as_str());
            let bone = scene.bone_of(node(track)).and_then(|bone| scene.bone(bone));
            bone.filter(|bone| bone.node == node(track)).map_or(own, |bone| bone.name.as_str())
        };
        let track = |track: usize| TrackFacts {
            name: name(&track),
            angles: compact(&angles_of(&clip, track)),
        };
        Self {
            name: &animation.name,
            origin: &animation.origin,
            frames: animation.frames,
            decoded_frames: (clip.frames != animation.frames).then_some(clip.frames),
            bones: bones.len(),
            rate: animation.rate,
            seconds: clip.seconds(animation.rate),
            looped: animation.looped,
            bone_names: bones.iter().map(name).collect(),
            angles: has_angles.then(|| compact(&frames(&clip, &bones))).flatten(),
            others: others.into_iter().map(track).collect(),
        }
    }
}

/// Numbers on one line: one per line would make the file unreadable.
fn compact(numbers: &impl Serialize) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(numbers).ok()
}

fn angles_of(clip: &Clip, track: usize) -> Vec<Angles> {
    let stored = clip.tracks.get(track).map_or(&[][..], |track| &track.angles);
    stored.iter().map(|angles| angles.map(Angle)).collect()
}

/// Angles of a bone in a frame.
type Angles = [Angle; 3];

/// An angle as stored: integers are written without a fraction.
#[derive(Clone, Copy)]
struct Angle(f32);

impl Serialize for Angle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(angle) = *self;
        if angle.fract() == 0.0 && angle.abs() < 1e9 {
            serializer.serialize_i32(angle as i32)
        } else {
            serializer.serialize_f32(angle)
        }
    }
}

/// Angles of each frame.
fn frames(clip: &Clip, tracks: &[usize]) -> Vec<Vec<Angles>> {
    let tracks: Vec<Vec<Angles>> = tracks.iter().map(|track| angles_of(clip, *track)).collect();
    let frame = |frame: u32| {
        tracks.iter().filter_map(|angles| angles.get(frame as usize).copied()).collect()
    };
    (0..clip.frames).map(frame).collect()
}
