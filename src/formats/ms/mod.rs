//! Microsoft's file formats that games use.

pub mod szdd;
