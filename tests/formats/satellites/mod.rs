//! What surrounds a Trespasser level: packed files, textures, terrain, texts.

mod fixture;
mod packed;
mod terrain;
mod texts;
mod textures;
