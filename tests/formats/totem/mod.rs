//! TotemTech's resources and archives: what is read, shown, said about damage, and written.

mod archives;
mod bitmaps;
mod damage;
mod fixture;
mod levels;
mod meshes;
mod moving;
mod names;
mod skins;
mod strips;
mod trees;
