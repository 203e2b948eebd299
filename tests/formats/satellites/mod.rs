//! What surrounds a Trespasser level: packed files, textures, terrain, texts.

#[path = "common/document.rs"]
mod document;
#[path = "satellites/fixture.rs"]
mod fixture;
#[path = "common/folder.rs"]
mod folder;
#[path = "satellites/packed.rs"]
mod packed;
#[path = "common/samples.rs"]
mod samples;
#[path = "satellites/terrain.rs"]
mod terrain;
#[path = "satellites/texts.rs"]
mod texts;
#[path = "satellites/textures.rs"]
mod textures;
