//! The inspector panels: rows of trees, bytes in every notation, textures and palettes.

mod level;

mod bytes;
mod fields;
mod pictures;
mod window;
