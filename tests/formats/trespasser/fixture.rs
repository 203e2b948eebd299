//! Test helpers: in-memory folders, problems as lines.

use gouraud::bytes::Source;
use gouraud::formats::{Document, Format};

pub use gouraud_testing::Folder;
pub use gouraud_testing::document::hex as bytes;
pub use gouraud_testing::document::{assert_sound, problems};

/// A file written by another program.
pub fn sample(name: &str) -> Vec<u8> {
    gouraud_testing::fixtures::read(&format!("trespasser/{name}"))
}

pub fn open(format: &dyn Format, name: &str, bytes: &[u8]) -> Document {
    format.open(&Source::from_bytes(name, bytes.to_vec())).unwrap()
}
