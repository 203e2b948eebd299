//! Headers of a file: types, lengths and offsets of its lists.

use super::records::{group_kind, text};
use super::references;
use crate::bytes::layout::Layout;
use crate::bytes::{Hint, Symbol};
use crate::layout;

/// Bytes of a model header.
pub const MODEL_HEADER: u64 = <ModelHeader as Layout>::MIN_SIZE;
/// Bytes of the file header.
pub const FILE_HEADER: u64 = <Header as Layout>::MIN_SIZE;

layout! {
    /// Header of the file.
    pub struct Header {
        pub version: u32,
        pub model_count: u16,
        pub header_offset: u16 => Hint::Pointer,
        pub data_start: u32 => Hint::Pointer,
    }

    /// A row of the table of models.
    pub struct ModelHeader {
        pub name: [u8; 16] [text],
        pub offset: u32 => references::MODEL,
        pub size: u32 => Hint::Unit("bytes"),
        pub bones: u32 => references::BONES,
        pub ik_points: u32 => references::IK_POINTS,
        pub groups: u32 => references::GROUPS,
        pub mesh_data: u32 => references::MESH_DATA,
        pub materials: u32 => references::MATERIALS,
        pub references: u32 => references::REFERENCES,
        pub weights: u32 => references::WEIGHTS,
        pub unknown_34: [u8; 8] => Hint::Hex,
        pub counts: Counts,
        pub unknown_4c: [u8; 4] => Hint::Hex,
    } => |header: &ModelHeader| text(&header.name)
}

crate::record! {
    /// Lengths of the lists of a model.
    pub struct Counts {
        pub weights: u16,
        pub references: u16,
        pub groups: u16,
        pub bones: u16,
        pub materials: u16,
        pub ik_points: u16,
        pub morph_keys: u16,
        pub file_id: u16 => Hint::Enum(references::FILES),
    }
}

crate::record! {
    /// Length and offset of the weights of a vertex.
    pub struct WeightsHeader {
        pub count: u32,
        pub offset: u32 => references::WEIGHT_ENTRIES,
        pub unknown_08: u32,
    }
}

crate::record! {
    /// Length and offset of a list of references.
    pub struct ReferencesHeader {
        pub count: u32,
        pub offset: u32 => references::REFERENCE_LIST,
    }
}

/// Names of the kinds of mesh groups.
pub const KINDS: &[Symbol] = &[
    Symbol { value: group_kind::STANDARD, name: "standard" },
    Symbol { value: group_kind::SHADOW, name: "shadow" },
    Symbol { value: group_kind::MORPH, name: "morph" },
];

crate::record! {
    /// Header of a mesh group.
    pub struct GroupHeader {
        pub kind: u32 => Hint::Enum(KINDS),
        pub material: u32 => Hint::Index("materials"),
        pub unknown_08: i32,
        pub count: u32,
        pub offset: u32 => references::WEIGHT_GROUPS,
    }
}

crate::record! {
    /// Length and offset of the meshes of a weight group.
    pub struct WeightGroupHeader {
        pub offset: u32 => references::MESH_HEADERS,
        pub count: u32,
    }
}

crate::record! {
    /// Offset of a mesh, and its morph keys.
    pub struct MeshHeader {
        pub offset: u32 => references::MESH,
        /// Relative to the mesh; −1 without keys.
        pub morph_offset: i32 => references::MORPH_KEYS,
        pub morph_stride: i32,
    }
}
