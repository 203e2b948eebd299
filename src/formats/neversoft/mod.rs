//! Neversoft's "Big Guns" engine on the PlayStation and its ports.

pub mod hash;
pub mod place;
pub mod psx;
pub mod trg;
