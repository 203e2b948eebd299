//! CHD: a disc in hunks, each packed by itself, with the list of its tracks.
//!
//! | part | layout |
//! |---|---|
//! | `header` | `MComprHD`, u32 length, u32 version, sizes, checksums |
//! | `map` | where each hunk is, which is packed itself in version 5 |
//! | `metadata` | tag, flags, length, offset of the next, and a text each |
//!
//! Everything is big-endian. A CD is stored in frames of 2448 bytes: the sector, padding, 96 bytes of
//! subchannel. Each track is filled up to 4 frames, and its sound is big-endian. It unpacks to the
//! sectors alone, one track after the other, with little-endian sound.
//!
//! Source: format document `disc-image.md` section 9.

mod frames;
mod header;
mod hunks;
mod read;
mod tracks;

pub use read::Chd;
