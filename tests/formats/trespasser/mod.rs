//! Trespasser's levels, and their companions: packed files, textures, terrain, texts, sound banks.

mod fixture;
mod groff;
mod hashes;
mod packed;
mod terrain;
mod texts;
mod textures;
mod tpa;
