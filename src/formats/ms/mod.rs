//! Microsoft's file formats that games use.

pub mod dds;
pub mod szdd;
