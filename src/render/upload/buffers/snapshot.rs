//! Copies of an uploaded scene for workers.

use std::sync::Arc;

use super::SceneBuffers;

impl SceneBuffers {
    /// The tables as they are now, for a worker that computes pixels. The copy shares the buffers on the
    /// device, which edits of the original change, so it is not drawn.
    pub fn snapshot(&self) -> Arc<Self> {
        Arc::new(Self {
            scene: self.scene.clone(),
            displayed: self.displayed.clone(),
            moved: self.moved.clone(),
            moving: self.moving.clone(),
            normals: self.normals.clone(),
            ghost: self.ghost.clone(),
            ghosts: self.ghosts,
            notes: self.notes.clone(),
            surfaces: self.surfaces.clone(),
            streaming: None,
            states: self.states.clone(),
            nodes: self.nodes.clone(),
            placed_buffer: self.placed_buffer.clone(),
            face_buffer: self.face_buffer.clone(),
            pool_buffer: self.pool_buffer.clone(),
            node_buffer: self.node_buffer.clone(),
            state_buffer: self.state_buffer.clone(),
            mask_buffer: self.mask_buffer.clone(),
            group: self.group.clone(),
            version: self.version,
            bounds: self.bounds.clone(),
            subdivided: self.subdivided.clone(),
            masks: self.masks.clone(),
        })
    }
}
