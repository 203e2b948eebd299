//! Places models that no object places.

use glam::Mat4;

use crate::scene::{MeshId, Node, NodeId, Scene};

/// Maximum total number of faces of a level's instances. A small file can place one large model a hundred
/// thousand times; no level of the engine comes near this.
pub const MAX_FACES: usize = 4_000_000;

/// A model and its transform.
pub struct PositionedModel {
    pub model: usize,
    pub layer: u16,
    pub parent: Option<NodeId>,
    pub local: Mat4,
}

impl PositionedModel {
    /// Adds its node.
    pub fn add(self, scene: &mut Scene, first_mesh: MeshId) -> Option<NodeId> {
        let Self { model, layer, parent, local } = self;
        let mesh = first_mesh.plus(model);
        let shape = scene.meshes.get(mesh)?;
        let (name, origin) = (shape.name.clone(), shape.origin.clone());
        let node = Node { name, parent, local, mesh: Some(mesh), layer, origin, ..Node::default() };
        Some(scene.nodes.push(node))
    }
}
