//! The memory that reading a file may take.

/// Maximum memory for a small file: of an empty one, in bytes, and in addition per byte of the file and of its
/// unpacked parts.
const SMALL: usize = 8 << 20;
const PER_BYTE_OF_SMALL: usize = 64;
/// Maximum memory for other files: in addition to these bytes, per byte of the file. Unpacked parts allow one byte
/// per byte.
const LARGE: usize = 36 << 20;
const PER_BYTE_OF_LARGE: usize = 4;

/// Maximum memory of objects and values of a file with unpacked parts, by their sizes, in bytes.
pub(super) fn max_memory(file: usize, unpacked: usize) -> usize {
    let both = file.saturating_add(unpacked);
    let small = SMALL.saturating_add(both.saturating_mul(PER_BYTE_OF_SMALL));
    let large = file.saturating_mul(PER_BYTE_OF_LARGE).saturating_add(unpacked);
    small.min(LARGE.saturating_add(large))
}
