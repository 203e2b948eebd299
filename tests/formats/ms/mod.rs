//! Pictures of Windows.

mod bmp;
mod dds;
