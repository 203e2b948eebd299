//! Content of a picture, for a worker.

use crate::render::{Camera, Overlay, PosedScene, PosedShot, RenderOptions};

/// Everything that the faces of a picture depend on.
pub struct Content {
    scene: PosedScene,
    camera: Camera,
    options: RenderOptions,
    overlay: Option<Overlay>,
    size: (u32, u32),
}

impl Content {
    pub fn of(shot: &PosedShot, size: (u32, u32)) -> Self {
        Self {
            scene: shot.scene.clone(),
            camera: *shot.camera,
            options: *shot.options,
            overlay: shot.overlay.cloned(),
            size,
        }
    }

    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    pub fn shot(&self) -> PosedShot<'_> {
        let Self { scene, camera, options, overlay, .. } = self;
        PosedShot { scene, camera, options, overlay: overlay.as_ref() }
    }
}
