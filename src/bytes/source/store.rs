//! Bytes that are read on demand.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use elsa::sync::FrozenMap;

/// Owner of bytes in memory.
pub type Store = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Bytes that are read on demand: a large file, the sectors of a raw image, a packed disc.
pub trait ReadAt: Send + Sync {
    /// Number of bytes.
    fn len(&self) -> u64;

    /// `true` if there are no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `true` if the bytes are stored verbatim, so that reading any of them costs about the same.
    fn is_stored(&self) -> bool {
        false
    }

    /// Fills `out` with the bytes starting at `offset`, all of which exist.
    ///
    /// # Errors
    /// When they cannot be read, with a message. `out` may then hold anything.
    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String>;

    /// Like [`ReadAt::read_at`], for bytes that are used only once, which are not cached.
    ///
    /// # Errors
    /// See [`ReadAt::read_at`].
    fn read_once(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        self.read_at(offset, out)
    }
}

/// Bytes that could not be read and were replaced by zeros.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Offset of the first byte.
    pub offset: u64,
    /// Number of bytes.
    pub len: u64,
    /// The reason.
    pub message: String,
}

/// Size of a read of unpacked bytes: as much as a probe needs.
const PAGE: usize = 64 * 1024;
/// Size of a read of stored bytes. Directories may refer to a few bytes of every member.
const STORED_PAGE: usize = 8 * 1024;
/// Size of separate reads if a page cannot be read: the user data of a sector.
const SECTOR: usize = 2048;
/// Maximum number of recorded failures.
const MAX_FAILURES: usize = 20;

/// Bytes read on demand. They are cached, so that references to them can be returned.
pub(super) struct Lazy {
    from: Arc<dyn ReadAt>,
    windows: FrozenMap<(u64, u64), Box<[u8]>>,
    whole: OnceLock<Vec<u8>>,
    failures: Mutex<Vec<Failure>>,
}

impl Lazy {
    pub(super) fn new(from: Arc<dyn ReadAt>) -> Self {
        let (windows, whole) = (FrozenMap::new(), OnceLock::new());
        Self { from, windows, whole, failures: Mutex::default() }
    }

    pub(super) fn len(&self) -> u64 {
        self.from.len()
    }

    /// See [`ReadAt::is_stored`].
    pub(super) fn is_stored(&self) -> bool {
        self.from.is_stored()
    }

    /// Number of bytes that are read together.
    pub(super) fn page_size(&self) -> usize {
        if self.is_stored() { STORED_PAGE } else { PAGE }
    }

    /// All bytes, if they are in memory.
    pub(super) fn known(&self) -> Option<&[u8]> {
        self.whole.get().map(Vec::as_slice)
    }

    /// All bytes, which are then cached.
    pub(super) fn whole(&self) -> &[u8] {
        if self.whole.get().is_none() {
            // Read before the cell is set, so that other threads do not wait.
            let _ = self.whole.set(self.read(0, self.len()));
        }
        self.whole.get().map_or(&[], Vec::as_slice)
    }

    /// The bytes from `start` up to `end`, limited to the source.
    pub(super) fn window(&self, start: u64, end: u64) -> &[u8] {
        let end = end.min(self.len());
        let start = start.min(end);
        let size = self.page_size() as u64;
        let page = start / size * size;
        let page_end = page.saturating_add(size).min(self.len());
        let (from, held) = match self.whole.get() {
            Some(whole) => (0, &whole[..]),
            None if (start, end) == (0, self.len()) => (0, self.whole()),
            None if end <= page_end => (page, self.cached(page, page_end)),
            // Formats may read the rest of a file again and again.
            None if end - start > self.len() / 2 => (0, self.whole()),
            None => (start, self.cached(start, end)),
        };
        let at = |offset: u64| usize::try_from(offset - from).unwrap_or(usize::MAX);
        held.get(at(start)..at(end)).unwrap_or(&[])
    }

    fn cached(&self, start: u64, end: u64) -> &[u8] {
        let held = self.windows.get(&(start, end));
        held.unwrap_or_else(|| self.windows.insert((start, end), self.read(start, end).into()))
    }

    /// Reads bytes that are not cached.
    fn read(&self, start: u64, end: u64) -> Vec<u8> {
        let mut out = vec![0; usize::try_from(end - start).unwrap_or(0)];
        self.fill(start, &mut out);
        out
    }

    /// Fills `out` as far as possible.
    pub(super) fn fill(&self, start: u64, out: &mut [u8]) {
        if self.from.read_once(start, out).is_ok() {
            return;
        }
        let mut offset = start;
        for sector in out.chunks_mut(SECTOR) {
            if let Err(message) = self.from.read_at(offset, sector) {
                sector.fill(0);
                self.fail(Failure { offset, len: sector.len() as u64, message });
            }
            offset += sector.len() as u64;
        }
    }

    /// Fills `out` with the bytes at `offset`, without caching them.
    pub(super) fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        if self.knows(offset, out)? { Ok(()) } else { self.from.read_at(offset, out) }
    }

    /// See [`ReadAt::read_once`].
    pub(super) fn read_once(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        if self.knows(offset, out)? { Ok(()) } else { self.from.read_once(offset, out) }
    }

    /// Copies the bytes if all are in memory; returns `false` if they must be read.
    fn knows(&self, offset: u64, out: &mut [u8]) -> Result<bool, String> {
        let end = offset.checked_add(out.len() as u64).filter(|end| *end <= self.len());
        end.ok_or_else(|| ends_at(self.len()))?;
        // After a failure, bytes in memory may be zeros in place of others.
        let Some(known) = self.known().filter(|_| self.is_complete()) else { return Ok(false) };
        copy(known, offset, out)?;
        Ok(true)
    }

    fn fail(&self, failure: Failure) {
        let mut known = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MAX_FAILURES && !known.contains(&failure) {
            known.push(failure);
        }
    }

    fn is_complete(&self) -> bool {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// The failures so far.
    pub(super) fn failures(&self) -> Vec<Failure> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Fills `out` with the bytes of `known` at `offset`.
pub(super) fn copy(known: &[u8], offset: u64, out: &mut [u8]) -> Result<(), String> {
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    let bytes = known.get(start..).and_then(|from| from.get(..out.len()));
    out.copy_from_slice(bytes.ok_or_else(|| ends_at(known.len() as u64))?);
    Ok(())
}

fn ends_at(len: u64) -> String {
    format!("the data ends at {len:#x}")
}
