//! Scene of an animation script: a clip that moves nodes, and the paths as lines. If the script is
//! opened without a level, each object is a marker.
//!
//! The level's axes (x right, y to the back, z up, metres) become (x, z, −y).

use std::sync::Arc;

use glam::{Mat4, Quat, Vec3};

use super::Frame;
use crate::scene::{
    Animation, AnimationData, Clip, Face, Helper, HelperShape, LayerKind, Light, Material,
    MaterialId, Mesh, NO_CORNER, Node, NodeId, Origin, Scene, Spans, Style, Track, Transform,
};

/// The movement of one object.
#[derive(Clone)]
pub struct Motion {
    pub name: String,
    /// Hash of the name; see [`instance_hash`](super::super::groff::instance_hash).
    pub hash: u32,
    pub is_camera: bool,
    pub frames: Vec<Frame>,
    pub origin: Origin,
    /// Spans of the frames.
    pub spans: Spans,
}

/// A script, text or packed.
pub struct Script {
    pub name: String,
    /// Frames are sorted by time and finite.
    pub motions: Vec<Motion>,
    /// Frames per second, if the script forces a rate.
    pub forced_rate: Option<f32>,
    pub origin: Origin,
}

/// A node that moves with an object.
#[derive(Clone, Copy)]
pub struct Follower {
    pub node: NodeId,
    /// Index among the motions.
    pub motion: usize,
    /// The object's own scale, multiplied by that of a frame.
    pub scale: f32,
    /// Transform of the node in the object's space: some models are offset from their object.
    pub within: Mat4,
}

/// Frames a second if a script does not force a rate.
const USUAL_RATE: f32 = 30.0;
/// Maximum number of keys of all nodes: twelve nodes for twelve minutes, at 48 bytes a key.
const MAX_KEYS: usize = 1 << 18;
/// Sides of a marker, in metres.
const MARKER: f32 = 0.5;

impl Script {
    /// A script with these motions.
    pub fn new(name: &str, motions: Vec<Motion>, forced_rate: Option<f32>, origin: Origin) -> Self {
        let motions = motions.into_iter().map(sound).collect();
        Self { name: name.to_owned(), motions, forced_rate, origin }
    }

    /// The scene of a script without a level: a marker for each object, with visible paths.
    pub fn alone(self) -> Scene {
        let mut scene = Scene {
            name: self.name.clone(),
            style: Style::Clean,
            metres_per_unit: Some(1.0),
            light: Some(Light::daylight()),
            ..Scene::default()
        };
        let drawn = scene.layer("Moved objects", LayerKind::Drawn, true);
        let material = scene.materials.push(material());
        let follower = |(index, motion): (usize, &Motion)| Follower {
            node: mark(motion, material, drawn, &mut scene),
            motion: index,
            scale: 1.0,
            within: Mat4::IDENTITY,
        };
        let followers: Vec<Follower> = self.motions.iter().enumerate().map(follower).collect();
        self.add_paths(true, &mut scene);
        scene.animations.extend(self.animation(followers));
        scene
    }

    /// Adds the path of each object as a line.
    pub fn add_paths(&self, visible: bool, scene: &mut Scene) {
        let layer = scene.layer("Ways", LayerKind::Helper, visible);
        for motion in &self.motions {
            let way: Vec<Vec3> = motion.frames.iter().map(|f| transform(f).translation).collect();
            if way.len() > 1 {
                let what = if motion.is_camera { "Camera path" } else { "Way" };
                scene.helpers.push(Helper {
                    name: format!("{what} of {}", motion.name),
                    layer,
                    shape: HelperShape::Line(way),
                    origin: motion.origin.clone(),
                });
            }
        }
    }

    /// The animation of these nodes; `None` if there are none.
    pub fn animation(self, followers: Vec<Follower>) -> Option<Animation> {
        let is_camera = |follower: &&Follower| {
            self.motions.get(follower.motion).is_some_and(|motion| motion.is_camera)
        };
        let camera = followers.iter().find(is_camera).map(|follower| follower.node);
        let rate = self.forced_rate.filter(|rate| rate.is_normal() && *rate > 0.0);
        let rate = rate.unwrap_or(USUAL_RATE);
        let last = self.motions.iter().filter_map(|motion| motion.frames.last());
        let seconds = last.map(|frame| frame.seconds).fold(0.0, f32::max);
        let most = (MAX_KEYS / followers.len().max(1)).max(1);
        // Plus one for the frame at the end. The cast saturates.
        let frames = ((seconds * rate).ceil() as usize).saturating_add(1).min(most);
        let frames = u32::try_from(frames).unwrap_or(u32::MAX);
        let data = Moves { motions: self.motions, followers, rate, frames };
        (!data.followers.is_empty()).then(|| Animation {
            name: self.name,
            rate,
            frames,
            looped: false,
            is_event: false,
            camera,
            data: Arc::new(data),
            origin: self.origin,
        })
    }
}

/// Adds a marker node at the object's first position.
pub fn mark(motion: &Motion, material: MaterialId, layer: u16, scene: &mut Scene) -> NodeId {
    let mesh = scene.meshes.push(marker(motion, material));
    let start = motion.frames.first().map_or_else(Transform::default, transform);
    scene.nodes.push(Node {
        name: motion.name.clone(),
        local: start.matrix(),
        mesh: Some(mesh),
        layer,
        origin: motion.origin.clone(),
        ..Node::default()
    })
}

/// Material of markers.
pub fn material() -> Material {
    Material { name: "marker".to_owned(), double_sided: true, lit: true, ..Material::PLAIN }
}

/// Sorts frames by time and drops those that are not finite.
fn sound(mut motion: Motion) -> Motion {
    motion.frames.retain(|frame| {
        let numbers = frame.position.iter().chain(&frame.rotation);
        numbers.chain([&frame.seconds, &frame.scale]).all(|number| number.is_finite())
            && transform(frame).matrix().is_finite()
    });
    motion.frames.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    motion
}

fn transform(frame: &Frame) -> Transform {
    let [x, y, z] = frame.position;
    let [w, i, j, k] = frame.rotation;
    // The axis of the rotation is turned like any other vector.
    let rotation = Quat::from_xyzw(i, k, -j, w);
    let length = rotation.length();
    let rotation = if length.is_normal() { rotation / length } else { Quat::IDENTITY };
    Transform { translation: Vec3::new(x, z, -y), rotation, scale: Vec3::splat(frame.scale) }
}

/// Clip that moves followers.
struct Moves {
    /// Frames are sorted by time.
    motions: Vec<Motion>,
    followers: Vec<Follower>,
    rate: f32,
    frames: u32,
}

impl AnimationData for Moves {
    fn decode(&self) -> Clip {
        let track = |follower: &Follower| {
            let motion = self.motions.get(follower.motion)?;
            let keys = (0..self.frames)
                .map(|frame| follower.place(motion.at(frame as f32 / self.rate)))
                .collect();
            Some(Track { node: follower.node, keys, angles: Vec::new() })
        };
        Clip { frames: self.frames, tracks: self.followers.iter().filter_map(track).collect() }
    }

    fn key(&self, track: usize, frame: usize) -> Option<Origin> {
        let motion = self.motions.get(self.followers.get(track)?.motion)?;
        let seconds = frame as f32 / self.rate;
        let after = motion.frames.partition_point(|frame| frame.seconds <= seconds);
        let index = after.saturating_sub(1);
        (!motion.frames.is_empty()).then(|| motion.spans.origin(index))
    }
}

impl Follower {
    /// Transform of the node for this transform of the object.
    fn place(&self, object: Transform) -> Transform {
        let own = Transform { scale: object.scale * self.scale, ..object };
        if self.within == Mat4::IDENTITY {
            return own;
        }
        let whole = own.matrix() * self.within;
        let (scale, rotation, translation) = whole.to_scale_rotation_translation();
        let is_sound = scale.is_finite() && rotation.is_finite() && translation.is_finite();
        if is_sound { Transform { translation, rotation, scale } } else { own }
    }
}

impl Motion {
    /// Interpolates between two frames. Before the first one the game parks the object off the map; here
    /// it stays at its first position.
    fn at(&self, seconds: f32) -> Transform {
        let after = self.frames.partition_point(|frame| frame.seconds <= seconds);
        let before = after.checked_sub(1).and_then(|before| self.frames.get(before));
        match (before, self.frames.get(after)) {
            (Some(a), Some(b)) => {
                let amount = (seconds - a.seconds) / (b.seconds - a.seconds);
                transform(a).towards(&transform(b), amount)
            }
            (Some(only), None) | (None, Some(only)) => transform(only),
            (None, None) => Transform::default(),
        }
    }
}

/// A pyramid that points along the object's own forward axis (y in the level).
fn marker(motion: &Motion, material: MaterialId) -> Mesh {
    let half = MARKER / 2.0;
    let base = [(-half, -half), (half, -half), (half, half), (-half, half)];
    let mut positions: Vec<Vec3> = base.iter().map(|(x, y)| Vec3::new(*x, *y, 0.0)).collect();
    positions.push(Vec3::new(0.0, 0.0, -2.0 * MARKER));
    let colour = if motion.is_camera { [90, 160, 230] } else { [230, 150, 60] };
    let faces = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4], [0, 2, 1], [0, 3, 2]];
    let face = |(index, [a, b, c]): (u32, [u32; 3])| Face {
        corners: [a, b, c, NO_CORNER],
        colours: [colour; 4],
        material,
        index,
        ..Face::default()
    };
    Mesh {
        name: motion.name.clone(),
        origin: motion.origin.clone(),
        positions,
        faces: (0..).zip(faces).map(face).collect(),
        ..Mesh::default()
    }
}
