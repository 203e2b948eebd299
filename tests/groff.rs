//! Trespasser's levels, scenes and savegames: what is read, shown, written, and said about damage.

#[path = "groff/damage.rs"]
mod damage;
#[path = "common/fields.rs"]
mod fields;
#[path = "groff/fixture.rs"]
mod fixture;
#[path = "common/folder.rs"]
mod folder;
#[path = "properties/mutation.rs"]
mod mutation;
#[path = "groff/reading.rs"]
mod reading;
#[path = "groff/scenes.rs"]
mod scenes;
#[path = "groff/writing.rs"]
mod writing;
