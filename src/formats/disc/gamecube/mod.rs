//! GameCube discs, and the data partitions of Wii discs: a header, and a table of all files.
//!
//! | offset | layout |
//! |---|---|
//! | 0 | game (6 letters), u8 disc, u8 version |
//! | 0x18 | u32 5D1C9EA3 on a Wii disc |
//! | 0x1C | u32 C2339F3D on a GameCube disc |
//! | 0x20 | title, 0x3E0 bytes |
//! | 0x420 | u32 main program, u32 file table, u32 its size |
//!
//! The file table has entries of 12 bytes, each folder before its content, followed by the names.
//! Everything is big-endian.
//!
//! Source: format document `disc-image.md` section 9.1.

mod files;
mod read;
mod records;
mod replace;

pub use read::{GameCube, WII_MAGIC};
pub use records::Entry;
pub use replace::shared;
