//! The memory map: the only `unsafe` code of the crate.

use std::fs::File;
use std::io;

use crate::bytes::Store;

/// Maps a file. Only for large files: if another program truncates a mapped file, this process ends,
/// which is acceptable for a disc image but not for smaller files.
#[allow(unsafe_code)]
pub fn map(file: &File) -> io::Result<Store> {
    // SAFETY: the map is read-only. Another process may still change the file under it; the bytes are
    // only read through checked slices, so torn values are as harmless as a broken file.
    let map = unsafe { memmap2::Mmap::map(file) }?;
    Ok(std::sync::Arc::new(map))
}
