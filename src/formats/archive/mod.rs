//! Archives of files, as any computer has them.

pub mod zip;
