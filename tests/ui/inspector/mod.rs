//! The inspector panels: rows of trees, bytes in every notation, textures and palettes.

#[path = "common/level.rs"]
mod level;

#[path = "inspector/bytes.rs"]
mod bytes;
#[path = "inspector/fields.rs"]
mod fields;
#[path = "inspector/pictures.rs"]
mod pictures;
#[path = "inspector/window.rs"]
mod window;
