//! Pieces that several panels are made of.

pub mod cells;
pub mod filter;
pub mod pictures;
pub mod rows;
pub mod texels;
