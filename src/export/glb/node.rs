//! The node tree: the source's nodes below one that sets the scale, then the helpers.

use std::collections::BTreeMap;

use glam::{Mat4, Quat, Vec3};
use gltf_json::scene::UnitQuaternion;
use gltf_json::{Index, Node as GltfNode, Scene as GltfScene};
use serde::Serialize;

use super::geometry::Part;
use super::{Document, extras, name, next_index};
use crate::export::facts::{HelperFacts, Place};
use crate::export::plan::Target;
use crate::export::shape::{Notes, finite, metres};
use crate::scene::{HelperShape, Layer, Node, Scene};

/// What a node is in the source.
#[derive(Serialize)]
struct NodeFacts<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    layer: Option<&'a str>,
    /// Whether it is shown when the scene is opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    visible: Option<bool>,
    #[serde(flatten)]
    place: Option<Place>,
}

impl<'a> NodeFacts<'a> {
    fn new(layer: Option<&'a Layer>, place: Option<Place>) -> Self {
        Self {
            layer: layer.map(|layer| layer.name.as_str()),
            visible: layer.map(|layer| layer.visible),
            place,
        }
    }
}

impl Document<'_> {
    /// The default scene: a root called `title` with everything below it.
    pub(super) fn add_nodes(
        &mut self,
        title: &str,
        target: Target,
        meshes: &BTreeMap<u32, Vec<Part>>,
        notes: &mut Notes,
    ) {
        let scale = metres(self.scene);
        let root = self.add_node(GltfNode {
            name: name(title),
            scale: (scale != 1.0).then_some([scale; 3]),
            ..GltfNode::default()
        });
        match target {
            Target::Model(mesh) => self.add_model(root, mesh, meshes),
            Target::Scene => {
                self.add_instances(root, meshes, notes);
                self.add_helpers(root);
            }
        }
        self.root.scene = Some(Index::new(0));
        self.root.scenes.push(GltfScene {
            name: None,
            nodes: vec![root],
            extensions: None,
            extras: None,
        });
    }

    fn add_node(&mut self, node: GltfNode) -> Index<GltfNode> {
        let index = next_index(&self.root.nodes);
        self.root.nodes.push(node);
        index
    }

    fn attach(&mut self, parent: Index<GltfNode>, child: Index<GltfNode>) {
        if let Some(parent) = self.root.nodes.get_mut(parent.value()) {
            parent.children.get_or_insert_default().push(child);
        }
    }

    fn add_model(&mut self, root: Index<GltfNode>, mesh: u32, meshes: &BTreeMap<u32, Vec<Part>>) {
        let Some(model) = self.scene.meshes.get(mesh as usize) else { return };
        let facts = NodeFacts::new(None, Some(Place::from(&model.origin)));
        let node =
            GltfNode { name: name(&model.name), extras: extras(&facts), ..GltfNode::default() };
        let index = self.add_node(node);
        self.attach(root, index);
        self.add_parts(index, mesh, meshes);
    }

    fn add_instances(
        &mut self,
        root: Index<GltfNode>,
        meshes: &BTreeMap<u32, Vec<Part>>,
        notes: &mut Notes,
    ) {
        let scene = self.scene;
        let mut made: Vec<Index<GltfNode>> = Vec::with_capacity(scene.nodes.len());
        let others = scene.with_all_below(&scene.unchosen_nodes());
        for (node, unchosen) in scene.nodes.iter().zip(others) {
            let index = self.add_node(instance(scene, node, unchosen, notes));
            let parent = node.parent.and_then(|parent| made.get(parent as usize));
            self.attach(parent.copied().unwrap_or(root), index);
            made.push(index);
            if let Some(mesh) = node.mesh {
                self.add_parts(index, mesh, meshes);
            }
        }
    }

    /// Hangs a mesh on a node: what is drawn on the node itself, other layers below it.
    fn add_parts(&mut self, node: Index<GltfNode>, mesh: u32, meshes: &BTreeMap<u32, Vec<Part>>) {
        for part in meshes.get(&mesh).into_iter().flatten() {
            let Some(layer) = part.layer else {
                if let Some(node) = self.root.nodes.get_mut(node.value()) {
                    node.mesh = Some(part.mesh);
                }
                continue;
            };
            let facts = NodeFacts::new(self.scene.layers.get(usize::from(layer)), None);
            let child = self.add_node(GltfNode {
                name: name(&part.name),
                mesh: Some(part.mesh),
                extras: extras(&facts),
                ..GltfNode::default()
            });
            self.attach(node, child);
        }
    }

    /// Helpers become empty nodes that say what they are, in one group for each layer.
    fn add_helpers(&mut self, root: Index<GltfNode>) {
        let scene = self.scene;
        let mut groups: BTreeMap<u16, Index<GltfNode>> = BTreeMap::new();
        for helper in &scene.helpers {
            let layer = scene.layers.get(usize::from(helper.layer));
            let group = *groups.entry(helper.layer).or_insert_with(|| {
                let index = self.add_node(GltfNode {
                    name: name(layer.map_or("helpers", |layer| &layer.name)),
                    extras: extras(&NodeFacts::new(layer, None)),
                    ..GltfNode::default()
                });
                self.attach(root, index);
                index
            });
            let place = helper_place(&helper.shape);
            let index = self.add_node(GltfNode {
                name: name(&helper.name),
                translation: (place != Vec3::ZERO).then(|| place.to_array()),
                extras: extras(&HelperFacts::new(scene, helper)),
                ..GltfNode::default()
            });
            self.attach(group, index);
        }
    }
}

/// Where a helper's node stands: the point, the first of a line, the middle of a box.
fn helper_place(shape: &HelperShape) -> Vec3 {
    finite(match shape {
        HelperShape::Point { at, .. } => *at,
        HelperShape::Line(points) => points.first().copied().unwrap_or_default(),
        HelperShape::Box { min, max } | HelperShape::Grid { min, max, .. } => min.midpoint(*max),
    })
}

/// A node; `unchosen` is one of which the scene shows another option.
fn instance(scene: &Scene, node: &Node, unchosen: bool, notes: &mut Notes) -> GltfNode {
    let placement = Placement::new(node.local);
    if !placement.exact {
        notes.push(format!(
            "node {}: glTF has no word for its sheared or broken placement",
            node.name
        ));
    }
    let layer = scene.layers.get(usize::from(node.layer));
    let mut facts = NodeFacts::new(layer, Some(Place::from(&node.origin)));
    if unchosen {
        facts.visible = Some(false);
    }
    let Placement { translation, rotation, scale, .. } = placement;
    GltfNode {
        name: name(&node.name),
        translation: (translation != Vec3::ZERO).then(|| translation.to_array()),
        rotation: (rotation != Quat::IDENTITY).then(|| UnitQuaternion(rotation.to_array())),
        scale: (scale != Vec3::ONE).then(|| scale.to_array()),
        extras: extras(&facts),
        ..GltfNode::default()
    }
}

/// A transform in the parts that glTF has.
struct Placement {
    translation: Vec3,
    rotation: Quat,
    scale: Vec3,
    /// The parts make up the whole again.
    exact: bool,
}

impl Placement {
    fn new(local: Mat4) -> Self {
        let columns = [local.x_axis, local.y_axis, local.z_axis].map(|axis| axis.truncate());
        let lengths = Vec3::from(columns.map(Vec3::length));
        let translation = finite(local.w_axis.truncate());
        let (mut scale, mut rotation, _) = local.to_scale_rotation_translation();
        // A flattened or broken transform has no rotation that could be read off.
        if !(scale.is_finite() && rotation.is_finite() && scale.min_element() != 0.0) {
            (scale, rotation) = (finite(lengths), Quat::IDENTITY);
        }
        let rotation = rotation.normalize();
        let whole = Mat4::from_scale_rotation_translation(scale, rotation, translation);
        let exact = whole.abs_diff_eq(local, 1e-4 * scale.abs().max_element());
        Self { translation, rotation, scale, exact }
    }
}
