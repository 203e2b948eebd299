//! What surrounds a Trespasser level: packed files, textures, terrain, texts.

#[path = "satellites/fixture.rs"]
mod fixture;
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
