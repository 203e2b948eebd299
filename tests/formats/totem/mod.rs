//! TotemTech's resources and archives: what is read, shown, said about damage, and written.

#[path = "totem/archives.rs"]
mod archives;
#[path = "totem/bitmaps.rs"]
mod bitmaps;
#[path = "totem/damage.rs"]
mod damage;
#[path = "common/document.rs"]
mod document;
#[path = "common/fields.rs"]
mod fields;
#[path = "totem/fixture.rs"]
mod fixture;
#[path = "common/folder.rs"]
mod folder;
#[path = "totem/meshes.rs"]
mod meshes;
#[path = "properties/mutation.rs"]
mod mutation;
#[path = "common/samples.rs"]
mod samples;
#[path = "totem/skins.rs"]
mod skins;
#[path = "totem/trees.rs"]
mod trees;
