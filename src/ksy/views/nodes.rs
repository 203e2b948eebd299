//! Nodes: instances of meshes, groups and bones.

use std::collections::HashMap;

use glam::{DMat4, DQuat, DVec3};

use super::builder::SceneBuilder;
use super::entry::Entry;
use super::walk::{Element, Walk};
use crate::bytes::Severity;
use crate::scene::{Bone, BoneId, Node, NodeId, Origin, Skeleton};

/// A node before its parent is known.
struct Draft {
    node: Node,
    parent: Option<usize>,
    is_bone: bool,
}

impl SceneBuilder {
    /// Adds the nodes of the file; without any entry, one for each mesh.
    pub(super) fn nodes(&mut self, walk: &mut Walk<'_>, entries: &[Entry], root: &Element) {
        if entries.is_empty() {
            let meshes = self.scene.meshes.pairs().map(|(id, mesh)| Node {
                name: mesh.name.clone(),
                mesh: Some(id),
                origin: mesh.origin.clone(),
                ..Node::default()
            });
            self.scene.nodes = meshes.collect();
            return;
        }
        let mut drafts: Vec<Draft> = Vec::new();
        for entry in entries {
            walk.each(entry, root, &mut |walk, element| {
                if self.has_room(walk, entry, element, drafts.len()) {
                    drafts.push(self.draft(walk, entry, element));
                }
            });
        }
        for (at, message) in check_parents(&mut drafts) {
            let Some(draft) = drafts.get(at) else { continue };
            let Origin { span, path } = draft.node.origin.clone();
            walk.reports.problems.report(Severity::Error, span, path, message);
        }
        self.place(drafts);
    }

    fn draft(&self, walk: &mut Walk<'_>, entry: &Entry, element: &Element) -> Draft {
        let parent = walk.int(entry, "parent", element).filter(|parent| *parent >= 0);
        let local = self.axes.transform(transform(walk, entry, element));
        let meshes = &self.scene.meshes;
        let mesh = walk.reference(entry, "mesh", element, meshes, |mesh| &mesh.name);
        let mesh = mesh.ok().flatten();
        let (name, origin) = (walk.name(entry, element), walk.origin(element));
        Draft {
            node: Node { name, mesh, local, origin, ..Node::default() },
            parent: parent.map(|parent| usize::try_from(parent).unwrap_or(usize::MAX)),
            is_bone: walk.flag(entry, "bone", element) == Some(true),
        }
    }

    /// Adds nodes, parents before their children.
    fn place(&mut self, drafts: Vec<Draft>) {
        let order = parents_first(&drafts);
        let mut drafts: Vec<Option<Draft>> = drafts.into_iter().map(Some).collect();
        let mut ids: HashMap<usize, NodeId> = HashMap::new();
        let mut bones: HashMap<NodeId, BoneId> = HashMap::new();
        let mut skeleton = Skeleton::default();
        for at in order {
            let Some(draft) = drafts.get_mut(at).and_then(Option::take) else { continue };
            let parent = draft.parent.and_then(|parent| ids.get(&parent).copied());
            let (name, origin) = (draft.node.name.clone(), draft.node.origin.clone());
            let node = self.scene.nodes.push(Node { parent, ..draft.node });
            ids.insert(at, node);
            if draft.is_bone {
                let parent = parent.and_then(|parent| bones.get(&parent).copied());
                let bone = Bone { name, node, parent, origin, ..Bone::default() };
                bones.insert(node, skeleton.bones.push(bone));
            }
        }
        if let Some(first) = skeleton.bones.first() {
            skeleton.origin = first.origin.clone();
            skeleton.name.clone_from(&self.scene.name);
            self.scene.skeletons.push(skeleton);
        }
    }
}

/// Transform of a node in the axes of the file.
fn transform(walk: &mut Walk<'_>, entry: &Entry, element: &Element) -> DMat4 {
    if let Some(numbers) = walk.vector::<16>(entry, "matrix", element) {
        let by_columns = DMat4::from_cols_array(&numbers);
        let is_columns =
            walk.word(entry, "matrix-order", element).is_some_and(|order| &*order == "columns");
        let matrix = if is_columns { by_columns } else { by_columns.transpose() };
        return finite(walk, entry, "matrix", element, matrix);
    }
    let translation = walk.vector(entry, "translation", element).map(DVec3::from_array);
    let rotation = match walk.vector(entry, "rotation", element) {
        Some(numbers) => DQuat::from_array(numbers).normalize(),
        None => turned(walk, entry, element),
    };
    let mut numbers = Vec::new();
    walk.numbers(entry, "scale", element, &mut numbers);
    let scale = match numbers.as_slice() {
        [all] => DVec3::splat(*all),
        [x, y, z] => DVec3::new(*x, *y, *z),
        _ => DVec3::ONE,
    };
    let translation = translation.unwrap_or_default();
    let matrix = DMat4::from_scale_rotation_translation(scale, rotation, translation);
    finite(walk, entry, "translation", element, matrix)
}

/// The matrix. If its numbers are not finite, it is the identity, and a problem is reported.
fn finite(
    walk: &mut Walk<'_>,
    entry: &Entry,
    key: &str,
    element: &Element,
    matrix: DMat4,
) -> DMat4 {
    if matrix.is_finite() && matrix.as_mat4().is_finite() {
        return matrix;
    }
    walk.missing(entry, key, element, "expected finite numbers in the transform".to_owned());
    DMat4::IDENTITY
}

/// Rotation by degrees about three axes, in the order of `turn-order`, such as `xyz`.
fn turned(walk: &mut Walk<'_>, entry: &Entry, element: &Element) -> DQuat {
    let Some([x, y, z]) = walk.vector(entry, "turn", element) else { return DQuat::IDENTITY };
    let order = walk.word(entry, "turn-order", element).unwrap_or_else(|| "xyz".into());
    order.chars().fold(DQuat::IDENTITY, |turned, axis| {
        let next = match axis {
            'x' => DQuat::from_rotation_x(x.to_radians()),
            'y' => DQuat::from_rotation_y(y.to_radians()),
            _ => DQuat::from_rotation_z(z.to_radians()),
        };
        next * turned
    })
}

/// Turns nodes whose parent does not exist, or is below them, into roots. Returns these nodes with
/// messages.
fn check_parents(drafts: &mut [Draft]) -> Vec<(usize, String)> {
    let count = drafts.len();
    let mut messages = Vec::new();
    for (at, draft) in drafts.iter_mut().enumerate() {
        if let Some(parent) = draft.parent.take_if(|parent| *parent >= count) {
            messages.push((at, format!("expected a parent below {count}, found {parent}")));
        }
    }
    // 0 for nodes that were not visited, otherwise the number of the path that visited them.
    let mut visited = vec![0; count];
    for first in 0..count {
        let mut at = first;
        loop {
            match visited.get_mut(at) {
                Some(path) if *path == 0 => *path = first + 1,
                Some(path) if *path == first + 1 => {
                    if let Some(draft) = drafts.get_mut(at) {
                        draft.parent = None;
                    }
                    messages.push((at, "the parents of the node form a cycle".to_owned()));
                    break;
                }
                _ => break,
            }
            let Some(parent) = drafts.get(at).and_then(|draft| draft.parent) else { break };
            at = parent;
        }
    }
    messages
}

/// Indices of the nodes in the order of the list, but each parent before its children.
fn parents_first(drafts: &[Draft]) -> Vec<usize> {
    let mut is_listed = vec![false; drafts.len()];
    let mut order = Vec::with_capacity(drafts.len());
    for first in 0..drafts.len() {
        let mut chain = Vec::new();
        let mut at = Some(first);
        while let Some(node) = at.filter(|node| is_listed.get(*node) == Some(&false)) {
            if let Some(listed) = is_listed.get_mut(node) {
                *listed = true;
            }
            chain.push(node);
            at = drafts.get(node).and_then(|draft| draft.parent);
        }
        order.extend(chain.into_iter().rev());
    }
    order
}
