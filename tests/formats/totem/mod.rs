//! TotemTech's resources and archives: what is read, shown, said about damage, and written.

mod archives;
mod bitmaps;
mod damage;
mod fixture;
mod meshes;
mod skins;
mod trees;
