//! Neversoft's "Big Guns" engine on the PlayStation and its ports.

pub mod hash;
pub mod psx;
pub mod transform;
pub mod trg;
