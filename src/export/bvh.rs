//! Skeletal animations as Biovision hierarchies (BVH): joints with their offsets, then one line per
//! frame.
//!
//! Axes and units are those of the GLB. A joint rotates about Z, then X, then Y, in degrees, relative to
//! the axes of its parent and not to a rest pose. A joint whose position in its parent changes has
//! position channels and a zero offset, because readers differ in whether they add the two.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::io;

use glam::{EulerRot, Mat4, Quat, Vec3};

use super::Subject;
use super::exporter::{Content, Exporter, Fit, Maker, NotWritten, nothing_besides};
use super::shape::metres;
use crate::scene::{Animation, Bone, Clip, NodeId, Scene};

pub(super) static BVH: Exporter = Exporter {
    name: "bvh",
    meaning: "Skeletal animations, as read by motion-capture programs",
    suits: |scene, subject| {
        let is_animation = matches!(subject, Subject::Animation(_));
        let has_bones = scene.skeletons.iter().any(|skeleton| !skeleton.bones.is_empty());
        (is_animation && has_bones).then_some(Fit::Asked)
    },
    files: &["bvh"],
    besides: nothing_besides,
    pictures_beside: false,
    make,
};

fn make(
    maker: &mut Maker<'_>,
    content: Content,
    out: &mut dyn io::Write,
) -> Result<(), NotWritten> {
    let scene = maker.job.scene;
    let Subject::Animation(index) = content.subject else { return Err(NotWritten::Data) };
    let animation = scene.animations.get(index).ok_or(NotWritten::Data)?;
    let clip = animation.data.decode();
    let joints = joints(scene, &clip);
    if joints.is_empty() || clip.frames == 0 {
        maker.notes.push(format!("animation {}: no bone is animated", animation.name));
        return Err(NotWritten::Data);
    }
    let places = places(scene, &clip, &joints);
    if places.is_scaled {
        let name = &animation.name;
        maker.notes.push(format!(
            "animation {name}: BVH cannot store scales; joints keep their scaled positions"
        ));
    }
    let text = Text::new(scene, &joints, &places).all(animation, &clip);
    Ok(out.write_all(text.as_bytes())?)
}

struct Joint<'a> {
    bone: &'a Bone,
    name: String,
    parent: Option<usize>,
    children: Vec<usize>,
}

/// Bones of the skeletons that the clip animates, parents before children.
fn joints<'a>(scene: &'a Scene, clip: &Clip) -> Vec<Joint<'a>> {
    let moved: HashSet<NodeId> = clip.tracks.iter().map(|track| track.node).collect();
    let mut joints: Vec<Joint<'a>> = Vec::new();
    let mut names: HashMap<String, u32> = HashMap::new();
    for skeleton in &scene.skeletons {
        if !skeleton.bones.iter().any(|bone| moved.contains(&bone.node)) {
            continue;
        }
        let first = joints.len();
        for (index, bone) in skeleton.bones.iter().enumerate() {
            let parent = bone.parent.map(|parent| parent.index()).filter(|above| *above < index);
            let parent = parent.map(|parent| first + parent);
            if let Some(above) = parent.and_then(|parent| joints.get_mut(parent)) {
                above.children.push(first + index);
            }
            let name = unique(&mut names, &bone.name);
            joints.push(Joint { bone, name, parent, children: Vec::new() });
        }
    }
    joints
}

/// A unique joint name without spaces.
pub fn unique(names: &mut HashMap<String, u32>, name: &str) -> String {
    let plain =
        |c: char| if c.is_whitespace() || c.is_control() || "{}".contains(c) { '_' } else { c };
    let mut word: String = name.chars().map(plain).collect();
    if word.is_empty() {
        word = "joint".to_owned();
    }
    let count = names.entry(word.clone()).or_default();
    *count += 1;
    if *count > 1 { format!("{word}~{count}") } else { word }
}

/// Transforms of the joints in their parents, per frame.
struct JointTransforms {
    /// Indexed by joint, then frame.
    all: Vec<Vec<(Vec3, Quat)>>,
    is_scaled: bool,
}

fn places(scene: &Scene, clip: &Clip, joints: &[Joint<'_>]) -> JointTransforms {
    let scale = metres(scene);
    let mut places = JointTransforms { all: vec![Vec::new(); joints.len()], is_scaled: false };
    for frame in 0..clip.frames {
        let world = scene.posed_transforms(&clip.pose(frame as f32, false, false));
        let of = |joint: &Joint<'_>| world.get(joint.bone.node.index()).copied();
        let own: Vec<(Vec3, Quat)> = joints
            .iter()
            .map(|joint| {
                let (size, turn, place) = split(of(joint).unwrap_or_default());
                places.is_scaled |= !size.abs_diff_eq(Vec3::ONE, 1e-3);
                (place * scale, turn)
            })
            .collect();
        for ((joint, (place, turn)), places) in joints.iter().zip(&own).zip(&mut places.all) {
            let above = joint.parent.and_then(|parent| own.get(parent));
            let (from, axes) = above.copied().unwrap_or((Vec3::ZERO, Quat::IDENTITY));
            let back = axes.inverse();
            places.push((back * (*place - from), (back * *turn).normalize()));
        }
    }
    places
}

/// Decomposes a matrix into scale, rotation and translation; the identity if a number is not finite.
fn split(matrix: Mat4) -> (Vec3, Quat, Vec3) {
    let (scale, turn, place) = matrix.to_scale_rotation_translation();
    match turn.is_finite() && place.is_finite() && turn.length_squared() > 0.5 {
        true => (scale, turn, place),
        false => (Vec3::ONE, Quat::IDENTITY, Vec3::ZERO),
    }
}

/// Writer of the BVH text.
struct Text<'a> {
    joints: &'a [Joint<'a>],
    places: &'a JointTransforms,
    /// Joints that have position channels.
    goes: Vec<bool>,
    /// The order in which joints are written.
    order: Vec<usize>,
    text: String,
    /// Length of a bone at the end of a chain.
    stub: f32,
}

/// Largest movement, in metres, that counts as no movement.
const STILL: f32 = 1e-5;

impl<'a> Text<'a> {
    fn new(scene: &Scene, joints: &'a [Joint<'a>], places: &'a JointTransforms) -> Self {
        let goes = places.all.iter().zip(joints).map(|(frames, joint)| {
            let first = frames.first().map_or(Vec3::ZERO, |(place, _)| *place);
            joint.parent.is_none()
                || frames.iter().any(|(place, _)| !place.abs_diff_eq(first, STILL))
        });
        let goes = goes.collect();
        Self { joints, places, goes, order: Vec::new(), text: String::new(), stub: metres(scene) }
    }

    fn all(mut self, animation: &Animation, clip: &Clip) -> String {
        self.hierarchy();
        let rate =
            if animation.rate.is_normal() && animation.rate > 0.0 { animation.rate } else { 15.0 };
        self.line(0, format_args!("MOTION"));
        self.line(0, format_args!("Frames: {}", clip.frames));
        self.line(0, format_args!("Frame Time: {}", f64::from(rate).recip()));
        let mut before: Vec<Option<Vec3>> = vec![None; self.joints.len()];
        for frame in 0..clip.frames as usize {
            self.motion(frame, &mut before);
        }
        self.text
    }

    fn line(&mut self, depth: usize, text: std::fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.text, "{:depth$}{text}", "", depth = 2 * depth);
    }

    /// Writes the joint tree. Several roots are put below one joint that never moves.
    fn hierarchy(&mut self) {
        self.line(0, format_args!("HIERARCHY"));
        let roots: Vec<usize> =
            (0..self.joints.len()).filter(|at| self.joints[*at].parent.is_none()).collect();
        let has_one = roots.len() == 1;
        if !has_one {
            self.line(0, format_args!("ROOT all"));
            self.line(0, format_args!("{{"));
            self.offset(1, Vec3::ZERO);
            self.line(1, format_args!("CHANNELS 0"));
        }
        // Pending lines: a joint and its depth, or the end of a joint (`None`).
        let depth = usize::from(!has_one);
        let mut open: Vec<(Option<usize>, usize)> =
            roots.iter().rev().map(|root| (Some(*root), depth)).collect();
        while let Some((joint, depth)) = open.pop() {
            let Some(at) = joint else {
                self.line(depth, format_args!("}}"));
                continue;
            };
            self.joint(at, depth);
            open.push((None, depth));
            let children = self.joints[at].children.iter().rev();
            open.extend(children.map(|child| (Some(*child), depth + 1)));
        }
        if !has_one {
            self.line(0, format_args!("}}"));
        }
    }

    fn offset(&mut self, depth: usize, place: Vec3) {
        self.line(depth, format_args!("OFFSET {:.6} {:.6} {:.6}", place.x, place.y, place.z));
    }

    fn joint(&mut self, at: usize, depth: usize) {
        let joints = self.joints;
        let joint = &joints[at];
        self.order.push(at);
        let kind = if depth == 0 { "ROOT" } else { "JOINT" };
        self.line(depth, format_args!("{kind} {}", joint.name));
        self.line(depth, format_args!("{{"));
        let place = self.places.all[at].first().map_or(Vec3::ZERO, |(place, _)| *place);
        let goes = self.goes[at];
        self.offset(depth + 1, if goes { Vec3::ZERO } else { place });
        let turns = "Zrotation Xrotation Yrotation";
        match goes {
            true => self
                .line(depth + 1, format_args!("CHANNELS 6 Xposition Yposition Zposition {turns}")),
            false => self.line(depth + 1, format_args!("CHANNELS 3 {turns}")),
        }
        if joint.children.is_empty() {
            self.line(depth + 1, format_args!("End Site"));
            self.line(depth + 1, format_args!("{{"));
            let tail = joint.bone.tail * self.stub;
            self.offset(depth + 2, if tail.is_finite() { tail } else { Vec3::ZERO });
            self.line(depth + 1, format_args!("}}"));
        }
    }

    fn motion(&mut self, frame: usize, before: &mut [Option<Vec3>]) {
        let mut numbers: Vec<String> = Vec::new();
        for at in &self.order {
            let Some((place, turn)) = self.places.all[*at].get(frame).copied() else { continue };
            if self.goes[*at] {
                numbers.extend(place.to_array().map(|number| format!("{number:.6}")));
            }
            let (z, x, y) = turn.to_euler(EulerRot::ZXY);
            let angles = Vec3::new(z, x, y) * f32::to_degrees(1.0);
            let angles = before[*at].map_or(angles, |before| near(angles, before));
            before[*at] = Some(angles);
            numbers.extend(angles.to_array().map(|number| format!("{number:.5}")));
        }
        self.line(0, format_args!("{}", numbers.join(" ")));
    }
}

/// Shifts angles by whole turns to be near the previous ones.
pub fn near(angles: Vec3, before: Vec3) -> Vec3 {
    angles - ((angles - before) / 360.0).round() * 360.0
}
