//! Poses stay together: wrong angles or translations tear a model apart.

use glam::{Mat4, Vec3};

use super::boxes::Bounds;
use super::{Check, Rule, Subject, Tally, Unit};
use crate::scene::{Element, MeshId, NodeId, Pose, Scene, name_of};

pub(super) static RULE: Rule = Rule {
    key: "posed_bounds",
    title: "posed bounds",
    meaning: "A posed model is at most 3 times as large as at rest",
    things: ["pose", "poses"],
    unit: Unit::Times,
    tolerance: 0.1,
    check: Check::Scene(check),
};

/// Factor by which a posed model may be larger than at rest.
const LIMIT: f32 = 3.0;
/// Number of poses that are checked per clip.
const POSES: u32 = 4;
/// Number of skinned positions after which the remaining poses are skipped.
const MAX_POSITIONS: usize = 1 << 22;

fn check(scene: &Scene, subject: &Subject<'_>, tally: &mut Tally) {
    if subject.clips().is_empty() {
        return;
    }
    let rig = Rig::of(scene);
    let rest = rig.size(scene, &Pose::default());
    if rest.is_nan() || rest <= 0.0 {
        return;
    }
    let mut spent = 0;
    for sampled in subject.clips() {
        let Some(animation) = scene.animations.get(sampled.animation) else { continue };
        let moves_bones = sampled.clip.tracks.iter().any(|track| rig.is_moved(track.node));
        if sampled.clip.frames == 0 || !moves_bones {
            continue;
        }
        let mut frames: Vec<u32> =
            (0..POSES).map(|at| (sampled.clip.frames - 1) * at / (POSES - 1)).collect();
        frames.dedup();
        for frame in frames {
            let size = rig.size(scene, &sampled.clip.pose(frame as f32, false, false));
            let factor = size / rest;
            let is_torn = factor.is_nan() || factor > LIMIT;
            tally.count(is_torn.then_some(factor.into()), || {
                let clip = name_of(scene, Element::Animation(sampled.animation));
                (format!("{clip}, frame {frame}"), animation.origin.clone())
            });
            spent += rig.skinned_positions;
            if spent > MAX_POSITIONS {
                return;
            }
        }
    }
}

/// Meshes that follow bones.
struct Rig {
    /// Marks each node that is a bone or a descendant of one.
    moved: Vec<bool>,
    /// Nodes with a mesh that is not skinned, and the corners of its box.
    rigid: Vec<(NodeId, [Vec3; 8])>,
    skinned: Vec<MeshId>,
    skinned_positions: usize,
}

impl Rig {
    fn of(scene: &Scene) -> Self {
        let mut moved = vec![false; scene.nodes.len()];
        for bone in scene.skeletons.iter().flat_map(|skeleton| &skeleton.bones) {
            if let Some(moved) = moved.get_mut(bone.node.index()) {
                *moved = true;
            }
        }
        for (id, node) in scene.nodes.pairs() {
            let above = node.parent.and_then(|parent| moved.get(parent.index())).copied();
            if let Some(moved) = moved.get_mut(id.index()) {
                *moved |= above == Some(true);
            }
        }
        let (mut rigid, mut skinned, mut skinned_positions) = (Vec::new(), Vec::new(), 0);
        for (id, node) in scene.nodes.pairs() {
            let Some((mesh_id, mesh)) =
                node.mesh.and_then(|mesh| Some((mesh, scene.meshes.get(mesh)?)))
            else {
                continue;
            };
            if mesh.skin.is_some() {
                skinned.push(mesh_id);
                skinned_positions += mesh.positions.len();
            } else if moved.get(id.index()) == Some(&true) {
                let bounds = Bounds::of(mesh.positions.iter().copied());
                rigid.extend(bounds.corners().map(|corners| (id, corners)));
            }
        }
        Self { moved, rigid, skinned, skinned_positions }
    }

    fn is_moved(&self, node: NodeId) -> bool {
        self.moved.get(node.index()) == Some(&true)
    }

    /// Diagonal of the rig's bounding box in a pose.
    fn size(&self, scene: &Scene, pose: &Pose) -> f32 {
        let world = scene.posed_transforms(pose);
        let at = |node: NodeId| world.get(node.index()).copied().unwrap_or(Mat4::IDENTITY);
        let mut all = Bounds::default();
        for (node, corners) in &self.rigid {
            corners.iter().for_each(|corner| all.add(at(*node).transform_point3(*corner)));
        }
        for mesh in &self.skinned {
            let posed = scene.posed_positions(*mesh, pose, &world);
            posed.iter().flatten().for_each(|position| all.add(*position));
        }
        all.diagonal()
    }
}
