//! Trespasser's levels, and their companions: packed files, textures, terrain, texts, sound banks.

mod fixture;
pub mod groff;
mod hashes;
mod packed;
mod terrain;
mod texts;
mod textures;
pub mod tpa;
