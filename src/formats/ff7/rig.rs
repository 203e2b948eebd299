//! Skeletons of battle models as bones and nodes of a scene, of the PlayStation and of the PC.
//!
//! A bone is a node at the end of its parent's length along its parent's z; the root has none. A weapon
//! hangs on no bone: one node has all weapons, of which one is shown, and animations of its own move it
//! in model space.

use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::animation::Mover;
use super::mesh::turn;
use crate::scene::{
    Animation, AnimationData, Bone, Id, List, MeshId, Node, NodeId, Origin, Scene, Skeleton,
    Variant, VariantOption,
};

/// Frames a second: one a battle tick.
pub const RATE: f32 = 15.0;

/// The nodes of a skeleton, and where each stands in its parent.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    pub nodes: Vec<NodeId>,
    pub offsets: Vec<Vec3>,
}

impl Placed {
    /// What moves it as an animation says, which has frames; `frames` is the field that holds them.
    pub fn mover(
        &self,
        animation: &std::sync::Arc<super::animation::Animation>,
        frames: Origin,
    ) -> Option<Mover> {
        (animation.frames() > 0).then(|| Mover {
            animation: animation.clone(),
            frames,
            nodes: self.nodes.clone(),
            offsets: self.offsets.clone(),
        })
    }
}

/// A bone as it is stored.
pub struct Limb {
    /// Index of a bone before it; `None` for the root.
    pub parent: Option<usize>,
    pub length: f32,
    pub origin: Origin,
}

/// A stored length along a bone's z, in the scene's axes.
pub fn along(length: f32) -> Vec3 {
    let length = if length.is_finite() { length } else { 0.0 };
    turn(Vec3::new(0.0, 0.0, length))
}

/// Adds the bones of a body, of which the first is its root, as nodes and as a skeleton.
pub fn body(scene: &mut Scene, limbs: &[Limb], origin: Origin) -> Placed {
    let mut placed = Placed::default();
    let mut bones = List::default();
    for (index, limb) in limbs.iter().enumerate() {
        let above = limb.parent.and_then(|parent| limbs.get(parent));
        // Along the parent's z.
        let offset = above.map_or(Vec3::ZERO, |above| along(above.length));
        let name = if index == 0 { "root".to_owned() } else { format!("bone {index}") };
        let node = scene.nodes.push(Node {
            name: name.clone(),
            parent: limb.parent.and_then(|parent| placed.nodes.get(parent).copied()),
            local: Mat4::from_translation(offset),
            origin: limb.origin.clone(),
            ..Node::default()
        });
        bones.push(Bone {
            name,
            node,
            parent: limb.parent.map(Id::at),
            tail: along(limb.length),
            origin: limb.origin.clone(),
        });
        placed.nodes.push(node);
        placed.offsets.push(offset);
    }
    scene.skeletons.push(Skeleton { name: "body".to_owned(), bones, origin, fallback: None });
    placed
}

/// The weapons that a model may hold.
pub struct Weapons {
    node: NodeId,
    variant: Variant,
}

impl Weapons {
    /// Adds the node that has them, as a bone of this length.
    pub fn new(scene: &mut Scene, length: f32, bone: Origin, skeleton: Origin) -> Self {
        let name = "weapon".to_owned();
        let node = scene.nodes.push(Node {
            name: name.clone(),
            local: Mat4::IDENTITY,
            origin: bone.clone(),
            ..Node::default()
        });
        let tail = along(length);
        let bone = Bone { name: name.clone(), node, parent: None, tail, origin: bone };
        let bones = vec![bone].into();
        scene.skeletons.push(Skeleton { name, bones, origin: skeleton, fallback: None });
        Self { node, variant: Variant { name: "Weapon".to_owned(), ..Variant::default() } }
    }

    /// Adds a weapon of these meshes. The first that has faces is shown.
    pub fn add(&mut self, scene: &mut Scene, number: usize, meshes: &[MeshId], origin: Origin) {
        let name = format!("weapon {number}");
        let mut nodes = Vec::new();
        for mesh in meshes {
            nodes.push(scene.nodes.push(Node {
                name: name.clone(),
                parent: Some(self.node),
                local: Mat4::IDENTITY,
                mesh: Some(*mesh),
                origin: origin.clone(),
                ..Node::default()
            }));
            let faces = scene.meshes.get(*mesh).map_or(0, |mesh| mesh.faces.len());
            if faces > 0 && self.variant.chosen.is_none() {
                self.variant.chosen = Some(self.variant.options.next_id());
            }
        }
        self.variant.options.push(VariantOption { name, nodes, origin, ..Default::default() });
    }

    /// Offers them in the scene; what moves them moves this.
    pub fn finish(self, scene: &mut Scene) -> Placed {
        scene.variants.push(self.variant);
        Placed { nodes: vec![self.node], offsets: vec![Vec3::ZERO] }
    }
}

/// Puts the nodes where the first animation that decodes starts. Without one all angles are 0, which is
/// no pose of the model.
pub fn pose(scene: &mut Scene) {
    let clips = scene.animations.iter().map(|animation| animation.data.decode());
    let Some(clip) = clips.into_iter().find(|clip| clip.frames > 0) else {
        if let Some(skeleton) = scene.skeletons.first_mut() {
            let why = "no animation can be decoded, and only animations hold angles: all are 0";
            skeleton.fallback = Some(why.to_owned());
        }
        return;
    };
    for (node, local) in clip.pose(0.0, false, false).locals {
        if let Some(node) = scene.nodes.get_mut(node) {
            node.local = local;
        }
    }
}

/// An animation of one skeleton, or of what moves in a stage, that begins anew at its end.
pub fn repeated(
    name: String,
    frames: u32,
    data: Arc<dyn AnimationData>,
    origin: Origin,
) -> Animation {
    let (rate, looped, is_event, camera) = (RATE, true, false, None);
    Animation { name, rate, frames, looped, is_event, camera, data, origin }
}
