//! CHD: a disc in individually compressed hunks, with the list of its tracks.
//!
//! | part | layout |
//! |---|---|
//! | `header` | `MComprHD`, u32 length, u32 version, sizes, checksums |
//! | `map` | location of each hunk; itself compressed in version 5 |
//! | `metadata` | tag, flags, length, offset of the next, and a text each |
//!
//! Everything is big-endian. A CD is stored in frames of 2448 bytes: the sector, padding, 96 bytes of
//! subchannel. Each track is padded to a multiple of 4 frames, and its sound is big-endian. The unpacked
//! data consists only of the sectors, one track after the other, with little-endian sound.
//!
//! Source: format document `disc-image.md` section 9.

mod frames;
mod header;
mod hunks;
mod read;
mod tracks;

pub use read::Chd;
