//! Packed discs: wrappers that are unpacked where somebody looks, never as a whole.
//!
//! Source: format document `disc-image.md` sections 9 and 9.1.

mod blocks;
pub mod chd;
mod ciso;
mod foreign;
mod gcz;
mod nintendo;

pub use chd::Chd;
pub use ciso::Ciso;
pub use gcz::Gcz;
pub use nintendo::{Wbfs, Wia, Wii};

use crate::bytes::Source;

/// What the disc in a packed file is called.
fn name_inside(source: &Source, extension: &str) -> String {
    format!("{}.{extension}", source.stem())
}

/// Most bytes of a disc: two layers of a DVD, as a Wii disc has them.
const MAX_DISC: u64 = 8_511_160_320;
