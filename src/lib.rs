//! Gouraud shows the asset files of old 3D games at once as geometry, as named fields and as
//! bytes, and links the three every way.
//!
//! Data flows one way: `bytes → codec → container → formats → scene → { render · audio · export }
//! → { app · cli }`, with `library` beside `formats` keeping what is open. Which room may use
//! which is written down, and held, in `tests/properties/layering`.
#![deny(unsafe_code)]

// Fixtures that tests of both kinds share call the crate by its name.
#[cfg(test)]
extern crate self as gouraud;

pub mod app;
pub mod audio;
pub mod bytes;
pub mod cli;
pub mod codec;
pub mod container;
pub mod export;
pub mod formats;
pub mod library;
pub mod render;
pub mod scene;

/// The guide's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../docs/adding-a-format.md")]
pub struct AddingAFormat;
