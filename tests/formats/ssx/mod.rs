//! SSX Tricky's models: what is read, what is shown, what is said about damage, what is written.

#[path = "ssx/damage.rs"]
mod damage;
#[path = "common/document.rs"]
mod document;
#[path = "ssx/fixture.rs"]
mod fixture;
#[path = "common/folder.rs"]
mod folder;
#[path = "properties/mutation.rs"]
mod mutation;
#[path = "ssx/reading.rs"]
mod reading;
#[path = "common/samples.rs"]
mod samples;
#[path = "ssx/scenes.rs"]
mod scenes;
#[path = "ssx/writing.rs"]
mod writing;
