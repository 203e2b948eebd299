//! Smacker video: trees of codes, pictures of 4×4 blocks, palettes, and sound as differences.
//!
//! What is packed here are the parts of a frame; which of them a frame has, and where, is the file's
//! affair. Nothing recurses, and nothing is allocated that the packed bytes do not stand for: see
//! section 10.
//!
//! Source: format document `smacker.md`.

mod bits;
mod colours;
mod picture;
mod sound;
mod tree;

pub use bits::LowBits;
pub use colours::{BLACK, Colours, recolour};
pub use picture::{Chain, Codes, Full, Kind, Picture, Version};
pub use sound::{Layout, Unpacked, unpack};
pub use tree::{BigTree, SmallTree, TreeError};
