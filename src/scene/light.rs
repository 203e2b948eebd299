//! Light on faces.

use glam::Vec3;

use super::Origin;

/// Light on the faces whose material is lit.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// Name of the light.
    pub name: String,
    /// Ambient light: R, G, B, where 1 preserves the face's own colour.
    pub ambient: Vec3,
    /// Directional lights, of which the first [`Light::MAX_LAMPS`] are used.
    pub lamps: Vec<Lamp>,
    /// Bytes and field path of the light; empty if it is not stored in a file.
    pub origin: Origin,
}

/// A directional light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lamp {
    /// Direction towards the light, in world space; unit length.
    pub to_light: Vec3,
    /// Colour, R, G, B, added to the ambient light at perpendicular incidence.
    pub colour: Vec3,
}

impl Light {
    /// Number of directional lights that the PlayStation has.
    pub const MAX_LAMPS: usize = 3;

    /// Light with one white lamp.
    ///
    /// `ambient` is the brightness of a face that is turned away, 0 to 1; `strength` is added to it at
    /// perpendicular incidence.
    pub fn sun(name: &str, to_light: Vec3, ambient: f32, strength: f32, origin: Origin) -> Self {
        Self {
            name: name.to_owned(),
            ambient: Vec3::splat(ambient),
            lamps: vec![Lamp { to_light, colour: Vec3::splat(strength) }],
            origin,
        }
    }

    /// Light from the upper left behind a viewer who looks along −Z, for scenes without their own.
    pub fn daylight() -> Self {
        /// Ambient part; together with the direct one, textures keep their colours at perpendicular
        /// incidence.
        const AMBIENT: f32 = 0.5;
        const DIRECT: f32 = 0.55;
        let to_light = Vec3::new(-0.4, 0.8, 0.45).normalize();
        Self::sun("default light", to_light, AMBIENT, DIRECT, Origin::default())
    }
}
