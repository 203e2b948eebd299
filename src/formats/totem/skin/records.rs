//! The records of a skin.

use crate::bytes::Hint;
use crate::formats::totem::{Header, Platform, kind};
use crate::record;

record! {
    /// How much a bone moves a vertex or a normal.
    pub struct Weight {
        /// Index in the mesh.
        pub id: u32,
        pub weight: f32,
    }
}

record! {
    /// An animation that the skin can play.
    pub struct AnimationRef {
        pub symbol: u32 => Hint::Hex,
        pub animation: u32 => Hint::Name,
    }
}

/// What a bone moves of one mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Index in [`Skin::meshes`].
    pub mesh: u16,
    pub vertices: Vec<Weight>,
    pub normals: Vec<Weight>,
}

/// A bone and all that it moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// Name hash of the bone or node.
    pub bone: u32,
    pub sections: Vec<Section>,
}

/// Vertices and normals that belong together for an unknown reason.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnknownList {
    pub vertices: Vec<u32>,
    pub normals: Vec<u32>,
}

/// A skin as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    pub platform: Platform,
    pub header: Header,
    /// Name hashes.
    pub meshes: Vec<u32>,
    pub zero: u32,
    pub groups: Vec<Group>,
    /// Stored before the animations; they follow when it is not 0.
    pub has_animations: u8,
    pub animations: Option<Vec<AnimationRef>>,
    pub unknown_lists: Vec<UnknownList>,
    /// Bytes behind.
    pub tail: Vec<u8>,
    /// Why it cannot be written back.
    pub lost: Option<String>,
}

impl Skin {
    pub(super) fn empty(platform: Platform, header: Header) -> Self {
        Self {
            platform,
            header,
            meshes: Vec::new(),
            zero: 0,
            groups: Vec::new(),
            has_animations: 0,
            animations: None,
            unknown_lists: Vec::new(),
            tail: Vec::new(),
            lost: None,
        }
    }

    /// A skin of these meshes, by name hash, moved by these bones.
    pub fn new(platform: Platform, meshes: Vec<u32>, groups: Vec<Group>) -> Self {
        Self { meshes, groups, ..Self::empty(platform, Header::new(kind::SKIN)) }
    }
}
