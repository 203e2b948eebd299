//! Battle models, stages, and the meshes and animations in them.

pub mod animation;
pub mod battle;
pub mod lgp;
pub mod mesh;
pub mod pc;
pub mod stage;
