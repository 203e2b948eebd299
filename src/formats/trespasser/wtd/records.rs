//! The records of a terrain.

use crate::bytes::Hint;
use crate::codec::zerotree::Zerotree;
use crate::record;

/// The only known version.
pub const VERSION: u32 = 1001;
/// Offset of the parameters, in bits.
pub const PARAMETERS_BIT: u64 = 112;
/// Offset of the tree, in bits.
pub const TREE_BIT: u64 = 720;
/// Offset of the word in which the tree begins, in bytes.
pub const TREE_WORD: u64 = TREE_BIT / 32 * 4;

record! {
    /// Conversion of steps and coefficients to metres. Steps count from the lower left corner.
    pub struct Parameters {
        pub start_x: i32 => Hint::Unit("steps"),
        pub start_y: i32 => Hint::Unit("steps"),
        /// A power of two, the same in both directions.
        pub size_x: i32 => Hint::Unit("steps"),
        pub size_y: i32 => Hint::Unit("steps"),
        pub min_x: f32 => Hint::Unit("m"),
        pub min_y: f32 => Hint::Unit("m"),
        pub extent_x: f32 => Hint::Unit("m"),
        pub extent_y: f32 => Hint::Unit("m"),
        /// World x = step · scale + offset.
        pub world_x_scale: f32 => Hint::Unit("m per step"),
        pub world_x_offset: f32 => Hint::Unit("m"),
        pub world_y_scale: f32 => Hint::Unit("m per step"),
        pub world_y_offset: f32 => Hint::Unit("m"),
        /// Step x = world · scale + offset.
        pub step_x_scale: f32 => Hint::Unit("steps per m"),
        pub step_x_offset: f32 => Hint::Unit("steps"),
        pub step_y_scale: f32 => Hint::Unit("steps per m"),
        pub step_y_offset: f32 => Hint::Unit("steps"),
        pub z_to_coefficient: f32 => Hint::Unit("coefficients per m"),
        pub coefficient_to_z: f32 => Hint::Unit("m per coefficient"),
        pub coefficient_to_step: f32 => Hint::Unit("steps per coefficient"),
    }
}

/// A terrain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wtd {
    pub parameters: Parameters,
    /// The root's coefficient.
    pub root: i32,
    pub tree: Zerotree,
    pub layout: Layout,
}

/// Layout that the other records do not determine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The stored count, if it differs from that of the tree.
    pub node_count: Option<u32>,
    /// The stored count, if it differs from that of the tree.
    pub vertex_count: Option<u32>,
    /// The bits after the tree, up to the end of its last word; 0 in all known files.
    pub last_bits: u32,
    /// Number of missing bytes in the last word: files should be whole words.
    pub missing: u8,
    /// Bytes after the last word.
    pub tail: Vec<u8>,
}
