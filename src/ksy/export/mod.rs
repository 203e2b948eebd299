//! Descriptions of formats that the program reads itself, from their declared layouts.

mod names;
mod text;

use crate::bytes::Endian;
use crate::bytes::layout::Sketch;

/// A format to be described.
#[derive(Clone, Copy, Debug)]
pub struct Exported<'a> {
    /// Id of the format.
    pub id: &'a str,
    /// Name of the format.
    pub title: &'a str,
    /// Extensions of the format's files.
    pub extensions: &'a [&'a str],
    /// Byte order of the format's files.
    pub endian: Endian,
    /// Its layout.
    pub sketch: &'a Sketch,
}

/// The description of a format.
pub fn export(format: Exported<'_>) -> String {
    text::Writer::new(format).finish()
}
