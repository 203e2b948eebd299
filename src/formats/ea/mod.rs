//! What Electronic Arts' games share: the RefPack wrapper, BIG archives, SSH textures.

pub mod big;
pub mod refpack;
pub mod ssh;
