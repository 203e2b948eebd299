//! Containers and textures of Electronic Arts: RefPack, BIG, SSH.

pub mod big;
mod nested;
mod refpack;
pub mod ssh;
pub mod ssh_consoles;
mod ssh_palettes;

use gouraud_testing::document::problems;
