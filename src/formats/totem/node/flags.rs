//! Flags of a node.

use crate::bytes::Bit;

/// Set on every node.
pub const ALWAYS: u32 = 0x0004_0000;
/// Set on nearly every node.
pub const USUAL: u32 = 0x0040;

pub static FLAGS: &[Bit] = &[
    Bit::guess(0x0001, "root", "root, splines, suns"),
    Bit::guess(0x0020, "volume", "root, some volumes, particles"),
    Bit::guess(USUAL, "usual", "nearly all nodes"),
    Bit::single(0x0400, "active", "interactive or animated"),
    Bit::single(0x0800, "skinned", "shows a skin"),
    Bit::single(0x8000, "passable", "no collisions"),
    Bit::single(ALWAYS, "node", "always set"),
    Bit::single(0x0008_0000, "detail", "most nodes that show a LOD"),
];
