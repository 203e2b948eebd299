//! Discs, and what they are packed in.

mod chd;
mod ciso;
mod gamecube;
mod wii;

pub use chd::{ChdTrack, chd, chd_of, frames, metadata, put_metadata};
pub use ciso::ciso;
pub use gamecube::{GameCube, gamecube};
pub use wii::wii;
