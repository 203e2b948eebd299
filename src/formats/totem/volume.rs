//! TotemTech `.TCOLLISIONVOL` (class COLLISIONVOL, kind 14): a box that sends messages when something
//! goes in or out.
//!
//! Behind the header: `matrices` (a local one and its inverse), `message_in`, `message_out`, ten nodes
//! and ten numbers for the message, two lists, `agent` and `delay`. The box is the unit cube around
//! the origin, in the space of its node.
//!
//! Known unknowns: spheres and cylinders, of which nothing tells; what the second list holds.
//!
//! Source: format document `totem-level.md`, section 12.

use crate::bytes::Hint;
use crate::formats::FormatInfo;
use crate::formats::totem::resource::{Class, SEEN, info};
use crate::formats::totem::{Header, kind};
use crate::{layout, record};

use super::animation::MESSAGES;

record! {
    /// Where the box is in the space of its node.
    pub struct VolumeMatrices {
        pub local_matrix: [f32; 16],
        pub inverse_local_matrix: [f32; 16],
    }
}

layout! {
    /// A box to go into.
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
        /// Class or script, by hash.
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
