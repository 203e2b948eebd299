//! The node tree: the source's nodes below a root that sets the scale, then the helpers; skinned meshes
//! are next to the root.

use std::collections::BTreeMap;

use glam::{Mat4, Quat, Vec3};
use gltf_json::scene::UnitQuaternion;
use gltf_json::{Index, Node as GltfNode, Scene as GltfScene};
use serde::Serialize;

use super::skin::Skins;
use super::{Document, Model, extras, layout, name, next_index};
use crate::bytes::SourceId;
use crate::export::facts::{HelperFacts, Provenance, SkyFacts};
use crate::export::plan::ModelContent;
use crate::export::shape::{Notes, finite, metres};
use crate::scene::{Element, HelperId, Layer, MeshId, Node, NodeId, Origin, Scene};

/// Source file as recorded in the root.
#[derive(Serialize)]
struct RootFacts<'a> {
    #[serde(flatten)]
    provenance: Provenance<'a>,
    /// See [`layout`].
    layout: String,
}

/// Facts of a node in the source.
#[derive(Serialize)]
struct NodeFacts<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    layer: Option<&'a str>,
    /// Visible when the scene is opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    visible: Option<bool>,
    /// Name of its bone.
    #[serde(skip_serializing_if = "Option::is_none")]
    bone: Option<&'a str>,
    /// The node faces the viewer in the game; in the GLB it is rotated as stored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    faces_viewer: bool,
    /// Stored in a file other than the exported one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    companion: bool,
    #[serde(flatten)]
    origin: Option<&'a Origin>,
}

impl<'a> NodeFacts<'a> {
    fn new(layer: Option<&'a Layer>, origin: Option<&'a Origin>) -> Self {
        Self {
            layer: layer.map(|layer| layer.name.as_str()),
            visible: layer.map(|layer| layer.visible),
            bone: None,
            faces_viewer: false,
            companion: false,
            origin,
        }
    }
}

/// Elements of options that are not selected.
pub(super) struct Hidden {
    pub nodes: Vec<NodeId>,
    pub helpers: Vec<HelperId>,
}

impl Document<'_> {
    /// Adds the default scene: a root called `title` with everything below it, and skinned meshes.
    /// Returns the nodes that correspond to the scene's.
    pub(super) fn add_nodes(
        &mut self,
        (title, provenance): (&str, Provenance<'_>),
        target: ModelContent,
        meshes: &BTreeMap<MeshId, Model>,
        hidden: &Hidden,
        notes: &mut Notes,
    ) -> Vec<Index<GltfNode>> {
        let scale = metres(self.scene);
        let facts = RootFacts { provenance, layout: layout(self.scene, self.source) };
        let root = self.add_node(GltfNode {
            name: name(title),
            extras: extras(&facts),
            scale: (scale != 1.0).then_some([scale; 3]),
            ..GltfNode::default()
        });
        let (mut made, mut shown, mut all) = (Vec::new(), vec![root], vec![root]);
        match target {
            ModelContent::Model(mesh) => self.add_model(root, mesh, meshes),
            ModelContent::Scene => {
                made = self.add_instances(root, meshes, &hidden.nodes, notes);
                let below = self.scene.with_all_below(&hidden.nodes);
                for (node, skinned) in self.add_skinned(root, &made, meshes) {
                    let is_hidden = below.get(node.index()) == Some(&true);
                    shown.extend((!is_hidden).then_some(skinned));
                    all.push(skinned);
                }
                self.add_helpers(root, &made, &hidden.helpers);
            }
        }
        self.root.scene = Some(Index::new(0));
        let everything = (all != shown).then_some((name("everything"), all));
        let sky = SkyFacts::of(self.scene).filter(|_| target == ModelContent::Scene);
        let facts = sky.map(|sky| BTreeMap::from([("sky", sky)]));
        for (name, nodes) in std::iter::once((None, shown)).chain(everything) {
            let extras = facts.as_ref().and_then(extras);
            self.root.scenes.push(GltfScene { name, nodes, extensions: None, extras });
        }
        made
    }

    /// Adds a node for each instance of a skinned mesh; returns it with the scene's node.
    fn add_skinned(
        &mut self,
        root: Index<GltfNode>,
        made: &[Index<GltfNode>],
        meshes: &BTreeMap<MeshId, Model>,
    ) -> Vec<(NodeId, Index<GltfNode>)> {
        let mut skins = Skins::default();
        let mut list = Vec::new();
        for (number, node) in self.scene.nodes.pairs() {
            let model = node.mesh.and_then(|mesh| Some((mesh, meshes.get(&mesh)?)));
            let Some((mesh, model)) = model else { continue };
            let Some(weights) = &model.weights else { continue };
            let skin = skins.of(self, mesh, weights, root, made);
            for part in &model.parts {
                let layer = part.layer.and_then(|at| self.scene.layers.get(usize::from(at)));
                let facts = NodeFacts::new(layer, None);
                let index = self.add_node(GltfNode {
                    name: name(&part.name),
                    mesh: Some(part.mesh),
                    skin,
                    extras: extras(&facts),
                    ..GltfNode::default()
                });
                list.push((number, index));
            }
        }
        list
    }

    pub(super) fn add_node(&mut self, node: GltfNode) -> Index<GltfNode> {
        let index = next_index(&self.root.nodes);
        self.root.nodes.push(node);
        index
    }

    pub(super) fn attach(&mut self, parent: Index<GltfNode>, child: Index<GltfNode>) {
        if let Some(parent) = self.root.nodes.get_mut(parent.value()) {
            parent.children.get_or_insert_default().push(child);
        }
    }

    fn add_model(&mut self, root: Index<GltfNode>, mesh: MeshId, meshes: &BTreeMap<MeshId, Model>) {
        let Some(model) = self.scene.meshes.get(mesh) else { return };
        let facts = NodeFacts::new(None, Some(&model.origin));
        let node =
            GltfNode { name: name(&model.name), extras: extras(&facts), ..GltfNode::default() };
        let index = self.add_node(node);
        self.attach(root, index);
        self.add_parts(index, mesh, meshes);
    }

    fn add_instances(
        &mut self,
        root: Index<GltfNode>,
        meshes: &BTreeMap<MeshId, Model>,
        hidden: &[NodeId],
        notes: &mut Notes,
    ) -> Vec<Index<GltfNode>> {
        let scene = self.scene;
        let mut made: Vec<Index<GltfNode>> = Vec::with_capacity(scene.nodes.len());
        // The parent of the mesh and children of each node: the node itself, unless they are hidden.
        let mut holders: Vec<Index<GltfNode>> = Vec::with_capacity(scene.nodes.len());
        for (number, node) in scene.nodes.pairs() {
            let index = self.add_node(instance((scene, self.source), number, node, notes));
            let parent = node.parent.and_then(|parent| holders.get(parent.index()));
            self.attach(parent.copied().unwrap_or(root), index);
            made.push(index);
            let holder = if hidden.contains(&number) { self.hide_below(index) } else { index };
            holders.push(holder);
            let skinned = |mesh: &MeshId| meshes.get(mesh).is_some_and(|m| m.weights.is_some());
            if let Some(mesh) = node.mesh.filter(|mesh| !skinned(mesh)) {
                self.add_parts(holder, mesh, meshes);
            }
        }
        made
    }

    /// Adds a child of size 0, below which nothing is drawn.
    fn hide_below(&mut self, node: Index<GltfNode>) -> Index<GltfNode> {
        let own = self.root.nodes.get(node.value()).and_then(|node| node.name.as_deref());
        let own = own.unwrap_or("node").to_owned();
        let facts = NodeFacts { visible: Some(false), ..NodeFacts::new(None, None) };
        let holder = self.add_node(GltfNode {
            name: name(&format!("{own}.hidden")),
            scale: Some([0.0; 3]),
            extras: extras(&facts),
            ..GltfNode::default()
        });
        self.attach(node, holder);
        holder
    }

    /// Attaches a mesh to a node: drawn faces to the node itself, other layers below it.
    fn add_parts(&mut self, node: Index<GltfNode>, mesh: MeshId, meshes: &BTreeMap<MeshId, Model>) {
        for part in meshes.get(&mesh).into_iter().flat_map(|model| &model.parts) {
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

    /// Adds helpers as empty nodes with extras, grouped by layer, or below the node in `made` that they
    /// follow. Nothing is drawn for them, so those of options that are not selected are left out.
    fn add_helpers(
        &mut self,
        root: Index<GltfNode>,
        made: &[Index<GltfNode>],
        hidden: &[HelperId],
    ) {
        let scene = self.scene;
        let world = scene.world_transforms();
        let mut groups: BTreeMap<u16, Index<GltfNode>> = BTreeMap::new();
        for (id, helper) in scene.helpers.pairs().filter(|(at, _)| !hidden.contains(at)) {
            let layer = scene.layers.get(usize::from(helper.layer));
            let position = finite(helper.shape.position());
            let follows = scene.carried.get(&id).and_then(|node| {
                let local = world.get(node.index())?.inverse().transform_point3(position);
                Some((*made.get(node.index())?, local)).filter(|_| local.is_finite())
            });
            let mut group = || {
                *groups.entry(helper.layer).or_insert_with(|| {
                    let index = self.add_node(GltfNode {
                        name: name(layer.map_or("helpers", |layer| &layer.name)),
                        extras: extras(&NodeFacts::new(layer, None)),
                        ..GltfNode::default()
                    });
                    self.attach(root, index);
                    index
                })
            };
            let (above, position) = follows.unwrap_or_else(|| (group(), position));
            let index = self.add_node(GltfNode {
                name: name(&helper.name),
                translation: (position != Vec3::ZERO).then(|| position.to_array()),
                extras: extras(&HelperFacts::new(scene, (id, helper), self.source)),
                ..GltfNode::default()
            });
            self.attach(above, index);
        }
    }
}

fn instance(
    (scene, source): (&Scene, SourceId),
    number: NodeId,
    node: &Node,
    notes: &mut Notes,
) -> GltfNode {
    let placement = Placement::new(node.local);
    if !placement.exact {
        notes.push(format!(
            "node {}: glTF cannot store its sheared or invalid transform",
            node.name
        ));
    }
    let layer = scene.layers.get(usize::from(node.layer));
    let bone = scene.bone_of(number).and_then(|bone: Element| scene.bone(bone));
    let bone = bone.filter(|bone| bone.node == number).map(|bone| bone.name.as_str());
    let facts = NodeFacts {
        bone,
        faces_viewer: node.faces_viewer.is_some(),
        companion: node.origin.span.source != source,
        ..NodeFacts::new(layer, Some(&node.origin))
    };
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

/// A transform as the components that glTF has.
pub(super) struct Placement {
    pub translation: Vec3,
    pub rotation: Quat,
    pub scale: Vec3,
    /// The components reproduce the transform exactly.
    exact: bool,
}

impl Placement {
    pub(super) fn new(local: Mat4) -> Self {
        let columns = [local.x_axis, local.y_axis, local.z_axis].map(|axis| axis.truncate());
        let lengths = Vec3::from(columns.map(Vec3::length));
        let translation = finite(local.w_axis.truncate());
        let (mut scale, mut rotation, _) = local.to_scale_rotation_translation();
        // A flattened or invalid transform has no defined rotation.
        if !(scale.is_finite() && rotation.is_finite() && scale.min_element() != 0.0) {
            (scale, rotation) = (finite(lengths), Quat::IDENTITY);
        }
        let rotation = rotation.normalize();
        let whole = Mat4::from_scale_rotation_translation(scale, rotation, translation);
        let exact = whole.abs_diff_eq(local, 1e-4 * scale.abs().max_element());
        Self { translation, rotation, scale, exact }
    }
}
