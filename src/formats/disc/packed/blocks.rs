//! Blocks of equal size that are unpacked on demand, with a cache of the most recent ones.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::bytes::ReadAt;

/// Maximum size of the cache in bytes.
const MAX_KEPT: usize = 4 << 20;

/// Unpacks blocks.
pub trait Unpack: Send + Sync {
    /// Unpacks block `index` into `out`, which may be shorter than the block.
    ///
    /// # Errors
    /// If it cannot be unpacked, with a message.
    fn block(&self, index: u64, out: &mut [u8]) -> Result<(), String>;
}

/// The concatenated bytes of all blocks.
pub struct Blocks<U> {
    unpack: U,
    /// Size of a block, at least 1.
    size: usize,
    len: u64,
    kept: Mutex<VecDeque<(u64, Arc<[u8]>)>>,
}

impl<U: Unpack> Blocks<U> {
    /// `len` bytes in blocks of `size`.
    pub fn new(unpack: U, size: usize, len: u64) -> Self {
        Self { unpack, size: size.max(1), len, kept: Mutex::default() }
    }

    fn lock_cache(&self) -> MutexGuard<'_, VecDeque<(u64, Arc<[u8]>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Unpacks or returns a cached block. Unpacking does not hold the lock, so two threads may unpack the
    /// same block.
    fn block(&self, index: u64) -> Result<Arc<[u8]>, String> {
        let known =
            self.lock_cache().iter().find(|(at, _)| *at == index).map(|(_, block)| block.clone());
        if let Some(block) = known {
            return Ok(block);
        }
        let mut block = vec![0; self.size];
        self.unpack.block(index, &mut block)?;
        let block: Arc<[u8]> = block.into();
        let mut kept = self.lock_cache();
        kept.push_front((index, block.clone()));
        kept.truncate((MAX_KEPT / self.size).max(2));
        Ok(block)
    }
}

impl<U: Unpack> ReadAt for Blocks<U> {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        let size = self.size as u64;
        let (mut at, mut out) = (offset, out);
        while !out.is_empty() {
            let block = self.block(at / size)?;
            let within = usize::try_from(at % size).unwrap_or(0);
            let from = block.get(within..).unwrap_or(&[]);
            let len = from.len().min(out.len());
            let (piece, rest) = out.split_at_mut(len);
            piece.copy_from_slice(from.get(..len).unwrap_or(&[]));
            (at, out) = (at + len as u64, rest);
            if len == 0 {
                return Err("the data ends here".to_owned());
            }
        }
        Ok(())
    }
}
