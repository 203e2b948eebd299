//! The memory that reading a file may take.

/// Limit for small files, in bytes: `SMALL`, and `PER_BYTE_OF_SMALL` more for each byte of the file and of its
/// unpacked parts.
const SMALL: usize = 8 << 20;
const PER_BYTE_OF_SMALL: usize = 64;
/// Limit for other files, in bytes: `LARGE`, `PER_BYTE_OF_LARGE` more for each byte of the file, and one more
/// for each byte of its unpacked parts.
const LARGE: usize = 36 << 20;
const PER_BYTE_OF_LARGE: usize = 4;

/// Maximum memory of objects and values of a file with unpacked parts, by their sizes, in bytes.
pub(super) fn max_memory(file: usize, unpacked: usize) -> usize {
    let both = file.saturating_add(unpacked);
    let small = SMALL.saturating_add(both.saturating_mul(PER_BYTE_OF_SMALL));
    let large = file.saturating_mul(PER_BYTE_OF_LARGE).saturating_add(unpacked);
    small.min(LARGE.saturating_add(large))
}
