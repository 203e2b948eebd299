//! Converts frames to poses of a skeleton.

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::records::{A, Frame, HEADER, Head, ROOT, ROTATION, Rotation};
use crate::bytes::{Cursor, Endian, NoRecorder, Source, Span, count32};
use crate::formats::Records;
use crate::formats::ff7::animation::turned;
use crate::formats::ff7::mesh::turn;
use crate::scene::{Animation, AnimationData, Clip, NodeId, Origin, Track, Transform};

/// Frames per second, according to one source.
const RATE: f32 = 30.0;

/// The nodes that the animations of a skeleton move: the root, which is not a bone, and the bones.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    pub nodes: Vec<NodeId>,
    /// Translation of each node relative to its parent, in the scene's axes.
    pub offsets: Vec<Vec3>,
}

/// Offers the animation in `source` for a skeleton, if `fits` accepts its number of bones. Its frames are
/// read on demand.
pub fn offer(source: &Source, steps: &Arc<Steps>, fits: impl Fn(u32) -> bool) -> Option<Animation> {
    let head = Head::at(source.window(0, HEADER))?;
    if head.version != super::VERSION || !fits(head.bone_count) {
        return None;
    }
    let there = (source.len() - HEADER).checked_div(frame_size(&head)).unwrap_or(0);
    let frames = head.frame_count.min(u32::try_from(there).unwrap_or(u32::MAX));
    let data = Moves { source: source.clone(), head, steps: steps.clone() };
    (frames > 0).then(|| Animation {
        name: source.stem().to_owned(),
        rate: RATE,
        frames,
        looped: true,
        is_event: false,
        camera: None,
        data: Arc::new(data),
        origin: Origin::new(source.span(), ""),
    })
}

fn frame_size(head: &Head) -> u64 {
    ROOT + ROTATION * u64::from(head.bone_count)
}

/// The motion of a skeleton in an animation.
struct Moves {
    source: Source,
    head: Head,
    steps: Arc<Steps>,
}

/// A stored rotation in the scene's axes.
fn rotation(stored: &Rotation) -> Quat {
    turned(stored.degrees().map(f32::to_radians))
}

/// Transform of a node in a frame.
fn key(frame: &Frame, node: usize, offset: Vec3) -> Transform {
    let Some(bone) = node.checked_sub(1) else {
        // Only here the y axis of the file points up.
        let [x, y, z] = frame.root_translation.place();
        let translation = turn(Vec3::new(x, -y, z));
        return Transform {
            translation,
            rotation: rotation(&frame.root_rotation),
            scale: Vec3::ONE,
        };
    };
    let turned = frame.rotations.get(bone).map_or(Quat::IDENTITY, rotation);
    Transform { translation: offset, rotation: turned, scale: Vec3::ONE }
}

/// The stored angles of a node in a frame; zeros for a bone without a rotation.
fn angles(frame: &Frame, node: usize) -> [f32; 3] {
    match node.checked_sub(1) {
        None => frame.root_rotation.degrees(),
        Some(bone) => frame.rotations.get(bone).map_or([0.0; 3], Rotation::degrees),
    }
}

impl AnimationData for Moves {
    fn decode(&self) -> Clip {
        let mut cur = Cursor::new(&self.source, Endian::Little, NoRecorder);
        let Ok(records) = A::read(&mut cur, &self.source) else { return Clip::default() };
        let nodes = self.steps.nodes.iter().zip(&self.steps.offsets).enumerate();
        let track = |(index, (node, offset)): (usize, (&NodeId, &Vec3))| Track {
            node: *node,
            keys: records.frames.iter().map(|frame| key(frame, index, *offset)).collect(),
            angles: records.frames.iter().map(|frame| angles(frame, index)).collect(),
        };
        Clip { frames: count32(records.frames.len()), tracks: nodes.map(track).collect() }
    }

    fn key(&self, track: usize, frame: usize) -> Option<Origin> {
        let size = frame_size(&self.head);
        let start = HEADER.checked_add(size.checked_mul(frame as u64)?)?;
        let bone = track.checked_sub(1);
        let path = match bone {
            None => format!("frames[{frame}].root_rotation"),
            Some(bone) => format!("frames[{frame}].rotations[{bone}]"),
        };
        let (at, len) = match bone {
            None => (start, ROTATION),
            Some(bone) => (start + ROOT + ROTATION * bone as u64, ROTATION),
        };
        // A bone without a rotation is at rest.
        let is_there = bone.is_none_or(|bone| bone < self.head.bone_count as usize);
        is_there.then(|| Origin::new(Span::new(self.source.id(), at, len), path))
    }

    fn moment(&self, path: &str) -> Option<(u32, Option<NodeId>)> {
        let inside = path.strip_prefix("frames[")?;
        let (frame, part) = inside.split_once(']')?;
        let bone = part.strip_prefix(".rotations[").and_then(|part| part.split_once(']'));
        let node = match bone {
            Some((bone, _)) => bone.parse::<usize>().ok().and_then(|bone| bone.checked_add(1)),
            None => part.starts_with(".root").then_some(0),
        };
        Some((frame.parse().ok()?, node.and_then(|node| self.steps.nodes.get(node).copied())))
    }
}
