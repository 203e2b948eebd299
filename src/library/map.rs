//! The memory map: the one place of the crate with `unsafe`.

use std::fs::File;
use std::io;

use crate::bytes::Store;

/// Maps a file. Only for large ones: a mapped file that another program cuts short ends this
/// process, which is a price worth paying for a disc image and for nothing smaller.
#[allow(unsafe_code)]
pub fn map(file: &File) -> io::Result<Store> {
    // SAFETY: the map is read-only. Another process may still change the file under it; the bytes
    // are only ever read through checked slices, so torn values are as harmless as a broken file.
    let map = unsafe { memmap2::Mmap::map(file) }?;
    Ok(std::sync::Arc::new(map))
}
