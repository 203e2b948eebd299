//! A scene that was uploaded to the device to draw thumbnails of it.

use std::sync::Arc;

use glam::Vec3;
use image::RgbaImage;

use super::SIDE;
use crate::app::model::DocScene;
use crate::render::{
    Camera, Effects, Gpu, PictureRenderer, RenderOptions, SceneBuffers, Shot, Visibility,
    posed_points, without_strays,
};
use crate::scene::Scene;

/// Number of views that have to fit into the picture of a rotating model.
const VIEWS: u16 = 12;

/// See the [module](self).
pub struct Drawing {
    gpu: Gpu,
    scene: DocScene,
    buffers: SceneBuffers,
    still: PictureRenderer,
}

impl Drawing {
    /// Uploads a scene; `None` if the device cannot draw even a small picture.
    pub fn new(gpu: Gpu, scene: Arc<Scene>) -> Option<Self> {
        let still = PictureRenderer::new(&gpu, SIDE, SIDE).ok()?;
        let scene = DocScene::new(scene);
        let mut buffers = SceneBuffers::new(&gpu, scene.scene.clone());
        buffers.set_pose(&gpu, &scene.posed);
        Some(Self { gpu, scene, buffers, still })
    }

    /// Draws the visible elements on a transparent background.
    pub fn draw(&mut self, visibility: &Visibility) -> Option<RgbaImage> {
        let mut camera = Camera::default();
        camera.fill(&self.points(visibility), 1.0);
        self.take(visibility, &camera)
    }

    /// Draws the visible elements with this camera on a transparent background.
    pub fn take(&mut self, visibility: &Visibility, camera: &Camera) -> Option<RgbaImage> {
        self.buffers.set_visibility(&self.gpu, visibility);
        let effects = Effects { dither: false, ..Effects::of(self.scene.scene.style) };
        let options = RenderOptions::new(effects);
        let shot = Shot::new(&self.buffers, camera, &options);
        self.still.render_transparent(&self.gpu, &shot).ok()
    }

    /// A camera that can orbit the visible elements while all of them stay in the picture.
    pub fn turntable(&self, visibility: &Visibility) -> Camera {
        Camera::default().around(&self.points(visibility), 1.0, VIEWS)
    }

    fn points(&self, visibility: &Visibility) -> Vec<Vec3> {
        without_strays(posed_points(&self.scene.scene, visibility, &self.scene.posed))
    }

    /// The device that draws.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }
}
