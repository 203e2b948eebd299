//! Jurassic Park: Trespasser (PC, 1998).

pub mod cau;
mod name;
pub mod tpa;

pub use name::name_hash;
