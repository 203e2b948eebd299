//! Everything below a pixel.

use super::{Camera, Overlay, RenderOptions, SceneBuffers};
use crate::scene::FaceRef;

/// A face below a pixel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RayHit {
    pub face: FaceRef,
    /// From the eye along the view direction, scene units.
    pub depth: f32,
    /// Texture coordinates there, in the material's unit.
    pub uv: [f32; 2],
    /// The face is seen from behind.
    pub from_behind: bool,
}

/// Every shown face below a pixel of a picture of `size`, front first, as the options draw them:
/// faces that are not drawn and texels that are holes do not count, and the first is what the id
/// buffer holds.
pub fn faces_at(
    _buffers: &SceneBuffers,
    _camera: &Camera,
    _options: &RenderOptions,
    _overlay: Option<&Overlay>,
    _size: (u32, u32),
    _at: (u32, u32),
) -> Vec<RayHit> {
    unimplemented!()
}
