//! General-purpose archives and packed files.

pub mod gzip;
pub mod zip;
