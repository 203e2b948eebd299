//! The sections of a scene or savegame.

pub mod block;
pub mod kind;
pub mod picture;
pub mod saved;
