//! Motions as the neutral model has them: a marker for each object, a clip that moves them, and
//! their ways as lines.
//!
//! The level's axes (x right, y to the back, z up, metres) become (x, z, −y).

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::Frame;
use crate::bytes::Source;
use crate::scene::{
    Animation, AnimationData, Clip, Face, Helper, HelperShape, Id, LayerKind, Light, Material,
    Mesh, NO_CORNER, Node, NodeId, Origin, Scene, Spans, Style, Track, Transform,
};

/// What one object does.
pub struct Motion {
    pub name: String,
    pub is_camera: bool,
    pub frames: Vec<Frame>,
    pub origin: Origin,
    /// Of the frames.
    pub spans: Spans,
}

/// Frames a second where a script forces none.
const USUAL_RATE: f32 = 30.0;
/// Keys of all objects together: twelve objects for twelve minutes, at 48 bytes each.
const MAX_KEYS: usize = 1 << 18;
/// Sides of a marker, in metres.
const MARKER: f32 = 0.5;

pub fn build(source: &Source, motions: Vec<Motion>, forced_rate: Option<f32>) -> Scene {
    let mut scene = Scene {
        name: source.stem().to_owned(),
        style: Style::Clean,
        metres_per_unit: Some(1.0),
        light: Some(Light::daylight()),
        ..Scene::default()
    };
    let drawn = scene.layer("Moved objects", LayerKind::Drawn, true);
    let ways = scene.layer("Ways", LayerKind::Helper, true);
    scene.materials.push(material());
    let motions: Vec<Motion> = motions.into_iter().map(sound).collect();
    for motion in &motions {
        let mesh = scene.meshes.push(marker(motion));
        let start = motion.frames.first().map_or_else(Transform::default, transform);
        scene.nodes.push(Node {
            name: motion.name.clone(),
            local: start.matrix(),
            mesh: Some(mesh),
            layer: drawn,
            origin: motion.origin.clone(),
            ..Node::default()
        });
        let way: Vec<Vec3> = motion.frames.iter().map(|f| transform(f).translation).collect();
        if way.len() > 1 {
            let what = if motion.is_camera { "Camera path" } else { "Way" };
            scene.helpers.push(Helper {
                name: format!("{what} of {}", motion.name),
                layer: ways,
                shape: HelperShape::Line(way),
                origin: motion.origin.clone(),
            });
        }
    }
    let rate = forced_rate.filter(|rate| rate.is_normal() && *rate > 0.0).unwrap_or(USUAL_RATE);
    let last = motions.iter().filter_map(|motion| motion.frames.last());
    let seconds = last.map(|frame| frame.seconds).fold(0.0, f32::max);
    let most = (MAX_KEYS / motions.len().max(1)).max(1);
    // The last moment is a frame too. The cast keeps what is too much within bounds.
    let frames = ((seconds * rate).ceil() as usize).saturating_add(1).min(most);
    let frames = u32::try_from(frames).unwrap_or(u32::MAX);
    if !motions.is_empty() {
        scene.animations.push(Animation {
            name: scene.name.clone(),
            rate,
            frames,
            looped: false,
            data: Arc::new(Script { motions, rate, frames }),
            origin: Origin::new(source.span(), ""),
        });
    }
    scene
}

/// Frames by time, without those that are nowhere.
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
    // A quarter turn of the axes turns the axis of rotation as well.
    let rotation = Quat::from_xyzw(i, k, -j, w);
    let length = rotation.length();
    let rotation = if length.is_normal() { rotation / length } else { Quat::IDENTITY };
    Transform { translation: Vec3::new(x, z, -y), rotation, scale: Vec3::splat(frame.scale) }
}

struct Script {
    /// Frames by time.
    motions: Vec<Motion>,
    rate: f32,
    frames: u32,
}

impl AnimationData for Script {
    fn decode(&self) -> Clip {
        let track = |(node, motion): (NodeId, &Motion)| {
            let keys = (0..self.frames).map(|frame| motion.at(frame as f32 / self.rate));
            Track { node, keys: keys.collect(), angles: Vec::new() }
        };
        let tracks = (0u32..).map(Id::new).zip(&self.motions).map(track).collect();
        Clip { frames: self.frames, tracks }
    }

    fn key(&self, track: usize, frame: usize) -> Option<Origin> {
        let motion = self.motions.get(track)?;
        let seconds = frame as f32 / self.rate;
        let after = motion.frames.partition_point(|frame| frame.seconds <= seconds);
        let index = after.saturating_sub(1);
        (!motion.frames.is_empty()).then(|| motion.spans.origin(index))
    }
}

impl Motion {
    /// Between two frames. Before the first the game parks the object off the map; it waits here
    /// at its first position.
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
fn marker(motion: &Motion) -> Mesh {
    let half = MARKER / 2.0;
    let base = [(-half, -half), (half, -half), (half, half), (-half, half)];
    let mut positions: Vec<Vec3> = base.iter().map(|(x, y)| Vec3::new(*x, *y, 0.0)).collect();
    positions.push(Vec3::new(0.0, 0.0, -2.0 * MARKER));
    let colour = if motion.is_camera { [90, 160, 230] } else { [230, 150, 60] };
    let faces = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4], [0, 2, 1], [0, 3, 2]];
    let face = |(index, [a, b, c]): (u32, [u32; 3])| Face {
        corners: [a, b, c, NO_CORNER],
        colours: [colour; 4],
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

fn material() -> Material {
    Material { name: "marker".to_owned(), double_sided: true, lit: true, ..Material::PLAIN }
}
