//! Neversoft's "Big Guns" engine on the PlayStation and its ports.

pub mod bon;
pub mod ddm;
pub mod ddx;
mod embedded;
mod files;
pub mod fnt;
pub mod hash;
pub mod hed;
pub mod kat;
mod level_sounds;
pub mod park;
pub mod pkr;
pub mod pre;
pub mod psh;
pub mod psx;
pub mod screen;
pub mod sfx;
pub mod transform;
pub mod trg;
