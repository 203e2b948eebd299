//! The records of a model file.

use super::packet::{Key, Tag};
use super::pieces::{FileLayout, ModelLayout};
pub use super::vector::Vector;
use crate::layout;

/// The version of SSX Tricky.
pub const VERSION: u32 = 8;

crate::record! {
    /// Where a foot stands on a board.
    pub struct IkPoint {
        pub position: Vector,
        pub unknown_0c: u32,
    }
}

crate::record! {
    /// A bone's share in a vertex.
    pub struct Weight {
        /// All of a vertex sum to 100.
        pub weight: i16 => crate::bytes::Hint::Unit("%"),
        /// Position in the list of the file with that id.
        pub bone: u8,
        pub file: u8,
    }
}

/// A model file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    pub version: u32,
    pub models: Vec<Model>,
    pub layout: FileLayout,
}

/// A model: a body, head or board at one level of detail, or its shadow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// NUL-padded.
    pub name: [u8; 16],
    /// By which bones of other files are named: body 0, board 1, head 2 …
    pub file_id: u16,
    /// Morph keys of each morph mesh.
    pub morph_keys: u16,
    pub unknown_34: [u8; 8],
    pub unknown_4c: [u8; 4],
    pub materials: Vec<Material>,
    pub bones: Vec<Bone>,
    pub ik_points: Vec<IkPoint>,
    pub weights: Vec<Weights>,
    /// Lists of indices into `weights`; what the vertices of a weight group refer to.
    pub references: Vec<Vec<u32>>,
    pub groups: Vec<Group>,
    pub layout: ModelLayout,
}

layout! {
    /// The textures of a surface, each four letters; a first letter of 0 stands for none.
    #[derive(Copy)]
    pub struct Material {
        pub main: [u8; 4] [text],
        pub texture_1: [u8; 4] [text],
        pub texture_2: [u8; 4] [text],
        pub gloss: [u8; 4] [text],
        pub environment: [u8; 4] [text],
        pub factor: f32,
        pub unknown_18: f32,
        pub unknown_1c: f32,
    }

    /// A bone, in its bind pose.
    #[derive(Copy)]
    pub struct Bone {
        pub name: [u8; 16] [text],
        /// Both −1 for a root.
        pub parent_file: i16,
        pub parent: i16,
        /// 2 or 3.
        pub unknown_14: i16,
        /// The engine's own numbering; weights and parents go by position in the list.
        pub id: i16,
        pub position: Vector,
        /// Radians; about X first, then Y, then Z, all negated.
        pub rotation: Vector,
        /// Only 0 and π; no part of the bind pose.
        pub rotation_2: Vector,
        /// Only ±1.
        pub signs: [f32; 6],
    } => Bone::name
}

/// The bones that a vertex follows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    pub entries: Vec<Weight>,
    /// Always 36.
    pub unknown_08: u32,
}

/// Kinds of mesh groups.
pub mod group_kind {
    pub const STANDARD: u32 = 1;
    pub const SHADOW: u32 = 17;
    pub const MORPH: u32 = 256;
}

/// Meshes of one material and kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// One of [`group_kind`].
    pub kind: u32,
    pub material: u32,
    /// Always −1.
    pub unknown_08: i32,
    pub weight_groups: Vec<WeightGroup>,
}

/// Meshes whose vertices refer to the same list of weights: the list with the number of this weight
/// group, counted through all groups of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightGroup {
    pub meshes: Vec<Mesh>,
}

/// A chain of packets, and the morph keys of its vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub chain: Vec<Tag>,
    pub keys: Vec<Key>,
    /// Offset and stride of the morph keys as stored, where no keys are: usually −1.
    pub no_keys: (i32, i32),
    /// Stride of a single key, which nothing else tells.
    pub stride: i32,
}

impl Model {
    pub fn name(&self) -> String {
        text(&self.name)
    }

    /// Every mesh, with the numbers of its group, weight group and mesh.
    pub fn meshes(&self) -> impl Iterator<Item = (MeshIndex, &Group, &Mesh)> {
        let mut list = 0;
        self.groups.iter().enumerate().flat_map(move |(group, stored)| {
            let first = list;
            list += stored.weight_groups.len();
            stored.weight_groups.iter().enumerate().flat_map(move |(weight_group, meshes)| {
                meshes.meshes.iter().enumerate().map(move |(mesh, chain)| {
                    let list = first + weight_group;
                    (MeshIndex { group, weight_group, mesh, list }, stored, chain)
                })
            })
        })
    }
}

/// Which mesh of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshIndex {
    pub group: usize,
    pub weight_group: usize,
    pub mesh: usize,
    /// The weight group, counted through all groups: the number of its reference list.
    pub list: usize,
}

impl MeshIndex {
    /// Field path below the model.
    pub fn path(&self) -> String {
        let Self { group, weight_group, mesh, .. } = self;
        format!("groups[{group}].weight_groups[{weight_group}].meshes[{mesh}]")
    }
}

impl Material {
    /// The name of the texture that covers the surface, if any.
    pub fn main(&self) -> Option<[u8; 4]> {
        used(self.main)
    }

    pub fn gloss(&self) -> Option<[u8; 4]> {
        used(self.gloss)
    }

    pub fn environment(&self) -> Option<[u8; 4]> {
        used(self.environment)
    }
}

/// Only the first letter tells whether a slot is used: others may be left over.
fn used(name: [u8; 4]) -> Option<[u8; 4]> {
    (name.first() != Some(&0)).then_some(name)
}

impl Bone {
    pub fn name(&self) -> String {
        text(&self.name)
    }

    /// File id and index of the parent.
    pub fn parent(&self) -> Option<(u16, usize)> {
        Some((u16::try_from(self.parent_file).ok()?, usize::try_from(self.parent).ok()?))
    }
}

/// A NUL-padded name as text.
pub fn text(name: &[u8]) -> String {
    let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
    crate::bytes::cp1252::decode(name.get(..end).unwrap_or(name))
}
