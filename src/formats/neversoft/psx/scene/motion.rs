//! Converts clips to animations (sections 16.4 and 16.6).

use std::collections::HashMap;
use std::sync::Arc;

use super::super::animation::stream::Layout;
use super::super::animation::{Animations, ClipEntry, Coding, Rotation, STREAMS, stream};
use super::super::chunk::Chunk;
use super::super::records::File;
use super::pose::{Retarget, courses};
use super::rig::Rig;
use crate::bytes::{Problems, Tree};
use crate::formats::Loaded;
use crate::scene::{self, Animation, AnimationData, NodeId, Origin, Scene, Track, Transform};

/// Frames per second. The game's code decides; most clips look right at this rate.
const RATE: f32 = 30.0;
/// Maximum number of keys (frames × bones) that are decoded from one clip, and from all clips of a file,
/// as a few bytes can encode an hour of a constant pose. The longest clips of the games have some ten
/// thousand.
const MAX_KEYS: usize = 1 << 18;
const MAX_KEYS_OF_ALL: usize = 1 << 20;

/// Character to animate.
pub struct Character<'a> {
    pub file: &'a File,
    pub rig: &'a Rig,
    /// Node of each object.
    pub nodes: &'a [Option<NodeId>],
    /// World units per unit of translation.
    pub scale: f32,
}

/// Clips of a file, and their mapping to a character.
pub struct Source<'a> {
    pub file: &'a Loaded<File>,
    /// Prefix of the animations' names.
    pub name: &'a str,
    /// Source bone for each bone of the character.
    pub bones: Vec<Option<usize>>,
}

/// Adds the clips of a file as animations of a character.
pub fn add(
    scene: &mut Scene,
    character: &Character<'_>,
    source: Source<'_>,
    problems: &mut Problems,
) {
    let Source { file, name, bones } = source;
    // The last chunk is used.
    let Some((chunk, animations)) = file.records.last(Chunk::animations) else { return };
    let moved = animations.bones.max(bones.iter().flatten().count());
    let own = (character.rig, character.file);
    let retarget = Retarget::new(own, &file.records, bones, rest(scene, character.nodes));
    let shared = Arc::new(Shared {
        animations: animations.clone(),
        rig: Rig::new(&file.records, Default::default()),
        retarget,
        nodes: character.nodes.to_vec(),
        scale: character.scale,
        tree: file.tree.clone(),
        path: format!("chunks[{chunk}].data"),
    });
    let mut homes = HashMap::new();
    let mut left = MAX_KEYS_OF_ALL;
    for (index, clip) in animations.clips.iter().enumerate() {
        if animations.start(clip).is_none() || clip.frames == 0 || animations.bones == 0 {
            continue;
        }
        let frames = usize::from(clip.frames).min(MAX_KEYS.min(left) / moved);
        left -= frames * moved;
        let path = format!("chunks[{chunk}].clips[{index}]");
        if frames < usize::from(clip.frames) {
            let declared = clip.frames;
            let message = format!(
                "{declared} frames of {moved} bones exceed the limit: only the first {frames} are displayed"
            );
            file.report(problems).warning(path.as_str(), message);
        }
        // The fields of shared data belong to the first clip that uses them.
        let home = *homes.entry((clip.offset, clip.frames, clip.tween)).or_insert(index);
        scene.animations.push(Animation {
            name: format!("{name} {index}"),
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

/// Rest transform of every object's node relative to its parent.
fn rest(scene: &Scene, nodes: &[Option<NodeId>]) -> Vec<Transform> {
    let local = |node: &Option<NodeId>| {
        let (scale, rotation, translation) =
            scene.nodes.get((*node)?)?.local.to_scale_rotation_translation();
        Some(Transform { translation, rotation, scale })
    };
    nodes.iter().map(|node| local(node).unwrap_or_default()).collect()
}

/// Data shared by all clips of a file.
struct Shared {
    animations: Animations,
    /// Skeleton of the file with the clips.
    rig: Rig,
    retarget: Retarget,
    /// Node of each object of the character.
    nodes: Vec<Option<NodeId>>,
    scale: f32,
    /// Field tree of the file with the clips.
    tree: Arc<Tree>,
    /// Field path of the clip data.
    path: String,
}

/// A clip.
struct Moves {
    shared: Arc<Shared>,
    clip: ClipEntry,
    /// Clip whose fields contain the data.
    home: usize,
    /// Number of frames to decode.
    frames: usize,
}

impl Moves {
    /// Bones that the first `whole` bones of the clip move, in track order: bone of the character, bone
    /// of the clip, node.
    fn bones(&self, whole: usize) -> impl Iterator<Item = (usize, usize, NodeId)> {
        let shared = &*self.shared;
        let moved = |bone: &usize| {
            let source = shared.retarget.bones.get(*bone).copied().flatten()?;
            Some((*bone, source, shared.nodes.get(*bone).copied().flatten()?))
        };
        let bones = shared.retarget.rig.order.iter().filter_map(moved);
        bones.filter(move |(_, source, _)| *source < whole)
    }

    /// First node that a bone of the clip moves.
    fn node(&self, source: usize) -> Option<NodeId> {
        let bones = &self.shared.retarget.bones;
        let bone = bones.iter().position(|bone| *bone == Some(source))?;
        self.shared.nodes.get(bone).copied().flatten()
    }

    /// Layout of a bone's stream, by its field name.
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

    /// Frame of the key at `path`, below a bone of a packed clip.
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
        let coding = shared.animations.coding;
        let courses = courses(coding, &keys, &shared.rig, shared.scale);
        let mut locals = shared.retarget.locals(&courses, frames);
        let track = |(bone, source, node): (usize, usize, NodeId)| {
            let stored = keys.get(source).map_or(&[][..], Vec::as_slice);
            let angles = stored.iter().filter_map(|key| match key.rotation {
                Rotation::Angles(angles) => Some(angles.map(f32::from)),
                Rotation::Matrix(_) => None,
            });
            let keys = locals.get_mut(bone).map(std::mem::take).unwrap_or_default();
            Track { node, keys, angles: angles.collect() }
        };
        let tracks = self.bones(keys.len()).map(track).collect();
        scene::Clip { frames: u32::try_from(frames).unwrap_or(u32::MAX), tracks }
    }

    /// Keys of a packed clip are not stored by frame: returns the whole bone.
    fn key(&self, track: usize, frame: usize) -> Option<Origin> {
        let Shared { animations, tree, path, .. } = &*self.shared;
        let starts = animations.extent(&self.clip).starts;
        let path = format!("{path}[{}]", self.home);
        let path = match animations.coding {
            Coding::Streams => {
                let (_, bone, _) = self.bones(starts.len()).nth(track)?;
                format!("{path}.bones[{bone}]")
            }
            Coding::Matrices => {
                let (_, bone, _) = self.bones(animations.bones).nth(track)?;
                let stored = frame / (usize::from(self.clip.tween) + 1);
                format!("{path}.frames[{stored}].bones[{bone}]")
            }
        };
        Some(Origin::new(tree.span(&path)?, path))
    }

    fn moment(&self, path: &str) -> Option<(u32, Option<NodeId>)> {
        let (home, inside) = indexed(path.strip_prefix(self.shared.path.as_str())?, "[")?;
        if home != self.home {
            return None;
        }
        let (frame, node) = match self.shared.animations.coding {
            Coding::Streams => {
                let (bone, inside) = indexed(inside, ".bones[")?;
                (self.frame_of_key(bone, inside).unwrap_or(0), self.node(bone))
            }
            Coding::Matrices => {
                let (stored, inside) = indexed(inside, ".frames[")?;
                let bone = indexed(inside, ".bones[").map(|(bone, _)| bone);
                let frame = stored.saturating_mul(usize::from(self.clip.tween) + 1);
                (frame, bone.and_then(|bone| self.node(bone)))
            }
        };
        Some((u32::try_from(frame).ok()?, node))
    }
}

/// Parses the index after `name` at the start of a path; returns it and the rest of the path.
fn indexed<'a>(path: &'a str, name: &str) -> Option<(usize, &'a str)> {
    let (number, rest) = path.strip_prefix(name)?.split_once(']')?;
    Some((number.parse().ok()?, rest))
}
