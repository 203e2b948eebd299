//! Indices of classes and enums.

/// Index in [`Description::classes`](super::description::Description::classes).
pub type ClassId = usize;
/// Index in [`Description::enums`](super::description::Description::enums).
pub type EnumId = usize;
