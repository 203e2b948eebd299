//! What tests, benches, fuzzers and the generator of the demo share, and the program does not need:
//! builders that make files of the formats from scratch, what must be true of every file, and small
//! files, levels and scenes to look at.
#![allow(missing_docs, reason = "nobody reads it but tests")]

pub mod build;
pub mod document;
mod exercise;
pub mod fields;
pub mod fixtures;
mod folder;
pub mod island;
pub mod level;
pub mod memory;
pub mod mutation;
pub mod puppet;
pub mod records;
mod replaced;
pub mod small;

pub use exercise::{Looked, exercise};
pub use folder::Folder;

/// The file format to export to that is called so.
pub fn kind(name: &str) -> gouraud::export::Kind {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}
