//! Formats and the bytes that they are read from: reading, display, problems of damaged files, writing.

mod banks;
mod bytes;
mod codec;
mod container;
mod disc;
mod ea;
mod edit;
mod ff7;
mod ff7_pc;
mod groff;
mod index;
mod library;
mod neversoft_archives;
mod neversoft_companions;
mod plausibility;
mod ps1_sound;
mod psx;
mod recognition;
mod smacker;
mod ssx;
mod totem;
mod trespasser_companions;
mod trg;
