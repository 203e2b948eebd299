//! Electronic Arts' containers and textures: RefPack, BIG, SSH.

#[path = "ea/big.rs"]
mod big;
#[path = "common/document.rs"]
mod document;
#[path = "properties/mutation.rs"]
mod mutation;
#[path = "ea/nested.rs"]
mod nested;
#[path = "ea/refpack.rs"]
mod refpack;
#[path = "ea/ssh.rs"]
mod ssh;

use document::problems;
