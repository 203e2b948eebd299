//! Storage of a source's bytes: in memory, or read on demand.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::store::{self, Lazy, Store};

/// Larger sources are read in chunks if all of their bytes are needed once.
pub(super) const MAX_AT_ONCE: u64 = 16 << 20;
/// Chunk size of [`SourceBytes::each_chunk`].
const CHUNK: usize = 1 << 20;
/// Smaller parts of a memory map are accessed directly.
const MIN_FROM_FILE: usize = 64 * 1024;

/// The bytes of a source.
pub(super) enum SourceBytes {
    /// In memory, with the file on disk from which all of it was read or mapped.
    Whole(Store, Range<usize>, Option<Arc<Path>>),
    /// Read on demand.
    Lazy(Box<Lazy>),
}

impl SourceBytes {
    pub(super) fn len(&self) -> u64 {
        match self {
            SourceBytes::Whole(_, range, _) => range.len() as u64,
            SourceBytes::Lazy(lazy) => lazy.len(),
        }
    }

    /// All bytes, if they are in memory.
    pub(super) fn in_memory(&self) -> Option<&[u8]> {
        match self {
            SourceBytes::Whole(store, range, _) => {
                let all: &[u8] = (**store).as_ref();
                Some(all.get(range.clone()).unwrap_or(&[]))
            }
            SourceBytes::Lazy(_) => None,
        }
    }

    /// The file on disk and the offset of the bytes in it, if reading through the map would fill memory
    /// with pages that are used only once.
    fn file(&self) -> Option<(&Path, u64)> {
        let SourceBytes::Whole(store, range, Some(file)) = self else { return None };
        let is_mapped = store.as_ref().as_ref().len() as u64 > MAX_AT_ONCE;
        let is_large = range.len() >= MIN_FROM_FILE;
        (is_mapped && is_large).then_some((&**file, range.start as u64))
    }

    /// Fills `out` with the bytes at `offset`. Mapped bytes are paged into memory by this.
    pub(super) fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        match self {
            SourceBytes::Lazy(lazy) => lazy.read_at(offset, out),
            SourceBytes::Whole(..) => store::copy(self.in_memory().unwrap_or(&[]), offset, out),
        }
    }

    /// Fills `out` with the bytes at `offset`, without caching them.
    pub(super) fn read_once(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        if let SourceBytes::Lazy(lazy) = self {
            return lazy.read_once(offset, out);
        }
        let end = offset.checked_add(out.len() as u64).filter(|end| *end <= self.len());
        let from_file = self.file().filter(|_| end.is_some());
        match from_file.map(|(file, start)| read_file(file, start.saturating_add(offset), out)) {
            Some(Ok(())) => Ok(()),
            // The file may have been deleted; the map still has its bytes.
            Some(Err(_)) | None => self.read_at(offset, out),
        }
    }

    /// Passes all bytes to `f`, chunk by chunk, without caching them.
    pub(super) fn each_chunk<E>(&self, mut f: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let known = match self {
            SourceBytes::Lazy(lazy) => lazy.known(),
            SourceBytes::Whole(..) => self.in_memory().filter(|_| self.file().is_none()),
        };
        if let Some(known) = known {
            return f(known);
        }
        let mut chunk = vec![0; usize::try_from(self.len()).unwrap_or(CHUNK).min(CHUNK)];
        let mut offset = 0;
        while offset < self.len() {
            let len = usize::try_from(self.len() - offset).unwrap_or(CHUNK).min(CHUNK);
            let Some(chunk) = chunk.get_mut(..len) else { break };
            match self {
                SourceBytes::Lazy(lazy) => lazy.fill(offset, chunk),
                SourceBytes::Whole(..) => {
                    // A failure has no effect: bytes that cannot be read are taken from the map.
                    let _ = self.read_once(offset, chunk);
                }
            }
            f(chunk)?;
            offset += len as u64;
        }
        Ok(())
    }
}

/// Fills `out` with the bytes of a file starting at `start`.
fn read_file(file: &Path, start: u64, out: &mut [u8]) -> io::Result<()> {
    let mut file = File::open(file)?;
    file.seek(io::SeekFrom::Start(start))?;
    file.read_exact(out)
}
