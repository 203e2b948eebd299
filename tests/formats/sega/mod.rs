//! Textures of the Dreamcast.

mod pvr;
