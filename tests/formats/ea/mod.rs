//! Containers and textures of Electronic Arts: RefPack, BIG, SSH.

mod big;
mod nested;
mod refpack;
mod ssh;
mod ssh_consoles;
mod ssh_palettes;

use gouraud_testing::document::problems;
