//! Formats shared by Electronic Arts' games: the RefPack wrapper, BIG archives, SSH textures.

pub mod big;
pub mod refpack;
pub mod ssh;
