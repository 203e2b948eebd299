//! Trespasser's levels, scenes and savegames: what is read, shown, written, and said about damage.

#[path = "groff/animals.rs"]
mod animals;
#[path = "groff/blocks.rs"]
mod blocks;
#[path = "groff/damage.rs"]
mod damage;
#[path = "common/fields.rs"]
mod fields;
#[path = "groff/fixture.rs"]
mod fixture;
#[path = "groff/folder.rs"]
mod folder;
#[path = "groff/folders.rs"]
mod folders;
#[path = "common/folder.rs"]
mod memory;
#[path = "properties/mutation.rs"]
mod mutation;
#[path = "groff/reading.rs"]
mod reading;
#[path = "groff/scenes.rs"]
mod scenes;
#[path = "groff/terrain.rs"]
mod terrain;
#[path = "groff/writing.rs"]
mod writing;
