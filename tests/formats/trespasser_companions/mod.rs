//! Companions of a Trespasser level: packed files, textures, terrain, texts.

mod fixture;
mod hashes;
mod packed;
mod terrain;
mod texts;
mod textures;
