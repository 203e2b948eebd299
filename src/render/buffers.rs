//! A scene on the device.

use std::sync::Arc;

use super::{Gpu, Visibility};
use crate::scene::Scene;

/// A scene uploaded to a device.
#[derive(Debug)]
pub struct SceneBuffers {
    scene: Arc<Scene>,
}

impl SceneBuffers {
    /// Uploads a scene. Takes a while for large ones: call it on a worker. Shows what
    /// [`Visibility::initial`] says.
    pub fn new(_gpu: &Gpu, scene: Arc<Scene>) -> Self {
        Self { scene }
    }

    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// What could not be uploaded, in sentences: textures beyond the device's memory limits.
    pub fn notes(&self) -> &[String] {
        &[]
    }

    /// Shows and hides layers and nodes. Cheap; does nothing when nothing changed.
    pub fn set_visibility(&mut self, _gpu: &Gpu, _visibility: &Visibility) {
        unimplemented!()
    }

    pub fn visibility(&self) -> &Visibility {
        unimplemented!()
    }

    /// Replaces the words of a palette (after the loader's rule: 0x0000 is a hole, bit 15 STP).
    pub fn set_palette(&mut self, _gpu: &Gpu, _palette: u32, _loaded: &[u16]) {
        unimplemented!()
    }

    /// Draws a texture's faces with another palette; `None` goes back to each face's own.
    pub fn override_palette(&mut self, _gpu: &Gpu, _texture: u32, _palette: Option<u32>) {
        unimplemented!()
    }

    /// Moves nodes: one world transform for each of the scene's nodes.
    pub fn set_transforms(&mut self, _gpu: &Gpu, _world: &[glam::Mat4]) {
        unimplemented!()
    }
}
