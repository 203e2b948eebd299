//! Smacker video: code trees, pictures of 4×4 blocks, palettes, and sound as coded differences.
//!
//! This module decodes the chunks of a frame; locating them is the task of the file format. It does not
//! recurse, and allocates no more than the packed bytes justify: see section 10.
//!
//! Source: format document `smacker.md`.

mod bits;
mod colours;
mod picture;
mod sound;
mod tree;

pub use bits::LowBits;
pub use colours::{BLACK, Colours, recolour};
pub use picture::{Chain, Codes, FullBlockForm, Kind, Picture, Version};
pub use sound::{Layout, Unpacked, unpack};
pub use tree::{BigTree, SmallTree, TreeError};
