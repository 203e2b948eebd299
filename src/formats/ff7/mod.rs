//! Final Fantasy VII: battle models and stages, their containers, and the models of the PC version.

pub mod animation;
pub mod battle;
pub mod directory;
pub mod lgp;
mod list_edit;
pub mod lzs;
pub mod mesh;
pub mod names;
pub mod pc;
mod rig;
pub mod script;
mod section;
pub mod stage;
pub mod unit;
mod write_back;
