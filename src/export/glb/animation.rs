//! Animations, at the frame rate of the file.
//!
//! * Keys use `STEP` interpolation, as in the original games; a repetition of the last key marks the end of
//!   the last frame, so that an animation lasts frames / rate seconds.
//! * Every track rotates its node; translations and scales are written if they ever differ from the
//!   node's own.
//! * The node that the viewer can follow while an animation plays is a camera: glTF cameras look along −Z too.

use std::collections::{HashMap, HashSet};

use glam::Quat;
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::animation::{Channel, Interpolation, Property, Sampler, Target};
use gltf_json::camera::{Perspective, Type as CameraType};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Camera, Index, Node as GltfNode};

use super::buffer::{Layout, Use};
use super::node::Placement;
use super::{Document, extras, name, next_index};
use crate::export::GlbAnimations;
use crate::export::shape::Notes;
use crate::scene::{Animation, Clip, SURFACES, Track};

/// Near plane of cameras, in metres.
const NEAR: f32 = 0.1;

const TIMES: Layout = floats(Type::Scalar, 4);
const TURNS: Layout = floats(Type::Vec4, 16);
const VECTORS: Layout = floats(Type::Vec3, 12);

const fn floats(shape: Type, stride: usize) -> Layout {
    Layout { component: ComponentType::F32, shape, normalized: false, stride }
}

/// Accessors of times, by number of frames and bits of the rate.
type Times = HashMap<(u32, u32), Index<Accessor>>;

impl Document<'_> {
    /// Writes the chosen animations that have frames; `nodes` correspond to the scene's nodes.
    pub(super) fn add_animations(
        &mut self,
        chosen: &GlbAnimations,
        nodes: &[Index<GltfNode>],
        notes: &mut Notes,
    ) {
        let mut times = Times::new();
        let scene = self.scene;
        let is_chosen = |animation: &&Animation| chosen.contains(&animation.name);
        let mut all = scene.animations.iter().filter(is_chosen).peekable();
        if let (None, GlbAnimations::Matching(patterns)) = (all.peek(), chosen)
            && !scene.animations.is_empty()
        {
            notes.push(format!("no animation is named {}", patterns.join(" or ")));
        }
        for animation in all {
            self.add_camera(animation, nodes);
            let clip = animation.data.decode();
            if animation.name == SURFACES && clip.tracks.is_empty() {
                notes.push(format!(
                    "animation {SURFACES}: glTF cannot animate surfaces; the animation is in the extras of meshes and materials"
                ));
                continue;
            }
            let fewer = format!("expected {} frames, decoded {}", animation.frames, clip.frames);
            let why = match () {
                () if !(animation.rate.is_normal() && animation.rate > 0.0) => "no frame rate",
                () if clip.frames == 0 => "no frame can be decoded",
                () => match self.animation(animation, &clip, nodes, &mut times) {
                    true if clip.frames < animation.frames => fewer.as_str(),
                    true => continue,
                    false => "nothing moves",
                },
            };
            notes.push(format!("animation {}: {why}", animation.name));
        }
    }

    /// Makes the node that the viewer can follow a camera.
    fn add_camera(&mut self, animation: &Animation, nodes: &[Index<GltfNode>]) {
        let node = animation.camera.and_then(|camera| nodes.get(camera.index()));
        let Some(node) = node.and_then(|node| self.root.nodes.get_mut(node.value())) else {
            return;
        };
        if node.camera.is_some() {
            return;
        }
        node.camera = Some(next_index(&self.root.cameras));
        let perspective = Perspective {
            aspect_ratio: None,
            yfov: std::f32::consts::FRAC_PI_4,
            zfar: None,
            znear: NEAR,
            extensions: None,
            extras: None,
        };
        self.root.cameras.push(Camera {
            name: name(&animation.name),
            orthographic: None,
            perspective: Some(perspective),
            type_: Valid(CameraType::Perspective),
            extensions: None,
            extras: None,
        });
    }

    /// Writes an animation. Returns `false` if there is nothing to write.
    fn animation(
        &mut self,
        animation: &Animation,
        clip: &Clip,
        nodes: &[Index<GltfNode>],
        times: &mut Times,
    ) -> bool {
        let mut made = AnimationData { channels: Vec::new(), samplers: Vec::new() };
        let mut known = HashSet::new();
        for track in &clip.tracks {
            let Some(node) = nodes.get(track.node.index()) else { continue };
            if track.keys.is_empty() || !known.insert(track.node) {
                continue;
            }
            let key = (clip.frames, animation.rate.to_bits());
            let input =
                *times.entry(key).or_insert_with(|| self.times(clip.frames, animation.rate));
            self.track(track, clip.frames, *node, input, &mut made);
        }
        if made.channels.is_empty() {
            return false;
        }
        self.root.animations.push(gltf_json::Animation {
            name: name(&animation.name),
            channels: made.channels,
            samplers: made.samplers,
            extensions: None,
            extras: extras(animation),
        });
        true
    }

    /// Start time of each frame, and end time of the last one.
    fn times(&mut self, frames: u32, rate: f32) -> Index<Accessor> {
        let time = |frame: u32| frame as f32 / rate;
        let times = self.buffer.append(Use::Data("times"), TIMES, |bytes| {
            for frame in 0..=frames {
                bytes.extend(time(frame).to_le_bytes());
            }
        });
        self.buffer.bound(times, &[time(0)], &[time(frames)]);
        times
    }

    fn track(
        &mut self,
        track: &Track,
        frames: u32,
        node: Index<GltfNode>,
        input: Index<Accessor>,
        made: &mut AnimationData,
    ) {
        let last = track.keys.len() - 1;
        let frame = |at: u32| track.keys.get((at as usize).min(last)).copied().unwrap_or_default();
        let keys: Vec<Placement> = (0..=frames.max(1))
            .map(|at| Placement::new(frame(at.min(frames - 1)).matrix()))
            .collect();
        let own = self.scene.nodes.get(track.node);
        let own = Placement::new(own.map(|node| node.local).unwrap_or_default());
        let output = self.buffer.append(Use::Data("turns"), TURNS, |bytes| {
            let mut before = Quat::IDENTITY;
            for key in &keys {
                // Takes the nearer of the two quaternions of the same rotation, for users who set
                // LINEAR.
                let near =
                    if before.dot(key.rotation) < 0.0 { -key.rotation } else { key.rotation };
                before = near;
                bytes.extend(near.to_array().map(f32::to_le_bytes).as_flattened());
            }
        });
        made.push(node, Property::Rotation, input, output);
        for (property, part) in [
            (Property::Translation, (|key| key.translation) as fn(&Placement) -> glam::Vec3),
            (Property::Scale, |key| key.scale),
        ] {
            if keys.iter().all(|key| part(key).abs_diff_eq(part(&own), 1e-6)) {
                continue;
            }
            let output = self.buffer.append(Use::Data("vectors"), VECTORS, |bytes| {
                for key in &keys {
                    bytes.extend(part(key).to_array().map(f32::to_le_bytes).as_flattened());
                }
            });
            made.push(node, property, input, output);
        }
    }
}

struct AnimationData {
    channels: Vec<Channel>,
    samplers: Vec<Sampler>,
}

impl AnimationData {
    fn push(
        &mut self,
        node: Index<GltfNode>,
        property: Property,
        input: Index<Accessor>,
        output: Index<Accessor>,
    ) {
        let sampler = next_index(&self.samplers);
        let interpolation = Valid(Interpolation::Step);
        self.samplers.push(Sampler {
            input,
            output,
            interpolation,
            extensions: None,
            extras: None,
        });
        let target = Target { node, path: Valid(property), extensions: None, extras: None };
        self.channels.push(Channel { sampler, target, extensions: None, extras: None });
    }
}
