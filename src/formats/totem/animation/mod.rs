//! TotemTech `.TANIMATION` (class ANIMATION): keys of bones, of switches and of materials over time. No
//! header.
//!
//! `length` in seconds, `flags`, then three lists: `meshes` (visibility switches), `nodes` (bones by name
//! hash, with two tracks of vectors, rotations and messages), `materials`. A track is flags, a count and
//! [`keys`]; there are 60 frames per second.
//!
//! No source states with certainty which of a bone's two vector tracks is translation and which is
//! scale, which sign an in-tangent has, and which unit translations have: [`Reading`] derives them
//! from the keys.
//!
//! Source: format document `totem-level.md`, section 8.

pub mod keys;
mod reading;
mod scene;

pub use keys::{
    Key, KeyFloat, KeyMessage, KeyRotation, KeyVector, KeyVectorPacked, Keys, MESSAGES, Message,
    flags,
};
pub use reading::{Curve, Reading, rotation_at, value_at};
pub(super) use scene::messages;

use crate::bytes::{Hint, Problems};
use crate::container::Context;
use crate::formats::totem::resource::{Class, Resource, SEEN, Viewed, info};
use crate::formats::{Counts, FormatInfo, Loaded, Report};
use crate::layout;
use crate::scene::Scene;

layout! {
    /// A visibility switch.
    pub struct MeshTrack {
        /// Hash of its name.
        pub name: u32 => Hint::Name,
        pub flags: u16 => Hint::Hex,
        /// 0 hides the mesh.
        pub hide: Keys<KeyFloat>,
    }

    /// Animation of a bone.
    pub struct NodeTrack {
        /// Hash of the bone's name.
        pub name: u32 => Hint::Name,
        pub flags: u16 => Hint::Flags(flags::RESETS),
        /// Translation or scale.
        pub vectors_a: Keys<KeyVectorPacked>,
        pub rotation: Keys<KeyRotation>,
        /// The other of the two.
        pub vectors_b: Keys<KeyVectorPacked>,
        pub messages: Keys<KeyMessage>,
    }

    /// Animation of a material.
    pub struct MaterialTrack {
        pub name: u32 => Hint::Name,
        pub flags: u16 => Hint::Hex,
        pub u: Keys<KeyFloat>,
        pub v: Keys<KeyFloat>,
        pub unknown_a: Keys<KeyFloat>,
        pub unknown_b: Keys<KeyFloat>,
        pub unknown_c: Keys<KeyFloat>,
        pub diffuse: Keys<KeyVectorPacked>,
        pub emissive: Keys<KeyVectorPacked>,
        pub rotation: Keys<KeyFloat>,
    }

    /// An animation.
    pub struct Animation {
        /// Seconds.
        pub length: f32 => Hint::Unit("seconds"),
        /// 2: no smoothing between animations.
        pub flags: u16 => Hint::Hex,
        pub meshes: Vec<MeshTrack> [u32 "mesh_count"],
        pub nodes: Vec<NodeTrack> [u32 "node_count"],
        pub materials: Vec<MaterialTrack> [u32 "material_count"],
    }
}

/// Frames per second.
pub const RATE: f32 = 60.0;

/// Maximum length of a played animation in frames: an hour.
const LONGEST: f32 = 216_000.0;

/// Number of whole frames from 0 to `length` seconds, inclusive.
pub fn frames(length: f32) -> u32 {
    // Limited to an hour: three bytes of frames for each byte of keys would be too many.
    let last = (length * RATE + 1.0 / 1024.0).floor();
    if last.is_finite() { last.clamp(0.0, LONGEST) as u32 + 1 } else { 1 }
}

impl Animation {
    /// Number of whole frames, including the first and the last.
    pub fn frames(&self) -> u32 {
        frames(self.length)
    }
}

impl Class for Animation {
    const INFO: FormatInfo = info("totem.animation", "TotemTech animation", &["tanimation"], SEEN);
    const ROOT: &'static str = "Animation";
    const LISTS: &'static [&'static str] = &[
        "meshes",
        "nodes",
        "materials",
        "meshes[*].hide.keys",
        "nodes[*].vectors_a.keys",
        "nodes[*].rotation.keys",
        "nodes[*].vectors_b.keys",
        "nodes[*].messages.keys",
    ];

    fn count(&self, counts: &mut Counts) {
        counts.set("animations", 1);
        counts.set("frames", self.frames());
    }

    fn check(file: &Loaded<Resource<Self>>, report: &mut Report<'_>) {
        let animation = &file.records.body;
        if !animation.length.is_finite() || animation.length < 0.0 {
            report.error("length", "the length is negative or not finite");
        }
        for (at, track) in animation.nodes.iter().enumerate() {
            let path = |name: &str| format!("nodes[{at}].{name}");
            keys::check(&track.vectors_a, &path("vectors_a"), report);
            keys::check(&track.rotation, &path("rotation"), report);
            keys::check(&track.vectors_b, &path("vectors_b"), report);
        }
    }
}

impl Viewed for Animation {
    fn scene(file: &Loaded<Resource<Self>>, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(file, context), Problems::default()))
    }
}
