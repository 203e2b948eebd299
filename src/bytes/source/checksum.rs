//! Compares a stored CRC-32 with that of the bytes.

use std::sync::OnceLock;

/// The stored CRC-32, and the actual one if all bytes were read.
pub(super) struct Checksum {
    declared: u32,
    found: OnceLock<u32>,
}

impl Checksum {
    pub(super) fn new(declared: u32) -> Self {
        Self { declared, found: OnceLock::new() }
    }

    /// `true` if all bytes have been read once.
    pub(super) fn is_known(&self) -> bool {
        self.found.get().is_some()
    }

    /// Sets the CRC-32 of the bytes.
    pub(super) fn take(&self, found: u32) {
        // Later values are the same.
        let _ = self.found.set(found);
    }

    /// A message if the CRC-32 is wrong.
    pub(super) fn fault(&self) -> Option<String> {
        let Self { declared, found } = self;
        let found = found.get().filter(|found| *found != declared)?;
        Some(format!("expected CRC-32 {declared:08x} of the file, found {found:08x}"))
    }
}
