//! Nodes of the bones of all files, in the bind pose.
//!
//! A bone's local rotation is `Rz(−z) · Ry(−y) · Rx(−x)`; its position is in its parent's space.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use glam::{Mat3, Mat4, Vec3};

use super::companions::Companions;
use super::turn;
use crate::bytes::{Problems, Severity, Span};
use crate::formats::Loaded;
use crate::formats::ssx::mpf::headers::KINDS;
use crate::formats::ssx::mpf::records::{Bone as Stored, File};
use crate::scene::{Bone, BoneId, Id, Node, NodeId, Scene, Skeleton, SkeletonId};

/// Names of the face fields whose values are displayed as names.
pub const GROUP_KIND: &str = "group_kind";
pub const BONE: &str = "bone";
/// Value for vertices without a bone.
pub const NO_BONE: u32 = 0xFFFF;

/// The bones of a model; models with equal lists share one.
struct List {
    part: usize,
    model: usize,
    file_id: u16,
    /// Node of each bone.
    nodes: Vec<NodeId>,
}

/// Maximum number of lists to compare with; no rider has more.
const MAX_COMPARED: usize = 64;

/// Names of file ids (section 3 of the format document).
const FILES: [(u16, &str); 6] =
    [(0, "body"), (1, "board"), (2, "head"), (5, "eyes"), (6, "goggles"), (10, "face")];

/// The bones of all files.
pub struct Bones {
    lists: Vec<List>,
    /// The first list of each file id, in a part (`Some`) and in all parts (`None`).
    first: HashMap<(Option<usize>, u16), usize>,
    /// Index in `lists` of each model that has bones, by part and model.
    of_model: HashMap<(usize, usize), usize>,
    /// Inverse bind pose of each bone's node.
    inverse: HashMap<NodeId, Mat4>,
    /// Missing bones: file id, and number of references.
    missing: RefCell<BTreeMap<u16, usize>>,
}

impl Bones {
    /// Adds a node for every bone, parents first, and a skeleton for every root.
    pub fn add(scene: &mut Scene, parts: &[&Loaded<File>], problems: &mut Problems) -> Self {
        let mut bones = Self {
            lists: Vec::new(),
            first: HashMap::new(),
            of_model: HashMap::new(),
            inverse: HashMap::new(),
            missing: RefCell::default(),
        };
        bones.collect(parts);
        let order = bones.order(parts, problems);
        bones.add_nodes(scene, parts, &order);
        let world = scene.world_transforms();
        for (node, world) in scene.nodes.ids().zip(world) {
            let inverse = world.inverse();
            bones.inverse.insert(node, if inverse.is_finite() { inverse } else { Mat4::IDENTITY });
        }
        bones
    }

    /// The node of a bone to which a model's weight refers.
    pub fn node(&self, part: usize, model: usize, file: u8, bone: u8) -> Option<NodeId> {
        let from = self.of_model.get(&(part, model)).copied();
        let node = self.find(from, part, file.into(), bone.into());
        let node = node.and_then(|(list, bone)| self.lists.get(list)?.nodes.get(bone)).copied();
        if node.is_none() {
            *self.missing.borrow_mut().entry(file.into()).or_default() += 1;
        }
        node
    }

    /// Sets the names of face field values: bones by file and index, kinds of groups.
    pub fn name_values(&self, scene: &mut Scene) {
        for (of, list) in &self.first {
            let Some(list) = self.lists.get(*list).filter(|_| of.0.is_none()) else { continue };
            let file = FILES.iter().find(|(id, _)| *id == list.file_id);
            for (number, node) in (0u32..256).zip(&list.nodes) {
                let Some(bone) = scene.nodes.get(*node).map(|node| node.name.clone()) else {
                    continue;
                };
                let named = match file {
                    Some((_, file)) => format!("{bone} of {file}"),
                    None => format!("{bone} of file {}", list.file_id),
                };
                let value = u32::from(list.file_id) << 8 | number;
                scene.value_names.insert((BONE, value), named);
            }
        }
        scene.value_names.insert((BONE, NO_BONE), "none".to_owned());
        for kind in KINDS {
            scene.value_names.insert((GROUP_KIND, kind.value), kind.name.to_owned());
        }
    }

    /// Transform from the scene's space to the bone's, in the bind pose.
    pub fn inverse_bind(&self, node: NodeId) -> Mat4 {
        self.inverse.get(&node).copied().unwrap_or(Mat4::IDENTITY)
    }

    /// Reports each file with missing bones once.
    pub fn report(&self, companions: &Companions, part: &Loaded<File>, problems: &mut Problems) {
        for (file, times) in self.missing.borrow().iter() {
            let looked_in = match &companions.missing {
                Some(miss) => format!(": {} is not in {}", miss.name, miss.looked_in),
                None => String::new(),
            };
            let message = format!(
                "{times} weights name bones of the file with id {file} that are missing{looked_in}; \
                 vertices that follow them stay in the bind pose"
            );
            problems.report(Severity::Warning, Span::new(part.source.id(), 0, 0), "", message);
        }
    }

    fn collect(&mut self, parts: &[&Loaded<File>]) {
        for (part, stored) in parts.iter().enumerate() {
            for (model, bones) in stored.records.models.iter().enumerate() {
                if bones.bones.is_empty() {
                    continue;
                }
                let same = self.lists.iter().take(MAX_COMPARED).position(|list| {
                    let other = parts.get(list.part).and_then(|p| p.records.models.get(list.model));
                    list.file_id == bones.file_id
                        && other.is_some_and(|other| other.bones == bones.bones)
                });
                let list = same.unwrap_or(self.lists.len());
                if same.is_none() {
                    let (file_id, nodes) = (bones.file_id, Vec::new());
                    self.lists.push(List { part, model, file_id, nodes });
                    self.first.entry((Some(part), file_id)).or_insert(list);
                    self.first.entry((None, file_id)).or_insert(list);
                }
                self.of_model.insert((part, model), list);
            }
        }
    }

    /// The list and index of a bone with this file id: searched in the model's own list, then in the same
    /// file, then in the other files.
    fn find(
        &self,
        from: Option<usize>,
        part: usize,
        file: u16,
        bone: usize,
    ) -> Option<(usize, usize)> {
        let own = from.filter(|list| self.lists.get(*list).is_some_and(|l| l.file_id == file));
        if let Some(own) = own {
            return Some((own, bone));
        }
        let found = self.first.get(&(Some(part), file)).or_else(|| self.first.get(&(None, file)));
        found.map(|list| (*list, bone))
    }

    /// All bones, each after its parent.
    fn order(&self, parts: &[&Loaded<File>], problems: &mut Problems) -> Vec<Ordered> {
        let stored = |list: usize, bone: usize| {
            let list = self.lists.get(list)?;
            parts.get(list.part)?.records.models.get(list.model)?.bones.get(bone)
        };
        let parent = |list: usize, bone: usize| {
            let (file, index) = stored(list, bone)?.parent()?;
            let part = self.lists.get(list)?.part;
            self.find(Some(list), part, file, index).filter(|(l, b)| stored(*l, *b).is_some())
        };
        let mut order: Vec<Ordered> = Vec::new();
        let mut placed: HashMap<(usize, usize), usize> = HashMap::new();
        for list in 0..self.lists.len() {
            let mut bone = 0;
            while stored(list, bone).is_some() {
                let mut chain = Vec::new();
                let mut at = Some((list, bone));
                while let Some(next) = at.filter(|next| !placed.contains_key(next)) {
                    // Marks a bone that is being visited; reaching it again means a cycle.
                    placed.insert(next, usize::MAX);
                    chain.push(next);
                    at = parent(next.0, next.1);
                }
                let mut above = at.and_then(|at| placed.get(&at)).copied();
                if above == Some(usize::MAX) {
                    above = None;
                    let part = self.lists.get(list).and_then(|list| parts.get(list.part));
                    let span =
                        part.map(|part| Span::new(part.source.id(), 0, 0)).unwrap_or_default();
                    let message = "bones are each other's ancestors: one of them becomes a root";
                    problems.report(Severity::Warning, span, "", message);
                }
                for (list, bone) in chain.into_iter().rev() {
                    placed.insert((list, bone), order.len());
                    order.push(Ordered { list, bone, parent: above });
                    above = Some(order.len() - 1);
                }
                bone += 1;
            }
        }
        order
    }

    fn add_nodes(&mut self, scene: &mut Scene, parts: &[&Loaded<File>], order: &[Ordered]) {
        // Skeleton and bone for each element of the order.
        let mut homes: Vec<(SkeletonId, BoneId)> = Vec::with_capacity(order.len());
        let first = scene.nodes.len();
        for (index, Ordered { list, bone, parent }) in order.iter().enumerate() {
            let Some(list) = self.lists.get_mut(*list) else { continue };
            let part = parts.get(list.part);
            let model = part.and_then(|part| part.records.models.get(list.model));
            let Some((part, stored)) = part.zip(model.and_then(|model| model.bones.get(*bone)))
            else {
                continue;
            };
            let node = Id::at(first + index);
            let origin = part.origin(format!("models[{}].bones[{bone}]", list.model));
            let above = parent.and_then(|parent| homes.get(parent)).copied();
            let skeleton = above.map_or_else(
                || {
                    let name = model.map_or_else(String::new, |model| model.name());
                    let origin = origin.clone();
                    scene.skeletons.push(Skeleton { name, origin, ..Skeleton::default() })
                },
                |(skeleton, _)| skeleton,
            );
            scene.nodes.push(Node {
                name: stored.name(),
                parent: parent.map(|parent| Id::at(first + parent)),
                local: local(stored),
                mesh: None,
                layer: 0,
                origin: origin.clone(),
                ..Node::default()
            });
            if list.nodes.len() <= *bone {
                list.nodes.resize(bone + 1, Id::NONE);
            }
            if let Some(slot) = list.nodes.get_mut(*bone) {
                *slot = node;
            }
            let Some(skeleton_of) = scene.skeletons.get_mut(skeleton) else { continue };
            let above = above.map(|(_, bone)| bone);
            // A bone's tail is the position of its first child.
            if let Some(parent) = above.and_then(|bone| skeleton_of.bones.get_mut(bone))
                && parent.tail == Vec3::ZERO
            {
                parent.tail = turn(stored.position);
            }
            let name = stored.name();
            let bone = Bone { name, node, parent: above, tail: Vec3::ZERO, origin };
            homes.push((skeleton, skeleton_of.bones.push(bone)));
        }
    }
}

/// A bone of a list, and the index of its parent in the order.
struct Ordered {
    list: usize,
    bone: usize,
    parent: Option<usize>,
}

/// The rotation that `turn` applies.
pub const AXES: Mat3 = Mat3::from_cols(Vec3::X, Vec3::NEG_Z, Vec3::Y);

/// A bone's local transform, in the scene's axes.
pub fn local(bone: &Stored) -> Mat4 {
    let r = bone.rotation;
    let turned =
        Mat3::from_rotation_z(-r.z) * Mat3::from_rotation_y(-r.y) * Mat3::from_rotation_x(-r.x);
    let turned = AXES * turned * AXES.transpose();
    let turned = if turned.is_finite() { turned } else { Mat3::IDENTITY };
    Mat4::from_translation(turn(bone.position)) * Mat4::from_mat3(turned)
}
