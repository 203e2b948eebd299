//! What PlayStation games of several makers share: pictures, and rectangles of video memory.

pub mod paint;
pub mod tim;
pub mod vram;
