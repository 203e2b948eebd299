//! Pieces that several panels are made of.

pub mod buttons;
pub mod cells;
pub mod drop_down;
pub mod filter;
pub mod keys;
pub mod panel;
pub mod pictures;
pub mod rows;
pub mod shortcuts;
pub mod theme;
pub mod tips;
