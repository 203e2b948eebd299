//! Builders of battle models, stages, and their meshes and animations.

pub mod animation;
pub mod battle;
pub mod lgp;
pub mod mesh;
pub mod pc;
pub mod stage;
