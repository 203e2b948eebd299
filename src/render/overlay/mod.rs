//! Overlay on the drawn faces: a mask of each face, and lines.

pub(super) mod lines;
mod mask;

pub use mask::{CATEGORY_COLOURS, Overlay, Paint, Pattern, SelectionMark, category};
