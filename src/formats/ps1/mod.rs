//! What PlayStation games of several makers share: pictures, and places in video memory.

pub mod tim;
pub mod vram;
