//! Clips to animations (section 16.4).
//!
//! A clip's rotations are absolute and only its translations chain, so that a bone's own turn is what is
//! left when its parent's is taken off.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Mat3, Quat, Vec3};

use super::super::animation::stream::Layout;
use super::super::animation::{Animations, ClipEntry, Coding, Key, Rotation, STREAMS, stream};
use super::super::chunk::Chunk;
use super::super::records::File;
use super::rig::Rig;
use crate::bytes::{Problems, Tree};
use crate::formats::Loaded;
use crate::formats::neversoft::transform::{Angles, turn, turn_rotation};
use crate::scene::{self, Animation, AnimationData, NodeId, Origin, Scene, Track, Transform};

/// Frames a second. The game's code has the last word on it; most clips look right so.
const RATE: f32 = 30.0;
/// The most keys (frames times bones) that are decoded of one clip, and of all clips of a file: a few
/// bytes can promise an hour of standing still. The longest clips of the games have some ten
/// thousands.
const MAX_KEYS: usize = 1 << 18;
const MAX_KEYS_OF_ALL: usize = 1 << 20;

/// Adds the clips of `file` as animations of the bones of `rig`, whose nodes are `nodes`. `scale`
/// is the length of a translation's unit.
pub fn add(
    scene: &mut Scene,
    file: &Loaded<File>,
    rig: &Rig,
    nodes: &[Option<NodeId>],
    scale: f32,
    problems: &mut Problems,
) {
    // The last chunk counts.
    let Some((chunk, animations)) = file.records.last(Chunk::animations) else { return };
    let shared = Arc::new(Shared {
        animations: animations.clone(),
        rig: rig.clone(),
        nodes: nodes.to_vec(),
        rest: rest(scene, nodes),
        scale,
        tree: file.tree.clone(),
        path: format!("chunks[{chunk}].data"),
    });
    let mut homes = HashMap::new();
    let mut left = MAX_KEYS_OF_ALL;
    for (index, clip) in animations.clips.iter().enumerate() {
        if animations.start(clip).is_none() || clip.frames == 0 || animations.bones == 0 {
            continue;
        }
        let frames = usize::from(clip.frames).min(MAX_KEYS.min(left) / animations.bones);
        left -= frames * animations.bones;
        let path = format!("chunks[{chunk}].clips[{index}]");
        if frames < usize::from(clip.frames) {
            let (promised, bones) = (clip.frames, animations.bones);
            let message =
                format!("of {promised} frames of {bones} bones the first {frames} are shown");
            file.report(problems).warning(path.as_str(), message);
        }
        // The fields of shared data belong to the clip that was read first.
        let home = *homes.entry((clip.offset, clip.frames, clip.tween)).or_insert(index);
        scene.animations.push(Animation {
            name: format!("clip {index}"),
            rate: RATE,
            frames: clip.frames.into(),
            looped: true,
            is_event: false,
            camera: None,
            data: Arc::new(Moves { shared: shared.clone(), clip: *clip, home, frames }),
            origin: file.origin(path),
        });
    }
}

/// The turn of every object's node to its parent.
fn rest(scene: &Scene, nodes: &[Option<NodeId>]) -> Vec<Quat> {
    let local = |node: NodeId| scene.nodes.get(node).map(|node| node.local);
    let turn = |node: &Option<NodeId>| node.and_then(local).map(Mat3::from_mat4);
    nodes.iter().map(|node| turn(node).map_or(Quat::IDENTITY, |m| Quat::from_mat3(&m))).collect()
}

/// What all clips of a file have in common.
struct Shared {
    animations: Animations,
    rig: Rig,
    /// Of each object.
    nodes: Vec<Option<NodeId>>,
    rest: Vec<Quat>,
    scale: f32,
    tree: Arc<Tree>,
    /// Field path of the clips' data.
    path: String,
}

/// A clip.
struct Moves {
    shared: Arc<Shared>,
    clip: ClipEntry,
    /// The clip whose fields hold the data.
    home: usize,
    /// Frames to decode.
    frames: usize,
}

impl Moves {
    /// Bones that can be decoded, in the order of the tracks, with their nodes.
    fn bones(&self, whole: usize) -> impl Iterator<Item = (usize, NodeId)> {
        let shared = &*self.shared;
        let node = |bone: &usize| Some((*bone, shared.nodes.get(*bone).copied().flatten()?));
        shared.rig.order.iter().filter_map(node).filter(move |(bone, _)| *bone < whole)
    }

    /// The absolute rotations of every bone, a list of frames each.
    fn rotations(&self, keys: &[Vec<Key>], frames: usize) -> Vec<Vec<Quat>> {
        let rig = &self.shared.rig;
        let mut all = vec![Vec::new(); rig.parents.len()];
        for bone in &rig.order {
            let own = match keys.get(*bone) {
                Some(keys) => keys.iter().map(|key| rotation(key.rotation)).collect(),
                None => {
                    // What is missing of the clip stands still on its parent.
                    let rest = self.shared.rest.get(*bone).copied().unwrap_or(Quat::IDENTITY);
                    let parent = rig.parent(*bone).and_then(|parent| all.get(parent));
                    parent.map_or_else(
                        || vec![rest; frames],
                        |parent: &Vec<Quat>| parent.iter().map(|parent| *parent * rest).collect(),
                    )
                }
            };
            if let Some(rotations) = all.get_mut(*bone) {
                *rotations = own;
            }
        }
        all
    }

    /// The stream of a bone that `name` means, and what is in it.
    fn layout(&self, bone: usize, name: &str) -> Option<Layout> {
        let animations = &self.shared.animations;
        let extent = animations.extent(&self.clip);
        let mut at = animations.start(&self.clip)? + *extent.starts.get(bone)? as usize;
        let channel = STREAMS.iter().position(|known| *known == name)?;
        let frames = usize::from(self.clip.frames);
        for _ in 0..channel {
            at += stream::len(animations.data.get(at..)?, frames)?;
        }
        Some(Layout::new(*animations.data.get(at)?, frames))
    }

    /// The frame that the key at `path` (below a bone of a packed clip) is for.
    fn frame_of_key(&self, bone: usize, path: &str) -> Option<usize> {
        let (name, key) = path.strip_prefix('.')?.split_once('.')?;
        let (key, _) = indexed(key, "keys[")?;
        Some(self.layout(bone, name)?.frame_of(key))
    }
}

impl AnimationData for Moves {
    fn decode(&self) -> scene::Clip {
        let shared = &*self.shared;
        let keys = shared.animations.decode(&self.clip, self.frames);
        let frames = keys.first().map_or(0, Vec::len);
        let rotations = self.rotations(&keys, frames);
        let at = |bone: Option<usize>, frame: usize| {
            let turns = bone.and_then(|bone| rotations.get(bone));
            turns.and_then(|turns| turns.get(frame)).copied().unwrap_or(Quat::IDENTITY)
        };
        let track = |(bone, node): (usize, NodeId)| {
            let stored = keys.get(bone).map_or(&[][..], Vec::as_slice);
            let parent = shared.rig.parent(bone);
            let key = |(frame, key): (usize, &Key)| {
                let [x, y, z] = key.translation.map(f32::from);
                Transform {
                    translation: turn(Vec3::new(x, y, z)) * shared.scale,
                    rotation: (at(parent, frame).inverse() * at(Some(bone), frame)).normalize(),
                    scale: Vec3::ONE,
                }
            };
            let angles = stored.iter().filter_map(|key| match key.rotation {
                Rotation::Angles(angles) => Some(angles.map(f32::from)),
                Rotation::Matrix(_) => None,
            });
            let angles = angles.collect();
            Track { node, keys: stored.iter().enumerate().map(key).collect(), angles }
        };
        let tracks = self.bones(keys.len()).map(track).collect();
        scene::Clip { frames: u32::try_from(frames).unwrap_or(u32::MAX), tracks }
    }

    /// Of a packed clip the whole bone: its keys are not by frame.
    fn key(&self, track: usize, frame: usize) -> Option<Origin> {
        let Shared { animations, tree, path, .. } = &*self.shared;
        let starts = animations.extent(&self.clip).starts;
        let path = format!("{path}[{}]", self.home);
        let path = match animations.coding {
            Coding::Streams => {
                let (bone, _) = self.bones(starts.len()).nth(track)?;
                format!("{path}.bones[{bone}]")
            }
            Coding::Matrices => {
                let (bone, _) = self.bones(animations.bones).nth(track)?;
                let stored = frame / (usize::from(self.clip.tween) + 1);
                format!("{path}.frames[{stored}].bones[{bone}]")
            }
        };
        Some(Origin::new(tree.span(&path)?, path))
    }

    fn moment(&self, path: &str) -> Option<(u32, Option<NodeId>)> {
        let (home, inside) = indexed(path.strip_prefix(self.shared.path.as_str())?, "[")?;
        let node = |bone: usize| self.shared.nodes.get(bone).copied().flatten();
        if home != self.home {
            return None;
        }
        let (frame, node) = match self.shared.animations.coding {
            Coding::Streams => {
                let (bone, inside) = indexed(inside, ".bones[")?;
                (self.frame_of_key(bone, inside).unwrap_or(0), node(bone))
            }
            Coding::Matrices => {
                let (stored, inside) = indexed(inside, ".frames[")?;
                let bone = indexed(inside, ".bones[").map(|(bone, _)| bone);
                let frame = stored.saturating_mul(usize::from(self.clip.tween) + 1);
                (frame, bone.and_then(node))
            }
        };
        Some((u32::try_from(frame).ok()?, node))
    }
}

/// The number behind `name` at the start of a path, and what follows its bracket.
fn indexed<'a>(path: &'a str, name: &str) -> Option<(usize, &'a str)> {
    let (number, rest) = path.strip_prefix(name)?.split_once(']')?;
    Some((number.parse().ok()?, rest))
}

/// A stored rotation in the scene's axes.
fn rotation(stored: Rotation) -> Quat {
    let matrix = match stored {
        Rotation::Angles(angles) => {
            let [x, y, z] = angles.map(|angle| angle & 0xFFF);
            Angles { x, y, z }.rotation()
        }
        Rotation::Matrix(rows) => {
            let rows = rows.map(|number| f32::from(number) / 4096.0);
            turn_rotation(upright(Mat3::from_cols_array(&rows).transpose()))
        }
    };
    Quat::from_mat3(&matrix)
}

/// The rotation nearest to a matrix that rounding, or the way between two, has bent a little.
fn upright(bent: Mat3) -> Mat3 {
    let x = bent.x_axis.try_normalize().unwrap_or(Vec3::X);
    let y = bent.y_axis.reject_from_normalized(x).try_normalize();
    let y = y.unwrap_or_else(|| x.any_orthonormal_vector());
    Mat3::from_cols(x, y, x.cross(y))
}
