//! Unpacks large files on demand. They are unpacked completely if readers often seek backwards.

use std::io::{self, BufReader, Read};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use flate2::read::DeflateDecoder;

use crate::bytes::{ReadAt, Reader, Source};

/// Number of restarts from the beginning before the whole file is unpacked and cached.
const MAX_STARTS: u32 = 4;
/// Buffer size, and step when skipping to an offset.
const STEP: usize = 64 * 1024;

/// File of `size` bytes, packed in a part of a source.
pub(super) struct Inflating {
    source: Source,
    packed: (u64, u64),
    size: u64,
    /// Decoder at the position where the last reader stopped. Concurrent readers create their own.
    idle: Mutex<Option<Running>>,
    starts: AtomicU32,
    whole: OnceLock<UnpackedBytes>,
}

/// Unpacked bytes, and the error for offsets beyond them.
struct UnpackedBytes(Vec<u8>, String);

struct Running {
    decoder: DeflateDecoder<BufReader<Reader>>,
    pos: u64,
}

impl Inflating {
    /// Creates the reader; `packed` is offset and length in `source`.
    pub fn new(source: &Source, packed: (u64, u64), size: u64) -> Self {
        let (idle, starts, whole) = (Mutex::default(), AtomicU32::new(0), OnceLock::new());
        Self { source: source.clone(), packed, size, idle, starts, whole }
    }

    fn idle(&self) -> MutexGuard<'_, Option<Running>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn decoder(&self) -> DeflateDecoder<BufReader<Reader>> {
        let (start, len) = self.packed;
        DeflateDecoder::new(BufReader::with_capacity(STEP, Reader::part(&self.source, start, len)))
    }

    /// Unpacks the whole file and caches it.
    fn whole(&self) -> Option<&UnpackedBytes> {
        if self.whole.get().is_none() {
            let mut all = Vec::new();
            let read = self.decoder().take(self.size).read_to_end(&mut all);
            let why = read.map_or_else(|error| message(&error), |_| ends());
            // Unpacked outside the lock, so that other readers are not blocked.
            let _ = self.whole.set(UnpackedBytes(all, why));
        }
        self.whole.get()
    }
}

impl ReadAt for Inflating {
    fn len(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        let idle = self.idle().take().filter(|running| running.pos <= offset);
        let mut running = match idle {
            Some(running) => running,
            None if self.starts.fetch_add(1, Ordering::Relaxed) < MAX_STARTS => {
                Running { decoder: self.decoder(), pos: 0 }
            }
            None => {
                let UnpackedBytes(all, why) = self.whole().ok_or_else(ends)?;
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                let bytes = all.get(start..).and_then(|from| from.get(..out.len()));
                out.copy_from_slice(bytes.ok_or_else(|| why.clone())?);
                return Ok(());
            }
        };
        running.read(offset, out).map_err(|error| message(&error))?;
        *self.idle() = Some(running);
        Ok(())
    }
}

impl Running {
    fn read(&mut self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut passed = [0; 4096];
        while self.pos < offset {
            let left = usize::try_from(offset - self.pos).unwrap_or(usize::MAX);
            let step = left.min(passed.len());
            self.decoder.read_exact(passed.get_mut(..step).unwrap_or_default())?;
            self.pos += step as u64;
        }
        self.decoder.read_exact(out)?;
        self.pos += out.len() as u64;
        Ok(())
    }
}

fn message(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => ends(),
        _ => format!("cannot be unpacked: {error}"),
    }
}

fn ends() -> String {
    "does not unpack to the size stated in its entry".to_owned()
}
