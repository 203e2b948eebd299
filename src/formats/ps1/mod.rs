//! What PlayStation games of several makers share: pictures, and rectangles of video memory.

pub mod tim;
pub mod vram;
