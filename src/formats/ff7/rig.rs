//! Skeletons of battle models (PlayStation and PC) as bones and nodes of a scene.
//!
//! A bone is a node at the end of its parent, along the parent's z axis; the root has no parent. Weapons
//! are not attached to a bone: all are below one node, one of them is visible, and their own animations
//! move the node in model space.

use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::animation::Mover;
use super::mesh::turn;
use crate::scene::{
    Animation, AnimationData, Bone, Id, List, MeshId, Node, NodeId, Origin, Scene, Skeleton,
    Variant, VariantOption,
};

/// Frames per second: one per battle tick.
pub const RATE: f32 = 15.0;

/// The nodes of a skeleton and the translation of each relative to its parent.
#[derive(Clone, Debug, Default)]
pub struct SkeletonNodes {
    pub nodes: Vec<NodeId>,
    pub offsets: Vec<Vec3>,
}

impl SkeletonNodes {
    /// The motion of these nodes in an animation, if it has frames; `frames` is the field that stores
    /// them.
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

/// A stored bone.
pub struct Limb {
    /// Index of a preceding bone; `None` for the root.
    pub parent: Option<usize>,
    pub length: f32,
    pub origin: Origin,
}

/// Vector of a stored bone length along the bone's z axis, in the scene's axes.
pub fn along(length: f32) -> Vec3 {
    let length = if length.is_finite() { length } else { 0.0 };
    turn(Vec3::new(0.0, 0.0, length))
}

/// Adds the bones of a body as nodes and as a skeleton. The first one is the root.
pub fn body(scene: &mut Scene, limbs: &[Limb], origin: Origin) -> SkeletonNodes {
    let mut placed = SkeletonNodes::default();
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

/// The weapons of a model, as options of a variant.
pub struct Weapons {
    node: NodeId,
    variant: Variant,
}

impl Weapons {
    /// Adds the node of the weapons, as a bone of this length.
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

    /// Adds a weapon with these meshes. The first weapon that has faces is visible.
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

    /// Adds the variant to the scene. Returns the node that animations of the weapons move.
    pub fn finish(self, scene: &mut Scene) -> SkeletonNodes {
        scene.variants.push(self.variant);
        SkeletonNodes { nodes: vec![self.node], offsets: vec![Vec3::ZERO] }
    }
}

/// Puts the nodes into the first pose of the first animation that decodes. Without one all angles are 0,
/// which is not a pose of the model.
pub fn pose(scene: &mut Scene) {
    let clips = scene.animations.iter().map(|animation| animation.data.decode());
    let Some(clip) = clips.into_iter().find(|clip| clip.frames > 0) else {
        if let Some(skeleton) = scene.skeletons.first_mut() {
            let why =
                "no animation can be decoded; angles are stored only in animations, so all are 0";
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

/// A looped animation of one skeleton, or of the moving parts of a stage.
pub fn repeated(
    name: String,
    frames: u32,
    data: Arc<dyn AnimationData>,
    origin: Origin,
) -> Animation {
    let (rate, looped, is_event, camera) = (RATE, true, false, None);
    Animation { name, rate, frames, looped, is_event, camera, data, origin }
}
