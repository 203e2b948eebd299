//! Truevision's file formats.

pub mod tga;
