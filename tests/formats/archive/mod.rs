//! Common archives and compressed files.

mod gzip;
mod zip;
