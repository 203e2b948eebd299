//! Renders pictures of single models.

use std::sync::Arc;

use image::RgbaImage;

use crate::index::catalogue::Painter;
use crate::render::{
    AdapterChoice, Camera, Effects, Gpu, PictureRenderer, RenderError, RenderOptions, SceneBuffers,
    Shot, Visibility, drawn_points, without_strays,
};
use crate::scene::{MeshId, Scene};

/// Side of a picture, in pixels.
const SIDE: u32 = 128;

/// Renders models without a window.
pub struct Portraits {
    gpu: Gpu,
    still: PictureRenderer,
}

impl Portraits {
    /// Opens a graphics device.
    pub fn new() -> Result<Self, RenderError> {
        let gpu = Gpu::headless(AdapterChoice::Any)?;
        let still = PictureRenderer::new(&gpu, SIDE, SIDE)?;
        Ok(Self { gpu, still })
    }

    fn paint_one(
        &mut self,
        scene: &Scene,
        buffers: &mut SceneBuffers,
        mesh: MeshId,
    ) -> Option<RgbaImage> {
        let alone = Visibility::alone(scene, mesh)?;
        let mut camera = Camera::default();
        let points = without_strays(drawn_points(scene, &alone));
        if points.is_empty() {
            return None;
        }
        camera.fill(&points, 1.0);
        buffers.set_visibility(&self.gpu, &alone);
        let effects = Effects { dither: false, ..Effects::of(scene.style) };
        let options = RenderOptions::new(effects);
        let shot = Shot::new(buffers, &camera, &options);
        let picture = self.still.render_transparent(&self.gpu, &shot).ok()?;
        picture.pixels().any(|pixel| pixel.0[3] > 0).then_some(picture)
    }
}

impl Painter for Portraits {
    fn paint(&mut self, scene: &Arc<Scene>, meshes: &[MeshId]) -> Vec<Option<RgbaImage>> {
        let mut buffers = SceneBuffers::new(&self.gpu, scene.clone());
        meshes.iter().map(|mesh| self.paint_one(scene, &mut buffers, *mesh)).collect()
    }
}
