//! Animations of bones and nodes as clips with 60 frames per second.

use std::collections::HashMap;
use std::sync::Arc;

use crate::formats::Loaded;
use crate::formats::totem::animation::{
    self, Animation as Stored, Curve, KeyRotation, KeyVectorPacked, Keys, RATE, Reading,
    rotation_at, value_at,
};
use crate::formats::totem::materials::SceneMaterials;
use crate::formats::totem::resource::Resource;
use crate::formats::totem::resource_name;
use crate::formats::totem::world::{AnimFrame, World};
use crate::scene::{Animation, AnimationData, Clip, NodeId, Origin, Scene, Track, Transform};

/// Bones by name hash: their nodes and rest transforms.
#[derive(Debug, Default)]
pub struct Rig {
    pub bones: Vec<(u32, (NodeId, Transform))>,
}

/// Maximum number of keys of an animation for each node whose bones it moves: the larger of
/// `MAX_KEYS` and `MAX_KEYS_PER_BYTE` times its stored size. A limit is needed because two stored
/// keys may be a quarter of an hour apart.
const MAX_KEYS: usize = 1 << 11;
const MAX_KEYS_PER_BYTE: usize = 4;

/// Maximum number of frames of an animated node.
const MAX_FRAMES: u32 = 1 << 13;

type File = Arc<Loaded<Resource<Stored>>>;

/// Animations that skins use.
#[derive(Default)]
pub struct Clips {
    /// By name hash; `None` if the animation is missing or cannot be read.
    read: HashMap<u32, Option<File>>,
    /// Animations to add, by name hash with the bones that they move, in the order of their first use.
    wanted: Vec<(u32, Vec<Arc<Rig>>)>,
    /// Index in `wanted` of each animation, by name hash.
    places: HashMap<u32, usize>,
}

impl Clips {
    /// Reads an animation once.
    pub fn read(&mut self, hash: u32, looks: &SceneMaterials<'_>) -> Option<File> {
        let read = || {
            let source = looks.resources.open(hash)?;
            looks.resources.read::<Resource<Stored>>(&source).ok()
        };
        self.read.entry(hash).or_insert_with(read).clone()
    }

    /// Applies an animation to these bones.
    pub fn add(&mut self, hash: u32, rig: &Arc<Rig>, looks: &SceneMaterials<'_>) {
        if self.read(hash, looks).is_none() {
            return;
        }
        let next = self.wanted.len();
        let place = *self.places.entry(hash).or_insert(next);
        if place == next {
            self.wanted.push((hash, Vec::new()));
        }
        let rigs = self.wanted.get_mut(place).map(|(_, rigs)| rigs);
        // A list may contain an animation twice.
        let is_new = |rigs: &&mut Vec<Arc<Rig>>| rigs.last().is_none_or(|r| !Arc::ptr_eq(r, rig));
        if let Some(rigs) = rigs.filter(is_new) {
            rigs.push(rig.clone());
        }
    }

    /// Adds the animations to a scene.
    pub fn finish(self, scene: &mut Scene, looks: &mut SceneMaterials<'_>) {
        for (hash, rigs) in &self.wanted {
            let Some(Some(file)) = self.read.get(hash) else { continue };
            let frames = file.records.body.frames();
            let origin = file.whole();
            let played = BoneAnimation::new(file.clone(), rigs, frames);
            let bones: usize = rigs.iter().map(|rig| rig.bones.len()).sum();
            if played.is_cut {
                let message = format!(
                    "too many frames for all of its {bones} bones: some stay in the rest pose"
                );
                looks.warn(&origin, message);
            }
            scene.animations.push(Animation {
                name: resource_name(&looks.resources.name(*hash)).to_owned(),
                origin,
                frames,
                rate: RATE,
                looped: true,
                is_event: false,
                camera: None,
                data: Arc::new(played),
            });
        }
    }
}

/// A bone that an animation moves.
#[derive(Clone, Copy, Debug)]
struct AnimatedBone {
    node: NodeId,
    rest: Transform,
    /// Index of the bone's track.
    track: usize,
}

/// An animation of bones.
struct BoneAnimation {
    file: File,
    reading: Reading,
    /// Factor of translations.
    unit: f32,
    moved: Vec<AnimatedBone>,
    frames: u32,
    is_cut: bool,
}

impl BoneAnimation {
    fn new(file: File, rigs: &[Arc<Rig>], frames: u32) -> Self {
        let animation = &file.records.body;
        let tracks: HashMap<u32, usize> =
            animation.nodes.iter().enumerate().rev().map(|(at, t)| (t.name, at)).collect();
        let of = |(name, (node, rest)): &(u32, (NodeId, Transform))| {
            Some(AnimatedBone { node: *node, rest: *rest, track: *tracks.get(name)? })
        };
        let mut moved: Vec<AnimatedBone> =
            rigs.iter().flat_map(|rig| &rig.bones).filter_map(of).collect();
        let stored = usize::try_from(file.source.len()).unwrap_or(usize::MAX);
        let keys = stored.saturating_mul(MAX_KEYS_PER_BYTE).max(MAX_KEYS);
        let keys = keys.saturating_mul(rigs.len());
        let most = (keys / usize::try_from(frames.max(1)).unwrap_or(usize::MAX)).max(1);
        let is_cut = moved.len() > most;
        moved.truncate(most);
        let reading = Reading::of(animation);
        let unit = unit(animation, reading, &moved);
        Self { file, reading, unit, moved, frames, is_cut }
    }

    fn track(&self, moved: &AnimatedBone) -> Track {
        let tracks = &self.file.records.body.nodes;
        let Some(stored) = tracks.get(moved.track) else { return Track::default() };
        let [moves, scales] = self.reading.moves_and_scales(stored);
        let tracks = Tracks { moves, turns: &stored.rotation, scales };
        let keys = tracks.keys(moved.rest, self.reading.curve, self.unit, self.frames);
        Track { node: moved.node, keys, angles: Vec::new() }
    }
}

impl AnimationData for BoneAnimation {
    fn decode(&self) -> Clip {
        let tracks = self.moved.iter().map(|moved| self.track(moved)).collect();
        Clip { frames: self.frames, tracks }
    }
}

/// The tracks of one node.
struct Tracks<'a> {
    moves: &'a Keys<KeyVectorPacked>,
    turns: &'a Keys<KeyRotation>,
    scales: &'a Keys<KeyVectorPacked>,
}

impl Tracks<'_> {
    /// The key of every frame; components without keys have their rest value.
    fn keys(&self, rest: Transform, curve: Curve, unit: f32, frames: u32) -> Vec<Transform> {
        let at = |frame: u32| {
            let frame = frame as f32;
            Transform {
                translation: value_at(self.moves, curve, frame)
                    .map_or(rest.translation, |moved| moved * unit),
                rotation: rotation_at(self.turns, frame).unwrap_or(rest.rotation),
                scale: value_at(self.scales, curve, frame).unwrap_or(rest.scale),
            }
        };
        (0..frames).map(at).collect()
    }
}

/// Factor of translations. 16 bits with 4096 units per 1.0 are limited to ±8, so larger skeletons need
/// another unit: the ratio to the rest positions of the bones, if it is the same integer for all bones.
fn unit(animation: &Stored, reading: Reading, moved: &[AnimatedBone]) -> f32 {
    let ratios = moved.iter().filter_map(|moved| {
        let track = animation.nodes.get(moved.track)?;
        let [moves, _] = reading.moves_and_scales(track);
        let first = value_at(moves, reading.curve, 0.0)?.length();
        let rest = moved.rest.translation.length();
        (first > 0.05 && rest > 0.05).then(|| rest / first)
    });
    let ratios: Vec<f32> = ratios.collect();
    let Some(first) = ratios.first().map(|ratio| ratio.round()) else { return 1.0 };
    let is_it = |ratio: &f32| (ratio / first - 1.0).abs() < 0.02;
    if first >= 2.0 && ratios.iter().all(is_it) { first } else { 1.0 }
}

/// An animation of a node of a world.
struct NodePlayed {
    file: Arc<Loaded<Resource<World>>>,
    /// Index in [`World::animated_nodes`].
    index: usize,
    node: NodeId,
    rest: Transform,
    frames: u32,
}

impl NodePlayed {
    fn stored(&self) -> Option<&AnimFrame> {
        self.file.records.body.animated_nodes.get(self.index)?.frame.as_deref()
    }
}

impl AnimationData for NodePlayed {
    fn decode(&self) -> Clip {
        let Some(stored) = self.stored() else { return Clip::default() };
        let curve = Curve::of([&stored.translation, &stored.scale].into_iter());
        let tracks =
            Tracks { moves: &stored.translation, turns: &stored.rotation, scales: &stored.scale };
        let keys = tracks.keys(self.rest, curve, 1.0, self.frames);
        let track = Track { node: self.node, keys, angles: Vec::new() };
        Clip { frames: self.frames, tracks: vec![track] }
    }
}

/// Adds the animation of an animated node.
pub fn add_node(
    scene: &mut Scene,
    (file, index): (&Arc<Loaded<Resource<World>>>, usize),
    (node, rest): (NodeId, Transform),
    name: String,
) {
    let stored = file.records.body.animated_nodes.get(index).and_then(|slot| slot.frame.as_deref());
    let Some(stored) = stored else { return };
    let frames = animation::frames(stored.length);
    let path = format!("animated_nodes[{index}]");
    let origin: Origin = file.origin(path);
    let data = NodePlayed { file: file.clone(), index, node, rest, frames: frames.min(MAX_FRAMES) };
    scene.animations.push(Animation {
        name,
        origin,
        frames,
        rate: RATE,
        looped: true,
        is_event: false,
        camera: None,
        data: Arc::new(data),
    });
}
