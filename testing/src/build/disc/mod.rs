//! Discs, and what they are packed in.

mod gamecube;

pub use gamecube::{GameCube, gamecube};
