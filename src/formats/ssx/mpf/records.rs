//! The records of a model file.

use super::packet::{Key, Tag};
use super::pieces::{FileLayout, ModelLayout};
use super::references;
pub use super::vector::Vector;
use crate::bytes::Symbol;
use crate::layout;

/// The version of SSX Tricky.
pub const VERSION: u32 = 8;

crate::record! {
    /// Foot position on a board.
    pub struct IkPoint {
        pub position: Vector,
        pub unknown_0c: u32,
    }
}

crate::record! {
    /// Weight of a bone for a vertex.
    pub struct Weight {
        /// The weights of a vertex add up to 100.
        pub weight: i16 => crate::bytes::Hint::Unit("%"),
        /// Index in the bone list of the file with that id.
        pub bone: u8 => references::BONE,
        pub file: u8 => crate::bytes::Hint::Enum(references::FILES),
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
    /// Number by which bones of other files refer to this file: body 0, board 1, head 2 …
    pub file_id: u16,
    /// Number of morph keys of each morph mesh.
    pub morph_keys: u16,
    pub unknown_34: [u8; 8],
    pub unknown_4c: [u8; 4],
    pub materials: Vec<Material>,
    pub bones: Vec<Bone>,
    pub ik_points: Vec<IkPoint>,
    pub weights: Vec<Weights>,
    /// Lists of indices into `weights`, to which the vertices of a weight group refer.
    pub references: Vec<Vec<u32>>,
    pub groups: Vec<Group>,
    pub layout: ModelLayout,
}

layout! {
    /// The textures of a surface, four letters each; unused if the first letter is 0.
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
        /// Both are −1 for a root.
        pub parent_file: i16 => crate::bytes::Hint::Enum(references::FILES),
        pub parent: i16 => references::PARENT,
        /// 2 or 3 in known files.
        pub unknown_14: i16,
        /// The engine's number; weights and parents use the index in the list instead.
        pub id: i16,
        pub position: Vector,
        /// Radians; about X first, then Y, then Z, all negated.
        pub rotation: Vector,
        /// Only 0 and π in known files; not part of the bind pose.
        pub rotation_2: Vector,
        /// Only ±1 in known files.
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

/// Meshes whose vertices refer to the same list of weights: the one with the index of this weight group,
/// counted through all groups of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightGroup {
    pub meshes: Vec<Mesh>,
}

/// A chain of packets, and the morph keys of its vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub chain: Vec<Tag>,
    pub keys: Vec<Key>,
    /// Stored offset and stride of the morph keys if there are none: usually −1.
    pub no_keys: (i32, i32),
    /// Stride of the keys; for a single key it does not follow from the layout.
    pub stride: i32,
}

impl Model {
    pub fn name(&self) -> String {
        text(&self.name)
    }

    /// The weights of a vertex with the names of their bones.
    pub(super) fn in_words(&self, weights: &[Weight]) -> String {
        let bone = |weight: &Weight| {
            let own = u16::from(weight.file) == self.file_id;
            match self.bones.get(usize::from(weight.bone)).filter(|_| own) {
                Some(bone) => format!("{} {} %", bone.name(), weight.weight),
                None => {
                    let named = |file: &&Symbol| file.value == u32::from(weight.file);
                    let file = references::FILES.iter().find(named);
                    let file =
                        file.map_or_else(|| weight.file.to_string(), |file| file.name.to_owned());
                    format!("bone {} of {file} {} %", weight.bone, weight.weight)
                }
            }
        };
        weights.iter().map(bone).collect::<Vec<_>>().join(", ")
    }

    /// Every mesh, with the indices of its group, weight group and mesh.
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

/// Index of a mesh in a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshIndex {
    pub group: usize,
    pub weight_group: usize,
    pub mesh: usize,
    /// The weight group, counted through all groups: the index of its reference list.
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
    /// The name of the main texture, if any.
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

/// A slot is used if its first letter is not 0; the others may be uninitialised.
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
