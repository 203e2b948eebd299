//! Animals' joints, and the vertices that follow them.
//!
//! A joint is an instance `$J<name>NN` (see [`name_prefixes`](super::name_prefixes)), in the pose in
//! which the model is stored: binding the model to its joints does not move it. The vertices of a joint
//! are listed by the joint, or all follow the first one, or a table in the game's program defines them.
//! No hierarchy of joints is stored: all are direct children of the animal (format document
//! `trespasser-level.md`, section 12.2).

use std::collections::{HashMap, HashSet};

use glam::{Mat4, Quat, Vec3};

use super::super::grf::values::Value;
use super::level::{Level, LevelInstance};
use super::morphs;
use super::name_prefixes::NamePrefix;
use super::scene_builder::Draft;
use crate::bytes::{Severity, Span};
use crate::scene::{
    Bone, Id, Influence, Joint, LayerKind, List, MeshId, Node, NodeId, Skeleton, Skin,
};

/// Two digits number a joint.
const MAX_NUMBER: i32 = 100;
/// Special value of `PVA`; other values number a table.
const ALL_FOLLOW_FIRST: i32 = -1;
const JOINTS_LIST_THEIRS: i32 = -2;

/// Number of remaining nodes with each mesh, and `true` if there were several.
type Users = HashMap<MeshId, (usize, bool)>;

/// Limits for the joints of all instances, and for the vertices and faces of copied models: many times
/// those of the largest level, and within available memory.
const MAX_JOINTS: usize = 1 << 16;
const MAX_COPIED: usize = 1 << 22;

/// The instances with joints or morph targets.
#[derive(Default)]
pub struct Rigs {
    list: Vec<Rigged>,
    /// Prototypes whose problems have been reported.
    reported: HashSet<usize>,
    joints: usize,
    /// Number of instances beyond the limits.
    left_out: usize,
}

/// An instance with its joints.
struct Rigged {
    node: NodeId,
    /// Index in the level's instances.
    instance: usize,
    joints: Vec<LevelJoint>,
}

/// A joint that exists in the level.
struct LevelJoint {
    /// Number among the model's joints.
    number: i32,
    /// Index in the level's instances.
    instance: usize,
    /// Transform relative to the animal.
    local: Mat4,
    node: NodeId,
}

impl Rigs {
    /// Adds the joints of an instance below its `node`.
    pub fn place(&mut self, level: &Level<'_>, node: NodeId, index: usize, draft: &mut Draft<'_>) {
        let Some(instance) = level.instance(index).filter(|_| self.joints < MAX_JOINTS) else {
            self.left_out += 1;
            return;
        };
        let is_new = self.reported.insert(instance.prototype);
        let mut rig = Rig { level, instance, node, is_new, draft };
        let mut joints = rig.joints();
        if !joints.is_empty() {
            rig.skeleton(&mut joints);
        }
        self.joints += joints.len();
        self.list.push(Rigged { node, instance: index, joints });
    }

    /// Binds models to their joints, and adds their morph targets. Instances that share a model get
    /// separate meshes, since their joints are separate nodes.
    pub fn bind(self, level: &Level<'_>, draft: &mut Draft<'_>) {
        let mut users = Users::new();
        for mesh in draft.scene.nodes.iter().filter_map(|node| node.mesh) {
            users.entry(mesh).or_default().0 += 1;
        }
        let (mut reported, mut left, mut left_out) = (HashSet::new(), MAX_COPIED, self.left_out);
        for Rigged { node, instance, joints } in self.list {
            let Some(instance) = level.instance(instance) else { continue };
            let is_new = reported.insert(instance.prototype);
            let mut rig = Rig { level, instance, node, is_new, draft };
            let Some(rest) = left.checked_sub(rig.size()) else {
                left_out += 1;
                continue;
            };
            left = rest;
            rig.bind(&joints, &mut users);
        }
        if left_out > 0 {
            let message = format!("{left_out} more instances have joints, too many to show");
            draft.report(Severity::Warning, Span::default(), message);
        }
    }
}

/// An instance under construction.
struct Rig<'a, 'b, 'c> {
    level: &'a Level<'b>,
    instance: &'a LevelInstance,
    node: NodeId,
    /// Problems of its model have not been reported yet.
    is_new: bool,
    draft: &'a mut Draft<'c>,
}

impl Rig<'_, '_, '_> {
    fn report(&mut self, severity: Severity, message: String) {
        if self.is_new {
            self.draft.report(severity, self.instance.origin.span, message);
        }
    }

    fn bind(&mut self, joints: &[LevelJoint], users: &mut Users) {
        let Some(mesh) = self.mesh() else { return };
        let stored = self.draft.scene.meshes.get(mesh);
        let positions = stored.map_or(&[][..], |mesh| &mesh.positions);
        let vertices = positions.len();
        let (morphs, missing) = morphs::of(self.level, self.instance, positions);
        missing.into_iter().for_each(|message| self.report(Severity::Warning, message));
        let skin = self.skin(vertices, joints);
        if morphs.is_empty() && skin.is_none() {
            return;
        }
        let Some(mesh) = self.own(mesh, users) else { return };
        if let Some(mesh) = self.draft.scene.meshes.get_mut(mesh) {
            (mesh.morphs, mesh.skin) = (morphs, skin);
        }
    }

    /// Size of a copy of the mesh: its faces, and its vertices with their morph targets.
    fn size(&self) -> usize {
        let mesh = self.mesh().and_then(|mesh| self.draft.scene.meshes.get(mesh));
        let times = 2 + self.level.facts(self.instance).substitutes.len();
        mesh.map_or(0, |mesh| mesh.faces.len() + mesh.positions.len().saturating_mul(times))
    }

    fn mesh(&self) -> Option<MeshId> {
        self.draft.scene.nodes.get(self.node)?.mesh
    }

    /// A mesh for this node alone: a copy if other nodes use it too.
    fn own(&mut self, mesh: MeshId, users: &mut Users) -> Option<MeshId> {
        let (count, is_shared) = users.entry(mesh).or_default();
        let scene = &mut self.draft.scene;
        let mut own = mesh;
        if *count > 1 {
            (*count, *is_shared) = (*count - 1, true);
            own = scene.meshes.push(scene.meshes.get(mesh)?.clone());
            scene.nodes.get_mut(self.node)?.mesh = Some(own);
        }
        if *is_shared {
            scene.meshes.get_mut(own)?.name = self.instance.name.clone();
        }
        Some(own)
    }

    /// The existing joints, relative to the animal.
    fn joints(&mut self) -> Vec<LevelJoint> {
        let facts = self.level.facts(self.instance);
        let number = |stored: Option<i32>| stored.unwrap_or(0).clamp(0, MAX_NUMBER);
        let single = number(facts.joints);
        let count = (single + number(facts.double_joints)).min(MAX_NUMBER);
        let Some(stem) = NamePrefix::of(self.level, self.instance, count) else {
            return Vec::new();
        };
        let mut joints: Vec<LevelJoint> = Vec::new();
        for number in 0..count {
            let Some(instance) = stem.joint(self.level, number) else { continue };
            let Some(own) = self.level.instance(instance).and_then(|joint| joint.transform) else {
                continue;
            };
            let mut local = stem.transform.inverse() * own;
            if number >= single {
                match self.between(instance, local, &joints) {
                    Some(between) => local = between,
                    None => {
                        let message = format!(
                            "{}{number:02} does not name two other joints; shown at its stored \
                             transform",
                            stem.text
                        );
                        self.report(Severity::Warning, message);
                    }
                }
            }
            joints.extend(local.is_finite().then_some(LevelJoint {
                number,
                instance,
                local,
                node: Id::new(0),
            }));
        }
        let there = joints.len();
        // If all vertices follow one joint, the engine needs no joints: the vertices stay as stored.
        let is_needed = facts.attachment != Some(ALL_FOLLOW_FIRST);
        if is_needed && usize::try_from(count).is_ok_and(|count| there < count) {
            let message = format!(
                "{} has {count} joints, found {there} instances named {}00 and so on",
                self.instance.name, stem.text
            );
            self.report(Severity::Warning, message);
        }
        joints
    }

    /// The transform of a double joint: between two others, by its ratios of position and rotation.
    fn between(&self, joint: usize, stored: Mat4, others: &[LevelJoint]) -> Option<Mat4> {
        let (values, group) = (self.level.values.as_ref()?, self.level.instance(joint)?.group);
        let other = |name: &str| {
            let number = values.int(group, name)?;
            others.iter().find(|other| other.number == number).map(|other| other.local)
        };
        let (first, second) = (other("Anim00")?, other("Anim01")?);
        let ratio = values.float(group, "Ratio").filter(|ratio| ratio.is_finite())?;
        let turned = values.float(group, "RotationRatio").filter(|ratio| ratio.is_finite());
        let at = first.w_axis * ratio + second.w_axis * (1.0 - ratio);
        let (scale, own_turn, _) = stored.to_scale_rotation_translation();
        let turn = |of: Mat4| of.to_scale_rotation_translation().1;
        let towards = |ratio: f32| turn(second).slerp(turn(first), ratio.clamp(0.0, 1.0));
        let turn: Quat = turned.map_or(own_turn, towards);
        Some(Mat4::from_scale_rotation_translation(scale, turn, at.truncate()))
    }

    /// The joint of each vertex as a skin; `None` if unknown.
    fn skin(&mut self, vertices: usize, joints: &[LevelJoint]) -> Option<Skin> {
        if joints.is_empty() {
            return None;
        }
        let followed = self.followed(joints, vertices)?;
        let joint =
            |joint: &LevelJoint| Joint { node: joint.node, inverse_bind: joint.local.inverse() };
        let mut list: Vec<Joint> = joints.iter().map(joint).collect();
        // Vertices without a joint stay with the animal.
        let still = u16::try_from(list.len()).ok()?;
        if followed.contains(&None) {
            list.push(Joint { node: self.node, inverse_bind: Mat4::IDENTITY });
        }
        let influence = |joint: Option<u16>| {
            let all = Influence { joint: joint.unwrap_or(still), weight: 1.0 };
            [all, Influence::default(), Influence::default(), Influence::default()]
        };
        let influences = followed.into_iter().map(influence).collect();
        Some(Skin { joints: list, influences })
    }

    /// The joint of each vertex, as an index into the existing joints.
    fn followed(&mut self, joints: &[LevelJoint], vertices: usize) -> Option<Vec<Option<u16>>> {
        let name = &self.instance.name;
        match self.level.facts(self.instance).attachment {
            Some(ALL_FOLLOW_FIRST) => {
                let first = joints.iter().position(|joint| joint.number == 0)?;
                Some(vec![u16::try_from(first).ok(); vertices])
            }
            Some(JOINTS_LIST_THEIRS) => {
                let (followed, odd) = listed(self.level, joints, vertices);
                let free = followed.iter().filter(|joint| joint.is_none()).count();
                for (count, what) in [
                    (
                        odd,
                        "invalid numbers in the lists of its joints: no such vertex, or one that \
                           has a joint already",
                    ),
                    (free, "vertices follow no joint and do not move"),
                ] {
                    if count > 0 {
                        self.report(Severity::Warning, format!("{name}: {count} {what}"));
                    }
                }
                Some(followed)
            }
            other => {
                let stored = match other {
                    Some(table) => format!("in table {table} of the game's program"),
                    None => "not stored (the model has no property PVA)".to_owned(),
                };
                let message = format!(
                    "the assignment of vertices of {name} to joints is {stored}; the joints are \
                     shown but move nothing"
                );
                self.report(Severity::Note, message);
                None
            }
        }
    }

    /// Adds a node for each joint below the animal, and their skeleton.
    fn skeleton(&mut self, joints: &mut [LevelJoint]) {
        let scene = &mut self.draft.scene;
        let layer = scene.layer("Joints", LayerKind::Invisible, false);
        let mut bones = List::default();
        for joint in joints {
            let of = self.level.instance(joint.instance);
            let (name, origin) =
                of.map(|of| (of.name.clone(), of.origin.clone())).unwrap_or_default();
            joint.node = scene.nodes.push(Node {
                name: name.clone(),
                parent: Some(self.node),
                local: joint.local,
                layer,
                origin: origin.clone(),
                ..Node::default()
            });
            bones.push(Bone { name, node: joint.node, parent: None, tail: Vec3::ZERO, origin });
        }
        let (name, origin) = (self.instance.name.clone(), self.instance.origin.clone());
        scene.skeletons.push(Skeleton { name, bones, origin, fallback: None });
    }
}

/// The joint of each vertex, if joints list theirs in integers named `A00`, `A01` …; and the number of
/// invalid entries.
fn listed(level: &Level<'_>, joints: &[LevelJoint], vertices: usize) -> (Vec<Option<u16>>, usize) {
    let (mut followed, mut odd) = (vec![None; vertices], 0);
    let is_list = |name: &str| {
        let digits = name.strip_prefix('A').unwrap_or("");
        digits.len() >= 2 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    for (index, joint) in (0u16..).zip(joints) {
        let (Some(values), Some(instance)) = (&level.values, level.instance(joint.instance)) else {
            continue;
        };
        if instance.group == 0 {
            continue;
        }
        for (_, entry) in values.properties(instance.group) {
            let Value::Int(vertex) = entry.value else { continue };
            if !is_list(&values.name(entry)) {
                continue;
            }
            match usize::try_from(vertex).ok().and_then(|vertex| followed.get_mut(vertex)) {
                Some(joint @ None) => *joint = Some(index),
                _ => odd += 1,
            }
        }
    }
    (followed, odd)
}
