//! TotemTech `.TCOLLISIONVOL` (class COLLISIONVOL, kind 14): a trigger box that sends messages on entry
//! and exit.
//!
//! After the header: `matrices` (a local one and its inverse), `message_in`, `message_out`, ten nodes and
//! ten numbers for the message, two lists, `agent` and `delay`. The box is the unit cube around the
//! origin, in the space of its node.
//!
//! Known unknowns: how spheres and cylinders are marked; the meaning of the second list.
//!
//! Source: format document `totem-level.md`, section 12.

use crate::bytes::Hint;
use crate::formats::FormatInfo;
use crate::formats::totem::resource::{Class, SEEN, info};
use crate::formats::totem::{Header, kind};
use crate::{layout, record};

use super::animation::MESSAGES;

record! {
    /// Transform of the box in the space of its node.
    pub struct VolumeMatrices {
        pub local_matrix: [f32; 16],
        pub inverse_local_matrix: [f32; 16],
    }
}

layout! {
    /// A trigger box.
    pub struct CollisionVol {
        pub header: Header,
        pub matrices: Vec<VolumeMatrices> [u32 "matrix_count"],
        pub message_in: u32 => Hint::Enum(MESSAGES),
        pub message_out: u32 => Hint::Enum(MESSAGES),
        pub nodes: [u32; 10] => Hint::Name,
        pub parameters: [f32; 10],
        pub animations: Vec<u32> [u32 "animation_count"] => Hint::Name,
        /// Bitmaps or animated materials.
        pub resources: Vec<u32> [u32 "resource_count"] => Hint::Name,
        /// Hash of a class or script name.
        pub agent: u32 => Hint::Name,
        pub delay: u32,
    }
}

impl Class for CollisionVol {
    const INFO: FormatInfo =
        info("totem.collisionvol", "TotemTech trigger", &["tcollisionvol"], SEEN);
    const ROOT: &'static str = "CollisionVol";
    const KIND: Option<u16> = Some(kind::COLLISIONVOL);
    const LISTS: &'static [&'static str] = &["matrices", "animations", "resources"];

    fn header(&self) -> Option<&Header> {
        Some(&self.header)
    }
}
