//! Overlay on the drawn faces: per-face masks, and lines.

pub(super) mod lines;
mod mask;

pub use mask::{CATEGORY_COLOURS, Overlay, Paint, Pattern, SelectionMark, category};
