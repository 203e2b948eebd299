//! Neversoft `.psx`: what the format document says, held by tests.

mod figure;
mod fixture;

mod animation;
mod builder;
mod derived;
mod document;
mod models;
mod moving;
mod survival;
mod tree;
mod writing;
