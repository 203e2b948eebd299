//! Code that tests, benches, fuzzers and the demo generator share: builders that make files of the
//! formats from scratch, invariants of every file, and small files, levels and scenes.
#![allow(missing_docs, reason = "used by tests only")]

pub mod build;
pub mod by_paper;
mod described;
pub mod document;
mod edited;
mod exercise;
mod exported;
pub mod fields;
pub mod fixtures;
mod folder;
pub mod fuzz;
pub mod island;
pub mod level;
pub mod memory;
pub mod mutation;
pub mod puppet;
pub mod records;
mod replaced;
pub mod small;

pub use described::exercise_description;
pub use exercise::{Exercised, exercise};
pub use folder::Folder;

/// The export format with this name.
pub fn kind(name: &str) -> gouraud::export::Kind {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}
