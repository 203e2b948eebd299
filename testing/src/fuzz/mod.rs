//! Bodies of the fuzz targets. Property tests call them with random input.

mod codecs;
mod edits;
#[cfg(feature = "index")]
mod index;

use gouraud::formats::{self, Format};

use crate::{exercise, exercise_description, memory};

pub use codecs::CODECS;
#[cfg(feature = "index")]
pub use index::Recovery;

/// Peak memory that may be used for `len` bytes of input.
pub const fn most_memory(len: usize) -> usize {
    (80 << 20) + 6 * len
}

/// Runs `f`, which processes `len` bytes of input, and checks its peak memory. Only programs whose allocator
/// is [`memory::Counting`] measure it.
///
/// # Panics
/// `f` used more memory than [`most_memory`].
pub fn bounded<T>(name: &str, len: usize, f: impl FnOnce() -> T) -> T {
    let (result, peak) = memory::peak(f);
    let most = most_memory(len);
    assert!(peak <= most, "{name}: {len} bytes took {peak} bytes of memory, more than {most}");
    result
}

/// Opens a file as every format.
pub fn any_format(bytes: &[u8]) {
    bounded("any_format", bytes.len(), || exercise(formats::all(), "fuzz", bytes));
}

/// Opens a file as one format.
pub fn one_format(format: &dyn Format, bytes: &[u8]) {
    bounded(format.info().id, bytes.len(), || exercise(&[format], "fuzz", bytes));
}

/// Loads a description, and reads the bytes after a 0 by it. Returns `true` if the description has no
/// mistakes.
pub fn described(bytes: &[u8]) -> bool {
    let (text, file) = divided(bytes);
    bounded("described", bytes.len(), || exercise_description(&text, file))
}

/// Packs and unpacks data with the codec that the first byte selects; three more bytes are its parameters.
pub fn codecs(bytes: &[u8]) {
    bounded("codecs", bytes.len(), || codecs::run(bytes));
}

/// Applies a recipe to a small level, and merges the GLB after a 0. Returns `true` if the recipe is valid.
pub fn edits(bytes: &[u8]) -> bool {
    let (text, glb) = divided(bytes);
    bounded("edits", bytes.len(), || edits::run(&text, glb))
}

/// Uses a damaged index; see [`Recovery`] for the results.
#[cfg(feature = "index")]
pub fn index(bytes: &[u8]) -> Recovery {
    bounded("index", bytes.len(), || index::run(bytes))
}

/// A text, and the bytes after its end, which is a byte of 0.
fn divided(bytes: &[u8]) -> (String, &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (text, rest) = bytes.split_at(end);
    (String::from_utf8_lossy(text).into_owned(), rest.get(1..).unwrap_or_default())
}
