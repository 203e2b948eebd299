//! Trespasser's levels, scenes and savegames: what is read, shown, written, and said about damage.

#[path = "groff/animals.rs"]
mod animals;
#[path = "groff/blocks.rs"]
mod blocks;
#[path = "groff/damage.rs"]
mod damage;
#[path = "groff/fixture.rs"]
mod fixture;
#[path = "groff/folder.rs"]
mod folder;
#[path = "groff/folders.rs"]
mod folders;
#[path = "properties/mutation.rs"]
mod mutation;
#[path = "groff/reading.rs"]
mod reading;
#[path = "groff/scenes.rs"]
mod scenes;
#[path = "groff/writing.rs"]
mod writing;
