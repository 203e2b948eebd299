//! Microsoft file formats that games use.

pub mod bmp;
pub mod dds;
pub mod szdd;
