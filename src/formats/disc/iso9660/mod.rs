//! ISO 9660 with the names of Joliet or Rock Ridge: the tree of files on a disc.
//!
//! Source: format document `disc-image.md` section 5 (ECMA-119).

mod descriptors;
mod directory_records;
mod names;
mod read;
mod record;
mod records;
mod rock_ridge;

pub use directory_records::{RecordLocation, RecordLocations, SIZE, places};
pub use read::volume;
pub use records::{Extent, File, Volume, xa};
