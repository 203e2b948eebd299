//! Electronic Arts' containers and textures: RefPack, BIG, SSH.

mod big;
mod nested;
mod refpack;
mod ssh;

use gouraud_testing::document::problems;
