//! Reads records without the tree of their fields.

use gouraud::bytes::{Cursor, NoRecorder, Result, Source};
use gouraud::formats::Records;

/// The records of a file.
///
/// # Errors
/// The file cannot be read.
pub fn of<T: Records>(source: &Source) -> Result<T> {
    T::read(&mut Cursor::new(source, T::form(source).0, NoRecorder), source)
}
