//! The panels, one file each.

pub mod bytes;
pub mod face_card;
pub mod fields;
pub mod palette;
pub mod texture;
