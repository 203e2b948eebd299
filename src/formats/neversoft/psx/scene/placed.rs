//! Models that are placed by something else than an object.

use glam::Mat4;

use crate::scene::{Node, Scene};

/// The most faces that the instances of a level may add up to. A small file can place one large model a
/// hundred thousand times; no level of the engine comes near this.
pub const MAX_FACES: usize = 4_000_000;

/// A model, and where it is placed.
pub struct Placed {
    pub model: usize,
    pub layer: u16,
    pub parent: Option<u32>,
    pub local: Mat4,
}

impl Placed {
    /// Adds its node.
    pub fn add(self, scene: &mut Scene, first_mesh: usize) -> Option<u32> {
        let Self { model, layer, parent, local } = self;
        let mesh = scene.meshes.get(first_mesh + model)?;
        let (name, origin) = (mesh.name.clone(), mesh.origin.clone());
        let mesh = u32::try_from(first_mesh + model).ok();
        let node = u32::try_from(scene.nodes.len()).ok();
        scene.nodes.push(Node { name, parent, local, mesh, layer, origin, ..Node::default() });
        node
    }
}
