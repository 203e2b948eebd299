//! Neversoft `.psx`: compares the implementation with the format document.

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
mod palette;
pub mod read_options;
mod robustness;
mod shared_clips;
mod sprites;
mod stream;
mod surface_animation;
mod transform;
mod tree;
mod writing;
