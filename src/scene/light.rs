//! Light.

use glam::Vec3;

use super::Origin;

/// Parallel light on the faces whose material is lit.
#[derive(Clone, Debug, PartialEq)]
pub struct Sun {
    pub name: String,
    /// Unit length.
    pub to_light: Vec3,
    /// Brightness of a face that is turned away, 0 to 1.
    pub ambient: f32,
    /// Added to that where the light falls straight on a face.
    pub strength: f32,
    pub origin: Origin,
}
