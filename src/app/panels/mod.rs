//! The panels, one file each.

pub mod bytes;
pub mod fields;
