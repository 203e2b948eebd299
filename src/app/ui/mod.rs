//! Pieces that several panels are made of.

pub mod buttons;
pub mod cells;
pub mod drop_down;
pub mod filter;
pub mod input;
pub mod keys;
pub mod menus;
pub mod panel;
pub mod pictures;
pub mod row;
pub mod row_scroll;
pub mod shortcuts;
pub mod theme;
pub mod timeline;
pub mod tips;
