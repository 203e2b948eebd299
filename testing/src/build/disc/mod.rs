//! Builders of discs and of the formats that pack them.

mod chd;
mod ciso;
mod gamecube;
mod iso;
mod wii;
mod zip;

pub use chd::{ChdTrack, chd, chd_deflated, chd_of, frames};
pub use ciso::ciso;
pub use gamecube::{GameCube, gamecube};
pub use iso::{Image, IsoFile, iso};
pub use wii::wii;
pub use zip::zip;
