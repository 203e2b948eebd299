//! Jurassic Park: Trespasser (PC, 1998).

pub mod asa;
pub mod asb;
pub mod cau;
pub mod ddf;
mod game;
pub mod groff;
mod name;
mod picture;
pub mod pid;
pub mod spz;
pub mod swp;
pub mod tpa;
pub mod tpm;
pub mod tri;
pub mod trr;
mod words;
pub mod wtd;

pub use game::Game;
use game::SPREAD;
pub use name::{bump_map_of, name_hash, texture_id};
pub use words::{Number, Numbers, Word};

use super::{HashedMembers, NameHash};

/// The engine's hash function, for the registry.
pub const NAMES: NameHash = NameHash {
    of_name: name_hash,
    // Sounds and sound materials of all levels.
    names: include_str!("../../../assets/names/trespasser.txt"),
    // Sounds of the demo bank.
    demo_names: include_str!("../../../assets/names/demo.txt"),
    files: None,
    members: Some(HashedMembers { hash: tpa::member_hash, member_name: tpa::member_name }),
};
