//! Skeletons, animations and poses.
//!
//! A bone is a [`Node`](super::Node): rigid parts hang below it, skinned meshes name it. A
//! [`Pose`] replaces the local transforms of nodes and weighs morph targets; the scene itself stays
//! as it was read. A [`Clip`] makes a pose for every moment; [`Posed`] is the scene in one.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use glam::{Mat4, Quat, Vec3};

use super::{Element, Origin, Scene};

/// A hierarchy of bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    pub name: String,
    /// Parents come before their children.
    pub bones: Vec<Bone>,
    pub origin: Origin,
    /// Why the shown pose is not one the file holds, where it is not.
    pub fallback: Option<String>,
}

/// A bone, which moves a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    pub name: String,
    /// Index in [`Scene::nodes`]; a bone's children are bones of nodes below it.
    pub node: u32,
    /// Index in [`Skeleton::bones`].
    pub parent: Option<u32>,
    /// Where the bone ends, in the node's space; zero for a joint.
    pub tail: Vec3,
    pub origin: Origin,
}

/// A place, turn and size, to the parent's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    pub translation: Vec3,
    pub rotation: Quat,
    pub scale: Vec3,
}

impl Default for Transform {
    fn default() -> Self {
        Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE }
    }
}

impl Transform {
    pub fn matrix(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// Between this one and `next`: straight for places and sizes, the shortest turn for rotations.
    pub fn towards(&self, next: &Self, amount: f32) -> Self {
        Self {
            translation: self.translation.lerp(next.translation, amount),
            rotation: self.rotation.slerp(next.rotation, amount),
            scale: self.scale.lerp(next.scale, amount),
        }
    }
}

/// An animation as listed; its frames are decoded when they are wanted.
#[derive(Clone)]
pub struct Animation {
    /// What `--anim` takes.
    pub name: String,
    /// Frames a second of the original.
    pub rate: f32,
    /// As the file says.
    pub frames: u32,
    /// Playing starts again at the end.
    pub looped: bool,
    pub data: Arc<dyn AnimationData>,
    pub origin: Origin,
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
    pub tracks: Vec<Track>,
}

/// What one node does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    pub node: u32,
    /// One a frame.
    pub keys: Vec<Transform>,
    /// The stored angles of each frame, accumulated, in the file's unit; empty where the format
    /// stores no angles.
    pub angles: Vec<[i32; 3]>,
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

/// What differs from the scene as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// Node, and its transform to its parent's space.
    pub locals: Vec<(u32, Mat4)>,
    /// Mesh, morph target, and its weight.
    pub morphs: Vec<(u32, u32, f32)>,
}

/// How a mesh follows bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    pub joints: Vec<Joint>,
    /// One a position; weights sum to 1, the heaviest first.
    pub influences: Vec<[Influence; 4]>,
}

/// A bone of a skin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// The bone's node.
    pub node: u32,
    /// From the mesh's space to the bone's, in the bind pose.
    pub inverse_bind: Mat4,
}

/// A joint's share in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Influence {
    /// Index in [`Skin::joints`].
    pub joint: u16,
    pub weight: f32,
}

/// A morph target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Morph {
    pub name: String,
    /// Added to the position, times the weight; one a position.
    pub deltas: Vec<Vec3>,
    pub origin: Origin,
}

/// Alternatives of which one is shown: the weapons a character may hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    pub name: String,
    pub options: Vec<VariantOption>,
    /// Shown when the scene is opened; `None` shows none.
    pub chosen: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct VariantOption {
    pub name: String,
    /// Nodes shown with this option, and hidden with the others, with all below them.
    pub nodes: Vec<u32>,
    pub origin: Origin,
}

impl Scene {
    /// World transform of every node in a pose.
    pub fn posed_transforms(&self, pose: &Pose) -> Vec<Mat4> {
        let mut locals: Vec<Mat4> = self.nodes.iter().map(|node| node.local).collect();
        for (node, local) in &pose.locals {
            if let Some(place) = locals.get_mut(*node as usize) {
                *place = *local;
            }
        }
        let mut world: Vec<Mat4> = Vec::with_capacity(locals.len());
        for (node, local) in self.nodes.iter().zip(locals) {
            let parent = node.parent.and_then(|parent| world.get(parent as usize)).copied();
            world.push(parent.unwrap_or(Mat4::IDENTITY) * local);
        }
        world
    }

    /// Positions of a mesh in a pose, in the mesh's space; `None` where the pose moves none of
    /// them by itself (the node alone moves).
    pub fn posed_positions(&self, mesh: u32, pose: &Pose, world: &[Mat4]) -> Option<Vec<Vec3>> {
        let geometry = self.meshes.get(mesh as usize)?;
        let weights = || pose.morphs.iter().filter(|(of, _, weight)| *of == mesh && *weight != 0.0);
        if geometry.skin.is_none() && weights().next().is_none() {
            return None;
        }
        let mut positions = geometry.positions.clone();
        for (_, target, weight) in weights() {
            let Some(morph) = geometry.morphs.get(*target as usize) else { continue };
            for (position, delta) in positions.iter_mut().zip(&morph.deltas) {
                *position += *delta * *weight;
            }
        }
        if let Some(skin) = &geometry.skin {
            skin.apply(&mut positions, world);
        }
        Some(positions)
    }

    /// The nodes that other options of a variant hold: hidden until they are chosen.
    pub fn unchosen_nodes(&self) -> Vec<u32> {
        let variants = self.variants.iter();
        variants.flat_map(|variant| variant.unchosen(variant.chosen)).collect()
    }

    /// Which nodes are among `roots` or below them, one entry a node.
    pub fn with_all_below(&self, roots: &[u32]) -> Vec<bool> {
        let mut below: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for (index, node) in (0u32..).zip(&self.nodes) {
            let parent = node.parent.and_then(|parent| below.get(parent as usize)).copied();
            below.push(parent.unwrap_or(false) || roots.contains(&index));
        }
        below
    }

    /// The variant of this name and its option of that name, by index; `None` for the option
    /// chooses none.
    pub fn variant_option(
        &self,
        variant: &str,
        option: Option<&str>,
    ) -> Option<(usize, Option<u32>)> {
        let at = self.variants.iter().position(|known| known.name == variant)?;
        let Some(option) = option else { return Some((at, None)) };
        let mut options = (0u32..).zip(&self.variants.get(at)?.options);
        Some((at, Some(options.find(|(_, known)| known.name == option)?.0)))
    }

    /// The bone that moves a node: its own, or that of the nearest node above it.
    pub fn bone_of(&self, node: u32) -> Option<Element> {
        let mut at = Some(node);
        // Parents come before their children, so that this ends.
        while let Some(node) = at {
            let bones = (0u32..).zip(&self.skeletons).find_map(|(skeleton, all)| {
                let bone = all.bones.iter().position(|bone| bone.node == node)?;
                Some(Element::Bone { skeleton, bone: bone as u32 })
            });
            if bones.is_some() {
                return bones;
            }
            at = self.nodes.get(node as usize)?.parent.filter(|parent| *parent < node);
        }
        None
    }

    /// The bone that an element is: a bone is also a node.
    pub fn as_bone(&self, element: Element) -> Option<Element> {
        match element {
            Element::Bone { .. } => Some(element),
            Element::Node(node) => {
                self.bone_of(node).filter(|own| self.bone(*own).is_some_and(|b| b.node == node))
            }
            _ => None,
        }
    }

    /// A bone by its element.
    pub fn bone(&self, element: Element) -> Option<&Bone> {
        let Element::Bone { skeleton, bone } = element else { return None };
        self.skeletons.get(skeleton as usize)?.bones.get(bone as usize)
    }
}

impl Variant {
    /// The nodes of all options but `chosen`, without those that it shares with them.
    pub fn unchosen(&self, chosen: Option<u32>) -> Vec<u32> {
        let kept = chosen.and_then(|chosen| self.options.get(chosen as usize));
        let kept = kept.map_or(&[][..], |option| &option.nodes);
        let all = self.options.iter().flat_map(|option| &option.nodes).copied();
        all.filter(|node| !kept.contains(node)).collect()
    }
}

/// A scene in a pose: where every mesh is, and the positions that moved by themselves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Posed {
    world: Vec<Mat4>,
    placed: Vec<Mat4>,
    positions: BTreeMap<u32, Vec<Vec3>>,
}

impl Posed {
    pub fn new(scene: &Scene, pose: &Pose) -> Self {
        let world = scene.posed_transforms(pose);
        let skinned = |node: &super::Node| scene.mesh_of(node).is_some_and(|m| m.skin.is_some());
        let nodes = scene.nodes.iter().zip(&world);
        let placed = nodes
            .map(|(node, world)| if skinned(node) { Mat4::IDENTITY } else { *world })
            .collect();
        let moved = |mesh: u32| Some((mesh, scene.posed_positions(mesh, pose, &world)?));
        let meshes = 0..u32::try_from(scene.meshes.len()).unwrap_or(u32::MAX);
        let positions = meshes.filter_map(moved).collect();
        Self { world, placed, positions }
    }

    /// The scene as it was read.
    pub fn at_rest(scene: &Scene) -> Self {
        Self::new(scene, &Pose::default())
    }

    /// World transform of every node: where bones are.
    pub fn bones(&self) -> &[Mat4] {
        &self.world
    }

    /// From the space of every node's mesh to the world. A skinned mesh is in world space already,
    /// whatever node holds it.
    pub fn placed(&self) -> &[Mat4] {
        &self.placed
    }

    /// Positions of the meshes that move by themselves, by mesh.
    pub fn moved(&self) -> &BTreeMap<u32, Vec<Vec3>> {
        &self.positions
    }

    /// Positions of a mesh of the scene this was made of.
    pub fn positions<'a>(&'a self, scene: &'a Scene, mesh: u32) -> &'a [Vec3] {
        let own = || scene.meshes.get(mesh as usize).map_or(&[][..], |mesh| &mesh.positions);
        self.positions.get(&mesh).map_or_else(own, Vec::as_slice)
    }
}

impl Skin {
    /// Moves positions by their joints. `world` holds every node's transform. The mesh's own node
    /// has no say, as in glTF.
    fn apply(&self, positions: &mut [Vec3], world: &[Mat4]) {
        let joints: Vec<Mat4> = self
            .joints
            .iter()
            .map(|joint| {
                let now = world.get(joint.node as usize).copied().unwrap_or(Mat4::IDENTITY);
                now * joint.inverse_bind
            })
            .collect();
        for (position, influences) in positions.iter_mut().zip(&self.influences) {
            let from = *position;
            let mut to = Vec3::ZERO;
            let mut total = 0.0;
            for influence in influences.iter().filter(|influence| influence.weight != 0.0) {
                let Some(joint) = joints.get(usize::from(influence.joint)) else { continue };
                to += joint.transform_point3(from) * influence.weight;
                total += influence.weight;
            }
            if total > 0.0 {
                *position = to / total;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Mesh, Node};

    fn slide(x: f32) -> Transform {
        Transform { translation: Vec3::new(x, 0.0, 0.0), ..Transform::default() }
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

    #[test]
    fn options_that_are_not_chosen_hide_what_only_they_hold() {
        let option = |nodes: &[u32]| VariantOption { nodes: nodes.to_vec(), ..Default::default() };
        let variant = Variant {
            options: vec![option(&[1, 2]), option(&[2, 4])],
            chosen: Some(0),
            ..Variant::default()
        };
        assert_eq!(variant.unchosen(variant.chosen), [4]);
        assert_eq!(variant.unchosen(None), [1, 2, 2, 4]);
        let node = |parent| Node { parent, ..Node::default() };
        let nodes = vec![node(None), node(Some(0)), node(Some(1)), node(Some(0)), node(Some(3))];
        let scene = Scene { nodes, variants: vec![variant], ..Scene::default() };
        assert_eq!(scene.with_all_below(&[1]), [false, true, true, false, false]);
        assert_eq!(scene.unchosen_nodes(), [4]);
    }

    #[test]
    fn a_pose_moves_children_with_their_parents() {
        let node = |parent, x| Node { parent, local: slide(x).matrix(), ..Node::default() };
        let scene = Scene {
            nodes: vec![node(None, 1.0), node(Some(0), 2.0), node(Some(1), 3.0)],
            ..Scene::default()
        };
        let world = scene.posed_transforms(&clip().pose(1.0, false, true));
        let xs: Vec<f32> = world.iter().map(|matrix| matrix.w_axis.x).collect();
        assert_eq!(xs, [1.0, 11.0, 14.0]);
    }

    #[test]
    fn skins_blend_joints_and_morphs_come_first() {
        let joint = |node| Joint { node, inverse_bind: Mat4::IDENTITY };
        let half = |joint| Influence { joint, weight: 0.5 };
        let skin = Skin {
            joints: vec![joint(0), joint(1)],
            influences: vec![[half(0), half(1), Influence::default(), Influence::default()]],
        };
        let mesh = Mesh {
            positions: vec![Vec3::ZERO],
            morphs: vec![Morph { deltas: vec![Vec3::Y], ..Morph::default() }],
            skin: Some(skin),
            ..Mesh::default()
        };
        let scene = Scene { meshes: vec![mesh], ..Scene::default() };
        let world = [slide(2.0).matrix(), slide(4.0).matrix()];
        let pose = Pose { morphs: vec![(0, 0, 2.0)], ..Pose::default() };
        let posed = scene.posed_positions(0, &pose, &world).expect("it is skinned");
        assert_eq!(posed, [Vec3::new(3.0, 2.0, 0.0)]);
    }

    #[test]
    fn the_node_of_a_skinned_mesh_has_no_say() {
        let joint = Joint { node: 0, inverse_bind: Mat4::IDENTITY };
        let influence = Influence { joint: 0, weight: 1.0 };
        let influences =
            vec![[influence, Influence::default(), Influence::default(), Influence::default()]];
        let mesh = Mesh {
            positions: vec![Vec3::ZERO],
            skin: Some(Skin { joints: vec![joint], influences }),
            ..Mesh::default()
        };
        let local = slide(5.0).matrix();
        let scene = Scene {
            nodes: vec![
                Node { local, ..Node::default() },
                Node { local, mesh: Some(0), ..Node::default() },
            ],
            meshes: vec![mesh],
            ..Scene::default()
        };
        let posed = Posed::at_rest(&scene);
        let at = posed.placed()[1].transform_point3(posed.positions(&scene, 0)[0]);
        assert_eq!(at, Vec3::new(5.0, 0.0, 0.0));
        assert_eq!(posed.bones()[1].w_axis.x, 5.0);
    }
}
