//! Jurassic Park: Trespasser (PC, 1998).

pub mod cau;
mod game;
pub mod groff;
mod name;
pub mod pid;
pub mod spz;
pub mod swp;
pub mod tpa;
pub mod wtd;

pub use game::Game;
pub use name::{name_hash, texture_id};
