//! Final Fantasy VII, the battles: models, stages, and what they are packed in.

pub mod animation;
pub mod battle;
pub mod directory;
pub mod lgp;
pub mod lzs;
pub mod mesh;
pub mod names;
mod placing;
mod relist;
pub mod script;
mod section;
pub mod stage;
