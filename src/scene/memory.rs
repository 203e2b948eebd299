//! Memory use of a scene.

use super::origin::Spans;
use super::{Mesh, Node, Scene};

impl Scene {
    /// Size of its geometry in bytes, which is nearly all of it: textures, sounds and animations are
    /// decoded from their file on demand.
    pub fn memory(&self) -> usize {
        let meshes: usize = self.meshes.iter().map(Mesh::memory).sum();
        let helpers: usize = self.helpers.iter().map(size_of_val).sum();
        meshes + size_of::<Node>() * self.nodes.len() + helpers
    }
}

impl Mesh {
    fn memory(&self) -> usize {
        let points = size_of_val(&self.positions[..]) + size_of_val(&self.normals[..]);
        let values: usize = self.face_values.iter().map(super::PackedInts::memory).sum();
        let origins = [&self.position_spans, &self.normal_spans, &self.face_spans];
        let origins: usize = origins.into_iter().map(Spans::memory).sum();
        size_of::<Self>() + points + self.faces.memory() + values + origins
    }
}

impl Spans {
    fn memory(&self) -> usize {
        self.table_bytes() + self.path.capacity()
    }
}
