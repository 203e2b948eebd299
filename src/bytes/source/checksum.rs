//! The CRC-32 that is stored beside some bytes, against the one that they have.

use std::sync::OnceLock;

/// What is promised of bytes, and what they were found to have where all of them were read.
pub(super) struct Checksum {
    promised: u32,
    found: OnceLock<u32>,
}

impl Checksum {
    pub(super) fn new(promised: u32) -> Self {
        Self { promised, found: OnceLock::new() }
    }

    /// Whether all bytes have been read once.
    pub(super) fn is_known(&self) -> bool {
        self.found.get().is_some()
    }

    /// Takes what the bytes have.
    pub(super) fn take(&self, found: u32) {
        // The same whoever was first.
        let _ = self.found.set(found);
    }

    /// A sentence where the bytes are known to have another one.
    pub(super) fn fault(&self) -> Option<String> {
        let Self { promised, found } = self;
        let found = found.get().filter(|found| *found != promised)?;
        Some(format!("expected CRC-32 {promised:08x} of the file, found {found:08x}"))
    }
}
