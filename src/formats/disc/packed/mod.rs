//! Packed discs: wrappers that are unpacked on demand, never as a whole.
//!
//! Source: format document `disc-image.md` sections 9 and 9.1.

mod blocks;
pub mod chd;
mod ciso;
mod gcz;
pub mod guarded;
mod nintendo;

pub use chd::Chd;
pub use ciso::Ciso;
pub use gcz::Gcz;
pub use nintendo::{Wbfs, Wia, Wii, unpacked_len};

use crate::bytes::Source;

/// Name of the disc in a packed file.
fn name_inside(source: &Source, extension: &str) -> String {
    format!("{}.{extension}", source.stem())
}

/// Maximum size of a disc: a dual-layer DVD, as used for Wii discs.
const MAX_DISC: u64 = 8_511_160_320;
