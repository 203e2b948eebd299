//! Archives and packed files, as any computer has them.

pub mod gzip;
pub mod zip;
