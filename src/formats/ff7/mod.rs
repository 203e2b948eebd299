//! Final Fantasy VII: battle models and stages, their containers, and the models of the PC version.

pub mod animation;
pub mod battle;
pub mod directory;
pub mod lgp;
pub mod lzs;
pub mod mesh;
pub mod names;
pub mod pc;
mod write_back;
mod list_edit;
mod rig;
pub mod script;
mod section;
pub mod stage;
pub mod unit;
