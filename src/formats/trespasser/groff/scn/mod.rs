//! The sections of a scene or savegame.

pub mod block;
mod guess;
pub mod kind;
pub mod picture;
pub mod saved;
