//! Samples that are decoded during playback.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::scene::{Samples, SoundData};

/// Frames per block: less than a second, more than a worker needs to stay ahead.
const BLOCK: usize = 1 << 15;

/// Interleaved samples in blocks. One thread writes them in order; others read those that are ready,
/// without locks or waiting.
pub(super) struct Blocks {
    blocks: Box<[OnceLock<Box<[i16]>>]>,
    channels: usize,
    frames: usize,
    /// Number of frames for which readers need not wait: they are available, or will never be.
    ready: AtomicUsize,
}

impl Blocks {
    /// Allocates space for `frames` of `channels` samples each.
    pub fn new(frames: usize, channels: usize) -> Self {
        let blocks = (0..frames.div_ceil(BLOCK)).map(|_| OnceLock::new()).collect();
        Self { blocks, channels, frames, ready: AtomicUsize::new(0) }
    }

    /// Decodes a sound into the blocks. Slow.
    pub fn fill(&self, data: &dyn SoundData) {
        let mut filler = Filler { blocks: self, next: 0, block: Vec::new() };
        data.parts(&mut |part| {
            match part {
                Samples::I16(samples) => filler.add(&samples),
                Samples::U8(samples) => {
                    let wide = |sample: u8| (i16::from(sample) - 128) << 8;
                    filler.add(&samples.into_iter().map(wide).collect::<Vec<i16>>());
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// Stores samples that are already decoded.
    pub fn take(&self, samples: &[i16]) {
        Filler { blocks: self, next: 0, block: Vec::new() }.add(samples);
    }

    pub fn channels(&self) -> usize {
        self.channels
    }

    pub fn frames(&self) -> usize {
        self.frames
    }

    /// Number of frames for which readers need not wait.
    pub fn ready(&self) -> usize {
        self.ready.load(Ordering::Acquire)
    }

    /// Samples of a range of frames, if they are contiguous in memory.
    pub fn together(&self, frames: Range<usize>) -> Option<&[i16]> {
        let block = self.blocks.get(frames.start / BLOCK)?.get()?;
        let first = frames.start % BLOCK;
        let end = first.checked_add(frames.len())?;
        block.get(first * self.channels..end.checked_mul(self.channels)?)
    }

    /// Available samples of a range of frames.
    pub fn stretch(&self, frames: Range<usize>) -> Cow<'_, [i16]> {
        if let Some(samples) = self.together(frames.clone()) {
            return Cow::Borrowed(samples);
        }
        let (mut at, end) = (frames.start, frames.end.min(self.frames));
        let mut all = Vec::new();
        while at < end {
            let next = ((at / BLOCK + 1) * BLOCK).min(end);
            all.extend_from_slice(self.together(at..next).unwrap_or_default());
            at = next;
        }
        Cow::Owned(all)
    }
}

/// Writes samples. When it is dropped, even because decoding fails, missing samples become silence,
/// so that no reader waits for them.
struct Filler<'a> {
    blocks: &'a Blocks,
    /// Index of the current block.
    next: usize,
    block: Vec<i16>,
}

impl Filler<'_> {
    fn add(&mut self, mut samples: &[i16]) {
        while !samples.is_empty() && self.next < self.blocks.blocks.len() {
            let left = self.size() - self.block.len();
            let (some, rest) = samples.split_at(left.min(samples.len()));
            if self.block.is_empty() {
                self.block.reserve_exact(left);
            }
            self.block.extend_from_slice(some);
            samples = rest;
            if some.len() == left {
                self.put();
            }
        }
    }

    /// Samples of the current block; the last block is shorter.
    fn size(&self) -> usize {
        let before = self.next * BLOCK;
        BLOCK.min(self.blocks.frames - before) * self.blocks.channels
    }

    fn put(&mut self) {
        let mut block = std::mem::take(&mut self.block);
        block.resize(self.size(), 0);
        if let Some(slot) = self.blocks.blocks.get(self.next) {
            // A block that is already filled stays unchanged.
            let _ = slot.set(block.into_boxed_slice());
        }
        self.next += 1;
        let ready = (self.next * BLOCK).min(self.blocks.frames);
        self.blocks.ready.fetch_max(ready, Ordering::Release);
    }
}

impl Drop for Filler<'_> {
    fn drop(&mut self) {
        if !self.block.is_empty() {
            self.put();
        }
        self.blocks.ready.store(self.blocks.frames, Ordering::Release);
    }
}
