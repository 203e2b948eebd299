//! Neversoft `.psx`: what the format document says, held by tests.

mod figure;
mod fixture;

mod animation;
mod builder;
mod companions;
mod derived;
mod document;
mod faces;
mod hash;
mod matrix;
mod models;
mod moving;
pub mod questions;
mod shared_clips;
mod sprites;
mod stream;
mod survival;
mod transform;
mod tree;
mod writing;
