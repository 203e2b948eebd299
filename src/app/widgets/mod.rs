//! Pieces that several panels are made of.

pub mod buttons;
pub mod cells;
pub mod drop_down;
pub mod filter;
pub mod pictures;
pub mod rows;
pub mod texels;
pub mod tips;
