//! What tests, benches, fuzzers and the generator of the demo share, and the program does not need:
//! builders that make files of the formats from scratch, and what must be true of every file.

pub mod build;
mod exercise;

pub use exercise::{Looked, exercise};
