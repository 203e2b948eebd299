//! Files that are too large to be read completely.

use std::fs::File;
use std::io::{self, ErrorKind};

use crate::bytes::ReadAt;

/// An open file, of which parts are read on demand. Other programs may change or shorten it: bytes that no longer
/// exist are errors.
pub struct LargeFile {
    /// Name of the file, for messages.
    name: String,
    file: File,
    len: u64,
}

impl LargeFile {
    /// The first `len` bytes of `file`, with its name for messages.
    pub fn new(name: String, file: File, len: u64) -> Self {
        Self { name, file, len }
    }
}

impl ReadAt for LargeFile {
    fn len(&self) -> u64 {
        self.len
    }

    fn is_stored(&self) -> bool {
        true
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        read_exact(&self.file, offset, out).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => {
                let len = self.file.metadata().map_or(0, |meta| meta.len());
                format!(
                    "{} was shortened while it was open: expected {} bytes, found {len}",
                    self.name, self.len
                )
            }
            _ => format!("{} cannot be read: {error}", self.name),
        })
    }
}

#[cfg(unix)]
fn read_exact(file: &File, offset: u64, out: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, offset)
}

#[cfg(windows)]
fn read_exact(file: &File, mut offset: u64, mut out: &mut [u8]) -> io::Result<()> {
    while !out.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, out, offset) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(len) => {
                out = out.get_mut(len..).unwrap_or_default();
                offset += len as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
