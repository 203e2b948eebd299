//! Pure transforms between packed and plain bytes. They know no files.

pub mod powervr;
