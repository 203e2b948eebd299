//! Finds nodes and helpers with changed transforms.

use std::collections::{HashMap, HashSet};

use glam::{Mat4, Quat, Vec3};
use gltf_json::Node as GltfNode;
use serde::Deserialize;

use super::super::layout;
use super::super::node::Placement;
use super::file::File;
use super::{Edited, is_near};
use crate::bytes::SourceId;
use crate::export::shape::finite;
use crate::scene::{ElementState, HelperId, NodeId, Origin, Scene};

/// Extras of an exported node.
#[derive(Deserialize)]
struct Facts {
    path: String,
    #[serde(default)]
    companion: bool,
}

/// Scene element that a node of the GLB was made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SourceElement {
    Node(NodeId),
    Helper(HelperId),
}

/// Extras of the root: the source file.
#[derive(Deserialize)]
struct Root {
    layout: String,
}

/// `true` if a GLB was exported from this file; `None` if it does not name its source.
pub(super) fn is_exported_from(from: (&Scene, SourceId), file: &File<'_>) -> Option<bool> {
    let own = layout(from.0, from.1);
    let root = |node: &GltfNode| serde_json::from_str::<Root>(node.extras.as_ref()?.get()).ok();
    let mut all = file.root.nodes.iter().filter_map(root).peekable();
    all.peek()?;
    Some(all.all(|root| root.layout == own))
}

/// Compares the transforms of nodes. Returns `true` if at least one node belongs to this file.
pub(super) fn compare(
    (scene, source): (&Scene, SourceId),
    file: &File<'_>,
    edited: &mut Edited,
) -> bool {
    let made = made_of((scene, source), &file.root.nodes);
    let parents = parents(&file.root.nodes);
    let known: HashSet<SourceElement> = made.iter().flatten().copied().collect();
    let shown = by_path(scene, placed((scene, source)));
    let there = by_path(scene, made.iter().flatten().copied());
    let (mut copies, mut elsewhere, mut shared) = (0, 0, 0);
    for (number, node) in file.root.nodes.iter().enumerate() {
        let Some(Some(one)) = made.get(number).copied() else { continue };
        let Some((origin, was)) = place(scene, one) else { continue };
        let path = origin.path.as_str();
        let [before, now] =
            [&shown, &there].map(|all| all.get(path).map_or(&[][..], Vec::as_slice));
        let to = local(node);
        if is_same(&was, &to) {
            continue;
        }
        if now.len() > before.len() {
            copies += 1;
        } else if before.len() > 1 {
            // A node with several instances in the scene occurs once for each.
            let mut all = before.iter().filter_map(|one| transform(scene, *one));
            shared += usize::from(!all.any(|was| is_same(&was, &to)));
        } else if above(number, &made, &parents) != above_in(scene, one, &known) {
            elsewhere += 1;
        } else {
            edited.shown.push((origin.clone(), ElementState::At(to)));
        }
    }
    edited.leave(copies, "node", "duplicated: copies are not added");
    edited.leave(
        shared,
        "node",
        "one of several instances of one stored node: moving only one is not supported",
    );
    edited.leave(elsewhere, "node", "moved to another parent, which is not supported");
    if known.is_empty() {
        let why = "missing: custom properties were not exported, so no node is moved";
        edited.leave(shown.len(), "node", why);
    } else {
        let gone = shown.keys().filter(|path| !there.contains_key(*path)).count();
        edited.leave(gone, "node", "missing, but nothing is removed");
    }
    !known.is_empty()
}

/// Elements by their path.
fn by_path(
    scene: &Scene,
    all: impl Iterator<Item = SourceElement>,
) -> HashMap<&str, Vec<SourceElement>> {
    let mut found: HashMap<&str, Vec<SourceElement>> = HashMap::new();
    for one in all {
        if let Some(path) = path_of(scene, one) {
            found.entry(path).or_default().push(one);
        }
    }
    found
}

fn path_of(scene: &Scene, one: SourceElement) -> Option<&str> {
    match one {
        SourceElement::Node(id) => scene.nodes.get(id).map(|node| node.origin.path.as_str()),
        SourceElement::Helper(id) => {
            scene.helpers.get(id).map(|helper| helper.origin.path.as_str())
        }
    }
}

/// Nodes and helpers that are stored in a file.
fn placed((scene, source): (&Scene, SourceId)) -> impl Iterator<Item = SourceElement> {
    let own = move |origin: &Origin| origin.span.source == source && !origin.path.is_empty();
    let nodes = scene.nodes.pairs().filter(move |(_, node)| own(&node.origin));
    let helpers = scene.helpers.pairs().filter(move |(_, helper)| own(&helper.origin));
    helpers
        .map(|(id, _)| SourceElement::Helper(id))
        .chain(nodes.map(|(id, _)| SourceElement::Node(id)))
}

/// Scene element that each node of the GLB was made from.
pub(super) fn made_of(
    (scene, source): (&Scene, SourceId),
    nodes: &[GltfNode],
) -> Vec<Option<SourceElement>> {
    // The first of several elements with the same path represents all of them.
    let mut by_path: HashMap<&str, SourceElement> = HashMap::new();
    for one in placed((scene, source)) {
        if let Some(path) = path_of(scene, one) {
            by_path.entry(path).or_insert(one);
        }
    }
    let facts = |node: &GltfNode| serde_json::from_str::<Facts>(node.extras.as_ref()?.get()).ok();
    let made = |node: &GltfNode| {
        let facts = facts(node).filter(|facts| !facts.companion)?;
        by_path.get(facts.path.as_str()).copied()
    };
    nodes.iter().map(made).collect()
}

/// Parent of each node.
pub(super) fn parents(nodes: &[GltfNode]) -> Vec<Option<usize>> {
    let mut parents = vec![None; nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        for child in node.children.iter().flatten() {
            if let Some(parent) = parents.get_mut(child.value()) {
                *parent = Some(number);
            }
        }
    }
    parents
}

/// Nearest known ancestor of a node of the GLB.
fn above(
    number: usize,
    made: &[Option<SourceElement>],
    parents: &[Option<usize>],
) -> Option<SourceElement> {
    let mut at = number;
    // Broken files have cycles.
    for _ in 0..parents.len() {
        at = parents.get(at).copied().flatten()?;
        if let Some(Some(found)) = made.get(at) {
            return Some(*found);
        }
    }
    None
}

/// Nearest known ancestor of a node of the scene.
fn above_in(
    scene: &Scene,
    one: SourceElement,
    known: &HashSet<SourceElement>,
) -> Option<SourceElement> {
    let SourceElement::Node(mut at) = one else { return None };
    while let Some(parent) = scene.nodes.get(at)?.parent.filter(|parent| *parent < at) {
        if known.contains(&SourceElement::Node(parent)) {
            return Some(SourceElement::Node(parent));
        }
        at = parent;
    }
    None
}

/// Origin and transform of an element. `None` for bones, which editors rotate as they like.
fn place(scene: &Scene, one: SourceElement) -> Option<(&Origin, Mat4)> {
    let origin = match one {
        SourceElement::Node(id) => {
            &scene.nodes.get(id).filter(|_| scene.bone_of(id).is_none())?.origin
        }
        SourceElement::Helper(id) => &scene.helpers.get(id)?.origin,
    };
    Some((origin, transform(scene, one)?))
}

/// Transform of an element as it is exported.
fn transform(scene: &Scene, one: SourceElement) -> Option<Mat4> {
    match one {
        SourceElement::Node(id) => {
            let Placement { translation, rotation, scale, .. } =
                Placement::new(scene.nodes.get(id)?.local);
            Some(Mat4::from_scale_rotation_translation(scale, rotation, translation))
        }
        SourceElement::Helper(id) => {
            let position = scene.helpers.get(id)?.shape.position();
            Some(Mat4::from_translation(finite(position)))
        }
    }
}

/// Transform of a node relative to its parent.
pub(super) fn local(node: &GltfNode) -> Mat4 {
    if let Some(matrix) = &node.matrix {
        return Mat4::from_cols_array(matrix);
    }
    let rotation = node.rotation.map_or(Quat::IDENTITY, |turn| Quat::from_array(turn.0));
    Mat4::from_scale_rotation_translation(
        node.scale.map_or(Vec3::ONE, Vec3::from_array),
        rotation.normalize(),
        node.translation.map_or(Vec3::ZERO, Vec3::from_array),
    )
}

fn is_same(was: &Mat4, now: &Mat4) -> bool {
    let axes = |of: &Mat4| [of.x_axis, of.y_axis, of.z_axis].map(|axis| axis.truncate());
    let size = axes(was).iter().map(|axis| axis.length()).fold(0.0, f32::max);
    let near = |was: Vec3, now: Vec3, unit: f32| {
        let pairs = was.to_array().into_iter().zip(now.to_array());
        pairs.into_iter().all(|(was, now)| is_near(was, now, unit))
    };
    let turned = axes(was).into_iter().zip(axes(now)).all(|(was, now)| near(was, now, size));
    turned && near(was.w_axis.truncate(), now.w_axis.truncate(), 1.0)
}
