//! TotemTech's resources and archives: reading, display, damage and writing.

mod animation;
mod archives;
mod bitmaps;
mod damage;
pub mod fixture;
mod hierarchy;
mod levels;
mod meshes;
mod names;
mod skins;
mod strips;
mod transform;
mod trees;
