//! Kalisto's TotemTech (1999–2002), data version 1.73: *Jimmy Neutron: Boy Genius* and *SpongeBob
//! SquarePants: Revenge of the Flying Dutchman*, GameCube (big-endian) and PlayStation 2
//! (little-endian). Resources have no magic number; their structure determines the console.

pub mod animation;
pub mod archive;
pub mod bitmap;
mod blank;
pub mod camera;
mod chain;
pub mod gameobj;
mod header;
pub mod level;
pub mod lights;
pub mod lod;
pub mod material;
pub mod materialanim;
mod materials;
mod maths;
pub mod mesh;
mod name;
pub mod node;
mod platform;
pub mod resource;
mod resources;
pub mod rotshape;
pub mod skin;
pub mod sound;
pub mod spline;
pub mod surface;
pub mod texts;
pub mod unknown;
pub mod volume;
pub mod warp;
pub mod world;

pub use header::{Header, KINDS, kind};
pub use name::{CLASSES, class, companion_hash, name_hash, resource_name};
pub use platform::Platform;

use name::hash_of;
