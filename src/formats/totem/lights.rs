//! TotemTech `.TLIGHT`, `.TOMNI`, `.THFOG`: sun, lamp, and fog below a plane.
//!
//! * LIGHT (kind 12): `rotation`, `colour`, `direction` towards the light, `ambient`, `active`,
//!   `position`. It lights the nodes that name it.
//! * OMNI (kind 16): `colour`, an unknown flag, `start` and `end` of its falloff. Its position is that
//!   of its node.
//! * HFOG (kind 13): `colour`, an unknown flag, `translation`, `scale`, `rotation`, `local_matrix`,
//!   `world_matrix`. Its amount is 1 − y' in the space of the matrix, 0 to 1.
//!
//! Source: format document `totem-level.md`, section 11.

use crate::formats::FormatInfo;
use crate::formats::totem::maths::matrix;
use crate::formats::totem::resource::{Class, SEEN, info};
use crate::formats::totem::{Header, kind};
use crate::layout;

layout! {
    /// The sun.
    pub struct Sun {
        pub header: Header,
        /// x, y, z, w.
        pub rotation: [f32; 4],
        pub colour: [f32; 3],
        /// Towards the light.
        pub direction: [f32; 3],
        pub ambient: [f32; 3],
        pub active: u8,
        pub unknown_99: [u8; 3],
        pub position: [f32; 3],
    }
}

layout! {
    /// A lamp that shines in all directions.
    pub struct Omni {
        pub header: Header,
        pub colour: [f32; 3],
        pub unknown_70: u8,
        pub unknown_71: [u8; 3],
        /// Distance from the node at which the falloff begins.
        pub start: f32,
        /// Distance at which the light ends.
        pub end: f32,
    }
}

layout! {
    /// Fog below a plane.
    pub struct HFog {
        pub header: Header,
        pub colour: [f32; 3],
        pub unknown_70: u8,
        pub unknown_71: [u8; 3],
        pub translation: [f32; 3],
        pub scale: [f32; 3],
        /// x, y, z, w.
        pub rotation: [f32; 4],
        pub local_matrix: [f32; 16],
        pub world_matrix: [f32; 16],
    }
}

impl HFog {
    /// Amount of fog at a point in world space, 0 to 1.
    pub fn amount(&self, at: glam::Vec3) -> f32 {
        let to_fog = matrix(&self.world_matrix).inverse();
        let height = to_fog.transform_point3(at).y;
        if height.is_finite() { (1.0 - height).clamp(0.0, 1.0) } else { 0.0 }
    }
}

macro_rules! light_class {
    ($name:ident, $id:literal, $title:literal, $extension:literal, $kind:expr) => {
        impl Class for $name {
            const INFO: FormatInfo = info($id, $title, &[$extension], SEEN);
            const ROOT: &'static str = stringify!($name);
            const KIND: Option<u16> = Some($kind);

            fn header(&self) -> Option<&Header> {
                Some(&self.header)
            }
        }
    };
}

light_class!(Sun, "totem.light", "TotemTech sun", "tlight", kind::LIGHT);
light_class!(Omni, "totem.omni", "TotemTech lamp", "tomni", kind::OMNI);
light_class!(HFog, "totem.hfog", "TotemTech fog", "thfog", kind::HFOG);
