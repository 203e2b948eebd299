//! Formats that PlayStation games of several developers share: pictures, video memory, and sound.

pub mod paint;
pub mod sound_cues;
pub mod spu;
pub mod tim;
pub mod vab;
pub mod vag;
pub mod vram;
pub mod xa;
