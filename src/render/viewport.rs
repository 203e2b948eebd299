//! A picture that follows a camera.

use super::{Camera, Gpu, Overlay, RenderOptions, SceneBuffers};
use crate::scene::Element;

/// What is below a pixel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pick {
    /// The pixel that was asked for, from the top left of the picture.
    pub at: (u32, u32),
    /// A face or a helper.
    pub element: Option<Element>,
}

/// The offscreen targets of one view, and what is in them.
#[derive(Debug)]
pub struct Viewport {}

impl Viewport {
    /// `width` and `height` in physical pixels; zero counts as one, more than the device can
    /// draw is cut.
    pub fn new(_gpu: &Gpu, _width: u32, _height: u32) -> Self {
        unimplemented!()
    }

    /// The picture's texture changes: register [`Viewport::texture`] anew when this returns true.
    pub fn resize(&mut self, _gpu: &Gpu, _width: u32, _height: u32) -> bool {
        unimplemented!()
    }

    pub fn size(&self) -> (u32, u32) {
        unimplemented!()
    }

    /// Draws what changed since the last call: nothing, the overlay, or everything. Returns
    /// whether the picture changed.
    pub fn render(
        &mut self,
        _gpu: &Gpu,
        _buffers: &SceneBuffers,
        _camera: &Camera,
        _options: &RenderOptions,
        _overlay: &Overlay,
    ) -> bool {
        unimplemented!()
    }

    /// The picture: `Rgba8Unorm`, opaque, not to be decoded as sRGB. Show it with nearest
    /// filtering, one texel a physical pixel.
    pub fn texture(&self) -> &wgpu::TextureView {
        unimplemented!()
    }

    /// Asks what is below a pixel of the picture last drawn. Never waits; while an answer is
    /// under way the newest question is kept.
    pub fn request_pick(&mut self, _gpu: &Gpu, _x: u32, _y: u32) {
        unimplemented!()
    }

    /// The answer, once. Ask each frame while [`Viewport::pick_pending`].
    pub fn poll_pick(&mut self, _gpu: &Gpu) -> Option<Pick> {
        unimplemented!()
    }

    pub fn pick_pending(&self) -> bool {
        unimplemented!()
    }
}

#[allow(unused)]
fn _t(_: Element) {}
