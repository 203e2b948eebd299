//! Storage of a source's bytes: in memory, or read on demand.

use std::ops::Range;

use super::store::{self, Lazy, Store};

/// Larger sources are read in chunks if all of their bytes are needed once.
pub(super) const MAX_AT_ONCE: u64 = 16 << 20;
/// Chunk size of [`SourceBytes::each_chunk`].
const CHUNK: usize = 1 << 20;

/// The bytes of a source.
pub(super) enum SourceBytes {
    /// In memory.
    Whole(Store, Range<usize>),
    /// Read on demand.
    Lazy(Box<Lazy>),
}

impl SourceBytes {
    pub(super) fn len(&self) -> u64 {
        match self {
            SourceBytes::Whole(_, range) => range.len() as u64,
            SourceBytes::Lazy(lazy) => lazy.len(),
        }
    }

    /// `true` if the bytes are in memory, or stored verbatim in a file.
    pub(super) fn is_stored(&self) -> bool {
        match self {
            SourceBytes::Whole(..) => true,
            SourceBytes::Lazy(lazy) => lazy.is_stored(),
        }
    }

    /// All bytes, if they are in memory.
    pub(super) fn in_memory(&self) -> Option<&[u8]> {
        match self {
            SourceBytes::Whole(store, range) => {
                let all: &[u8] = (**store).as_ref();
                Some(all.get(range.clone()).unwrap_or(&[]))
            }
            SourceBytes::Lazy(_) => None,
        }
    }

    /// Fills `out` with the bytes at `offset`.
    pub(super) fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        match self {
            SourceBytes::Lazy(lazy) => lazy.read_at(offset, out),
            SourceBytes::Whole(..) => store::copy(self.in_memory().unwrap_or(&[]), offset, out),
        }
    }

    /// Fills `out` with the bytes at `offset`, without caching them.
    pub(super) fn read_once(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        match self {
            SourceBytes::Lazy(lazy) => lazy.read_once(offset, out),
            SourceBytes::Whole(..) => self.read_at(offset, out),
        }
    }

    /// Passes all bytes to `f`, chunk by chunk, without caching them.
    pub(super) fn each_chunk<E>(&self, mut f: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let lazy = match self {
            SourceBytes::Whole(..) => return f(self.in_memory().unwrap_or(&[])),
            SourceBytes::Lazy(lazy) => lazy,
        };
        if let Some(known) = lazy.known() {
            return f(known);
        }
        let mut chunk = vec![0; usize::try_from(self.len()).unwrap_or(CHUNK).min(CHUNK)];
        let mut offset = 0;
        while offset < self.len() {
            let len = usize::try_from(self.len() - offset).unwrap_or(CHUNK).min(CHUNK);
            let Some(chunk) = chunk.get_mut(..len) else { break };
            lazy.fill(offset, chunk);
            f(chunk)?;
            offset += len as u64;
        }
        Ok(())
    }
}
