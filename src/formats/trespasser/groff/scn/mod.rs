//! The sections of a scene or savegame.

mod bare;
pub mod block;
pub mod block_kinds;
mod guess;
pub mod kind;
pub mod saved;

pub use bare::bare_scene;
