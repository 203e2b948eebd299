//! Electronic Arts' containers and textures: RefPack, BIG, SSH.

mod big;
mod nested;
mod refpack;
mod ssh;
mod ssh_consoles;
mod ssh_palettes;

use gouraud_testing::document::problems;
