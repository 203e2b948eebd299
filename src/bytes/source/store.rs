//! Bytes that are read when somebody wants them, and where they come from.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use elsa::sync::FrozenMap;

/// Whatever owns bytes that are in memory: a vector, or the library's memory map.
pub type Store = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Bytes that are not in memory as they are wanted: the sectors of a raw image, a packed disc.
pub trait ReadAt: Send + Sync {
    /// Number of bytes.
    fn len(&self) -> u64;

    /// True where there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `out` with the bytes from `offset` on, all of which exist.
    ///
    /// # Errors
    /// Where they cannot be had, with a sentence. `out` may then hold anything.
    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String>;

    /// The same for bytes that nobody looks at again: nothing of them stays in memory.
    ///
    /// # Errors
    /// As of [`ReadAt::read_at`].
    fn read_once(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        self.read_at(offset, out)
    }
}

/// Bytes that could not be read, and are zeros instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Offset of the first.
    pub offset: u64,
    /// Number of them.
    pub len: u64,
    /// Why.
    pub message: String,
}

/// What is read at once: as much as a probe looks at.
const PAGE: u64 = 64 * 1024;
/// What is tried by itself where a page cannot be read: the user data of a sector.
const SECTOR: usize = 2048;
/// Failures that are told one by one.
const MAX_FAILURES: usize = 20;

/// Bytes read when they are wanted. What was read stays, so that it can be lent.
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

    /// All bytes, where they are in memory.
    pub(super) fn known(&self) -> Option<&[u8]> {
        self.whole.get().map(Vec::as_slice)
    }

    /// All bytes, which stay in memory from now on.
    pub(super) fn whole(&self) -> &[u8] {
        if self.whole.get().is_none() {
            // Made before it is entered: others who ask meanwhile are not kept waiting.
            let _ = self.whole.set(self.read(0, self.len()));
        }
        self.whole.get().map_or(&[], Vec::as_slice)
    }

    /// The bytes from `start` up to `end`, cut to what exists.
    pub(super) fn window(&self, start: u64, end: u64) -> &[u8] {
        let end = end.min(self.len());
        let start = start.min(end);
        let page = start / PAGE * PAGE;
        let page_end = page.saturating_add(PAGE).min(self.len());
        let (from, held) = match self.whole.get() {
            Some(whole) => (0, &whole[..]),
            None if (start, end) == (0, self.len()) => (0, self.whole()),
            None if end <= page_end => (page, self.held(page, page_end)),
            None => (start, self.held(start, end)),
        };
        let at = |offset: u64| usize::try_from(offset - from).unwrap_or(usize::MAX);
        held.get(at(start)..at(end)).unwrap_or(&[])
    }

    fn held(&self, start: u64, end: u64) -> &[u8] {
        let held = self.windows.get(&(start, end));
        held.unwrap_or_else(|| self.windows.insert((start, end), self.read(start, end).into()))
    }

    /// Reads what is not kept.
    fn read(&self, start: u64, end: u64) -> Vec<u8> {
        let mut out = vec![0; usize::try_from(end - start).unwrap_or(0)];
        self.fill(start, &mut out);
        out
    }

    /// Fills `out` as far as it can be read.
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

    /// Copies bytes from `offset` on into `out`, and keeps none.
    pub(super) fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        if self.knows(offset, out)? { Ok(()) } else { self.from.read_at(offset, out) }
    }

    /// See [`ReadAt::read_once`].
    pub(super) fn read_once(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        if self.knows(offset, out)? { Ok(()) } else { self.from.read_once(offset, out) }
    }

    /// Copies the bytes if all are in memory; false where they are to be read.
    fn knows(&self, offset: u64, out: &mut [u8]) -> Result<bool, String> {
        let end = offset.checked_add(out.len() as u64).filter(|end| *end <= self.len());
        end.ok_or_else(|| ends_at(self.len()))?;
        let Some(known) = self.known() else { return Ok(false) };
        copy(known, offset, out)?;
        Ok(true)
    }

    fn fail(&self, failure: Failure) {
        let mut known = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MAX_FAILURES && !known.contains(&failure) {
            known.push(failure);
        }
    }

    /// What could not be read so far.
    pub(super) fn failures(&self) -> Vec<Failure> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Copies bytes of `known` from `offset` on into `out`.
pub(super) fn copy(known: &[u8], offset: u64, out: &mut [u8]) -> Result<(), String> {
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    let bytes = known.get(start..).and_then(|from| from.get(..out.len()));
    out.copy_from_slice(bytes.ok_or_else(|| ends_at(known.len() as u64))?);
    Ok(())
}

fn ends_at(len: u64) -> String {
    format!("the data ends at {len:#x}")
}
