//! Neversoft `.psx`: what the format document says, held by tests.

mod figure;
mod fixture;

mod animation;
mod builder;
mod companions;
mod derived;
mod document;
mod matrix;
mod models;
mod moving;
mod psh;
mod stream;
mod survival;
mod tree;
mod writing;
