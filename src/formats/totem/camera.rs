//! TotemTech `.TCAMERA` (class CAMERA, kind 7): `fov` in radians, an unknown number, and `target`, the
//! node that it looks at from its own node.
//!
//! Known unknowns: whether the angle is horizontal or vertical.
//!
//! Source: format document `totem-level.md`, section 11.

use crate::bytes::Hint;
use crate::formats::FormatInfo;
use crate::formats::totem::resource::{Class, SEEN, info};
use crate::formats::totem::{Header, kind};
use crate::layout;

layout! {
    /// A camera.
    pub struct Camera {
        pub header: Header,
        /// Radians.
        pub fov: f32,
        pub roll: f32,
        /// Name hash of a node; 0 to look along +Z.
        pub target: u32 => Hint::Name,
    }
}

impl Class for Camera {
    const INFO: FormatInfo = info("totem.camera", "TotemTech camera", &["tcamera"], SEEN);
    const ROOT: &'static str = "Camera";
    const KIND: Option<u16> = Some(kind::CAMERA);

    fn header(&self) -> Option<&Header> {
        Some(&self.header)
    }
}
