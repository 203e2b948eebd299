//! Pieces that several panels are made of.

pub mod cells;
pub mod rows;
