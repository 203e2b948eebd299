//! ISO 9660 with Joliet names: the tree of files on a disc.
//!
//! Source: format document `disc-image.md` section 5 (ECMA-119).

mod names;
mod places;
mod read;
mod records;

pub use places::{Place, Places, SIZE, places};
pub use read::volume;
pub use records::{Extent, File, Volume, xa};
