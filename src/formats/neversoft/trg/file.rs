//! What a trigger file is as a whole.

use super::kinds::MINORS;
use super::node::Node;
use crate::bytes::layout::Layout;
use crate::bytes::{Arrangement, Hint};

/// The first four bytes of every file.
pub const MAGIC: [u8; 4] = *b"_TRG";
/// Where the table of offsets starts.
pub(super) const TABLE: u64 = <Header as Layout>::MIN_SIZE;

crate::layout! {
    /// What stands before the table of offsets.
    pub(super) struct Header {
        pub(super) magic: [u8; 4] [text],
        pub(super) major: u16,
        pub(super) minor: u16 => Hint::Enum(MINORS),
        pub(super) node_count: u32,
    }
}

/// A trigger file.
#[derive(Clone, Debug, PartialEq)]
pub struct Trg {
    pub major: u16,
    /// 0 Apocalypse and THPS, 1 Spider-Man and Mat Hoffman.
    pub minor: u16,
    /// In the order of the table, which is what links count by.
    pub nodes: Vec<Node>,
    /// How the nodes that are stored lie, by their indices.
    pub pieces: Arrangement<usize>,
}
