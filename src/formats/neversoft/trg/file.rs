//! Records of a trigger file.

use super::kinds::MINORS;
use super::node::Node;
use crate::bytes::layout::Layout;
use crate::bytes::{Arrangement, Hint};

/// Magic, the first four bytes of every file.
pub const MAGIC: [u8; 4] = *b"_TRG";
/// Start of the offset table.
pub(super) const TABLE: u64 = <Header as Layout>::MIN_SIZE;

crate::layout! {
    /// Header before the offset table.
    pub(super) struct Header {
        pub(super) magic: [u8; 4] [text],
        pub(super) major: u16,
        pub(super) minor: u16 => Hint::Enum(MINORS),
        pub(super) node_count: u32,
    }
}

/// Records of a trigger file.
#[derive(Clone, Debug, PartialEq)]
pub struct Trg {
    pub major: u16,
    /// 0 for Apocalypse and THPS, 1 for Spider-Man and Mat Hoffman.
    pub minor: u16,
    /// Nodes in the order of the offset table.
    pub nodes: Vec<Node>,
    /// Order of the stored nodes by index, and the bytes between them.
    pub pieces: Arrangement<usize>,
}
