//! Kalisto's TotemTech (1999–2002), data version 1.73: *Jimmy Neutron: Boy Genius* and *SpongeBob
//! SquarePants: Revenge of the Flying Dutchman*, GameCube (big-endian) and PlayStation 2
//! (little-endian). Resources have no magic number; which console they are for is seen in their
//! structure.

pub mod archive;
pub mod bitmap;
mod chain;
mod header;
mod looks;
pub mod material;
pub mod mesh;
mod name;
mod platform;
mod resources;
pub mod skin;

pub use header::{Header, KINDS, kind};
pub use name::{CLASSES, class, name_hash, resource_name};
pub use platform::Platform;
