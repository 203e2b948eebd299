//! Records of a skin.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result, Shaped};
use crate::formats::totem::{Header, Platform};
use crate::{layout, record};

record! {
    /// Weight of a bone for a vertex or a normal.
    pub struct Weight {
        /// Index of the vertex or normal in the mesh.
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

layout! {
    /// Weights of a bone for one mesh.
    pub struct Section {
        pub mesh: u16 => Hint::Index("meshes"),
        pub vertices: Vec<Weight> [u32 "vertex_count"],
        pub normals: Vec<Weight> [u32 "normal_count"],
    } => |section: &Section| {
        format!("{} vertices of mesh {}", section.vertices.len(), section.mesh)
    }

    /// A bone and all its weights.
    pub struct Group {
        /// Name hash of the bone or node.
        pub bone: u32 => Hint::Name,
        pub sections: Vec<Section> [u32 "section_count"],
    } => |group: &Group| format!("bone {:08X}", group.bone)

    /// Vertices and normals that are grouped for an unknown reason.
    pub struct UnknownList {
        pub vertices: Vec<u32> [u32 "vertex_count"],
        pub normals: Vec<u32> [u32 "normal_count"],
    }
}

/// A skin as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    pub platform: Platform,
    pub header: Header,
    /// Name hashes.
    pub meshes: Vec<u32>,
    pub zero: u32,
    pub groups: Vec<Group>,
    /// Not 0 if animations follow.
    pub has_animations: u8,
    pub animations: Vec<AnimationRef>,
    pub unknown_lists: Vec<UnknownList>,
    /// Trailing bytes.
    pub tail: Vec<u8>,
}

impl Layout for Skin {
    const TYPE: &'static str = "Skin";
    const MIN_SIZE: u64 = Header::SIZE as u64;
    const IS_FIXED: bool = true;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        self.platform.pass(pass)?;
        pass.value("header", &mut self.header)?;
        pass.counted::<u32, _>("mesh_count", ("meshes", Hint::Name), &mut self.meshes)?;
        pass.value("zero", &mut self.zero)?;
        pass.counted::<u32, _>("group_count", "groups", &mut self.groups)?;
        self.has_animations = self.has_animations.max(u8::from(!self.animations.is_empty()));
        pass.value("has_animations", &mut self.has_animations)?;
        pass.when("has_animations", self.has_animations.into(), u64::MAX, |pass| {
            pass.counted::<u32, _>("animation_count", "animations", &mut self.animations)?;
            Ok(())
        })?;
        pass.counted::<u32, _>("unknown_list_count", "unknown_lists", &mut self.unknown_lists)?;
        pass.rest("tail", &mut self.tail)
    }
}
