//! Visibility of layers, nodes and sides of faces.

use std::collections::{BTreeMap, BTreeSet};

use glam::Mat4;

use crate::scene::{
    Front, HelperId, LayerKind, MeshId, Node, NodeId, OptionId, Scene, VariantId, Winding,
};

/// Reason why a face is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenBy {
    /// Layer of the face or of its object; index into [`Scene::layers`].
    Layer(u16),
    /// The object has another level of detail.
    Detail,
    /// The object is hidden.
    Object,
    /// The face is hidden.
    Face,
}

/// Visibility of layers, nodes and helpers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Visibility {
    /// Visibility of each of [`Scene::layers`]; missing entries are visible.
    pub layers: Vec<bool>,
    /// Visibility of each of [`Scene::nodes`]; missing entries are visible.
    pub nodes: Vec<bool>,
    /// Visibility of each of [`Scene::helpers`]; missing entries are visible.
    pub helpers: Vec<bool>,
    /// Selected option of each of [`Scene::variants`]; missing entries are the scene's own.
    pub variants: Vec<Option<OptionId>>,
    /// Nodes that are visible although their layer is hidden.
    pub shown_nodes: BTreeSet<NodeId>,
    /// Helpers that are visible although their layer is hidden.
    pub shown_helpers: BTreeSet<HelperId>,
    /// Visibility of shapes of objects with levels of detail, regardless of their layer.
    pub detail: BTreeMap<NodeId, bool>,
    /// Meshes whose front is on the opposite side from that in the scene.
    pub turned: BTreeSet<MeshId>,
}

impl Visibility {
    /// Initial visibility of a scene.
    pub fn initial(scene: &Scene) -> Self {
        let layers = scene.layers.iter().map(|layer| layer.visible).collect();
        Self { layers, ..Self::default() }.with_variants(scene)
    }

    /// Visibility as in the game: no invisible layer, no helper.
    pub fn as_game(scene: &Scene) -> Self {
        let unseen = [LayerKind::Invisible, LayerKind::Helper];
        let layers = scene.layers.iter().map(|l| l.visible && !unseen.contains(&l.kind)).collect();
        Self { layers, ..Self::default() }.with_variants(scene)
    }

    /// Only one object that uses a mesh; `None` if there is none.
    pub fn alone(scene: &Scene, mesh: MeshId) -> Option<Self> {
        let node = scene.nodes.find(|node| node.mesh == Some(mesh))?;
        let own = scene.nodes.get(node)?.layer;
        let faces = &scene.meshes.get(mesh)?.faces;
        let used: BTreeSet<u16> = faces.iter().map(|face| face.layer).chain([own]).collect();
        Some(Self {
            layers: (0..).take(scene.layers.len()).map(|layer| used.contains(&layer)).collect(),
            nodes: scene.nodes.ids().map(|id| id == node).collect(),
            ..Self::default()
        })
    }

    fn with_variants(mut self, scene: &Scene) -> Self {
        for (id, variant) in scene.variants.pairs() {
            self.choose(scene, id, variant.chosen);
        }
        self
    }

    /// Shows one option of a variant and hides the others, each with everything below its nodes; `None`
    /// hides all.
    pub fn choose(&mut self, scene: &Scene, variant: VariantId, option: Option<OptionId>) {
        let own = scene.variants.iter().skip(self.variants.len()).map(|variant| variant.chosen);
        self.variants.extend(own);
        let at = variant.index();
        let Some(variant) = scene.variants.get(variant) else { return };
        self.variants.get_mut(at).into_iter().for_each(|chosen| *chosen = option);
        let chosen = option.and_then(|option| variant.options.get(option));
        self.helpers.resize(scene.helpers.len(), true);
        self.show_helpers(&variant.unchosen_helpers(option), false);
        self.show_helpers(chosen.map_or(&[][..], |option| &option.helpers), true);
        let others = scene.with_all_below(&variant.hidden_nodes(option));
        let chosen = scene.with_all_below(chosen.map_or(&[][..], |option| &option.nodes));
        self.nodes.resize(scene.nodes.len(), true);
        for ((shown, other), chosen) in self.nodes.iter_mut().zip(others).zip(chosen) {
            *shown = (*shown || chosen) && !other;
        }
    }

    /// Shows or hides helpers, independently of their layers.
    pub fn show_helpers(&mut self, helpers: &[HelperId], shown: bool) {
        for helper in helpers {
            if let Some(slot) = self.helpers.get_mut(helper.index()) {
                *slot = shown;
            }
        }
    }

    /// The same visibility without the sky.
    pub fn without_sky(mut self, scene: &Scene) -> Self {
        self.layers.resize(scene.layers.len(), true);
        for (shown, layer) in self.layers.iter_mut().zip(&scene.layers) {
            *shown &= layer.kind != LayerKind::Sky;
        }
        self
    }

    /// Shows or hides a layer.
    pub fn show_layer(&mut self, layer: u16, shown: bool) {
        let index = usize::from(layer);
        if self.layers.len() <= index {
            self.layers.resize(index + 1, true);
        }
        if let Some(slot) = self.layers.get_mut(index) {
            *slot = shown;
        }
    }

    /// `true` if a layer is visible, by its index in [`Scene::layers`].
    pub fn layer(&self, layer: u16) -> bool {
        self.layers.get(usize::from(layer)).copied().unwrap_or(true)
    }

    /// `true` if the fronts of a node's faces are clockwise in the world.
    pub fn fronts_clockwise(&self, scene: &Scene, node: &Node, world: &Mat4) -> bool {
        let mesh = scene.mesh_of(node);
        let clockwise = mesh.is_some_and(|mesh| mesh.winding == Winding::Clockwise);
        let turned = mesh.is_some_and(|mesh| mesh.front == Front::Turned);
        let manual = node.mesh.is_some_and(|mesh| self.turned.contains(&mesh));
        clockwise ^ turned ^ manual ^ (world.determinant() < 0.0)
    }

    /// `true` if a node is drawn, considering its own visibility and its layer or level of detail.
    pub fn node(&self, scene: &Scene, node: NodeId) -> bool {
        self.hides(scene, node).is_none()
    }

    /// Reason why a node is hidden.
    pub fn hides(&self, scene: &Scene, node: NodeId) -> Option<HiddenBy> {
        if !self.manual(node) {
            return Some(HiddenBy::Object);
        }
        if let Some(chosen) = self.detail.get(&node) {
            return (!chosen).then_some(HiddenBy::Detail);
        }
        let Some(layer) = scene.nodes.get(node).map(|of| of.layer) else {
            return Some(HiddenBy::Object);
        };
        (!self.node_in_layer(node, layer)).then_some(HiddenBy::Layer(layer))
    }

    /// `true` if a node is drawn, ignoring the level of detail.
    pub fn node_by_layer(&self, scene: &Scene, node: NodeId) -> bool {
        self.manual(node)
            && scene.nodes.get(node).is_some_and(|of| self.node_in_layer(node, of.layer))
    }

    /// `true` if the layer of a node is visible, or the node is visible regardless of it.
    pub fn node_in_layer(&self, node: NodeId, layer: u16) -> bool {
        self.layer(layer) || self.shown_nodes.contains(&node)
    }

    /// `true` if the layer of a helper is visible, or the helper is visible regardless of it.
    pub fn helper_in_layer(&self, helper: HelperId, layer: u16) -> bool {
        self.layer(layer) || self.shown_helpers.contains(&helper)
    }

    /// `true` if a helper is drawn, considering its own visibility and its layer.
    pub fn helper(&self, scene: &Scene, helper: HelperId) -> bool {
        let found = scene.helpers.get(helper);
        let by_layer = found.is_some_and(|found| self.helper_in_layer(helper, found.layer));
        by_layer && self.chosen_helper(helper)
    }

    /// `true` if a helper is visible, ignoring its layer.
    pub fn chosen_helper(&self, helper: HelperId) -> bool {
        self.helpers.get(helper.index()).copied().unwrap_or(true)
    }

    fn manual(&self, node: NodeId) -> bool {
        self.nodes.get(node.index()).copied().unwrap_or(true)
    }
}
