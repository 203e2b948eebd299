//! Content of a picture, for a worker.

use std::sync::Arc;

use crate::render::{Camera, Overlay, PosedScene, PosedShot, RenderOptions, SceneBuffers, Shot};

/// Everything that a picture depends on, with the scene as `S`.
pub struct Content<S> {
    scene: S,
    camera: Camera,
    options: RenderOptions,
    overlay: Option<Overlay>,
    size: (u32, u32),
}

impl<S> Content<S> {
    pub fn size(&self) -> (u32, u32) {
        self.size
    }
}

/// The faces of a picture.
impl Content<PosedScene> {
    pub fn of_faces(shot: &PosedShot, size: (u32, u32)) -> Self {
        Self {
            scene: shot.scene.clone(),
            camera: *shot.camera,
            options: *shot.options,
            overlay: shot.overlay.cloned(),
            size,
        }
    }

    pub fn shot(&self) -> PosedShot<'_> {
        let Self { scene, camera, options, overlay, .. } = self;
        PosedShot { scene, camera, options, overlay: overlay.as_ref() }
    }
}

/// The pixels of a picture.
impl Content<Arc<SceneBuffers>> {
    pub fn of_pixels(shot: &Shot, size: (u32, u32)) -> Self {
        Self {
            scene: shot.buffers.snapshot(),
            camera: *shot.camera,
            options: *shot.options,
            overlay: shot.overlay.cloned(),
            size,
        }
    }

    pub fn shot(&self) -> Shot<'_> {
        Shot::new(&self.scene, &self.camera, &self.options).with(self.overlay.as_ref())
    }
}
