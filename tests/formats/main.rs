//! Formats and the bytes that they are read from: reading, display, problems of damaged files, writing.

mod archive;
mod bytes;
mod codec;
mod container;
mod damage;
mod disc;
mod ea;
mod edit;
mod ff7;
mod files_by_hash;
mod index;
mod ksy;
mod library;
mod ms;
mod neversoft;
mod plausibility;
mod ps1;
mod rad;
mod recognition;
mod sega;
mod ssx;
mod totem;
mod trespasser;
mod truevision;
mod write_back;
