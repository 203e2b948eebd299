//! Pictures in memory.

use image::RgbaImage;

use super::{Camera, Gpu, Overlay, RenderError, RenderOptions, SceneBuffers};

/// Draws pictures of one size; keep it to draw several.
#[derive(Debug)]
pub struct Still {}

impl Still {
    /// # Errors
    /// When the picture is larger than the device can draw, or has no pixels.
    pub fn new(_gpu: &Gpu, _width: u32, _height: u32) -> Result<Self, RenderError> {
        unimplemented!()
    }

    /// Draws and reads back. The picture is opaque; the same scene and options give the same
    /// bytes on the same adapter.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn render(
        &mut self,
        _gpu: &Gpu,
        _buffers: &SceneBuffers,
        _camera: &Camera,
        _options: &RenderOptions,
        _overlay: Option<&Overlay>,
    ) -> Result<RgbaImage, RenderError> {
        unimplemented!()
    }
}
