//! Builders that make files from scratch, by format. An author's input becomes the records of the format;
//! dependent fields are computed.

pub mod disc;
pub mod ff7;
pub mod groff;
pub mod gx;
pub mod mpf;
pub mod neversoft;
pub mod pid;
pub mod ps1_sound;
pub mod psx;
pub mod smacker;
pub mod ssh;
pub mod texts;
pub mod tim;
pub mod totem;
pub mod tpa;
pub mod trg;

/// A number as files store it, clamped to the largest that fits.
fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
