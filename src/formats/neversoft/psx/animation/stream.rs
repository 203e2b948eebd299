//! One number of a bone through a packed clip: keys with straight lines between them
//! (section 16.3).
//!
//! | byte | content |
//! |---|---|
//! | 0 | high nibble: interval − 1, low nibble: mode |
//! | 1 | mode 15: nothing, all samples are 0; else the first sample, an i16 |
//! | 3 | mode 0: an i16 for each further key; modes 1–13: a signed step of mode + 1 bits for each, then fill up to a byte; mode 14: nothing, the first sample stays |
//!
//! The samples between two keys go up by the whole part of the difference over the interval; the
//! key itself is met exactly. The last key comes sooner where the interval does not divide the
//! frames.

use crate::codec::bits::BitReader;

/// Keys are stored in full.
pub const WORDS: u8 = 0;
/// The first sample is all of them.
pub const CONSTANT: u8 = 14;
/// Nothing is stored: all samples are 0.
pub const ZERO: u8 = 15;

/// What the header of a stream and the number of frames say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Frames from a key to the next: 1 to 16.
    pub interval: usize,
    pub mode: u8,
    /// Keys behind the first sample.
    pub keys: usize,
    frames: usize,
}

impl Layout {
    pub fn new(header: u8, frames: usize) -> Self {
        let (interval, mode) = (usize::from(header >> 4) + 1, header & 15);
        let keys = match mode {
            CONSTANT | ZERO => 0,
            _ => frames.saturating_sub(1).div_ceil(interval),
        };
        Self { interval, mode, keys, frames }
    }

    /// Bits of a key.
    pub fn bits(&self) -> u32 {
        match self.mode {
            WORDS => 16,
            mode => u32::from(mode) + 1,
        }
    }

    /// Bytes of the stream with its header.
    pub fn size(&self) -> usize {
        match self.mode {
            ZERO => 1,
            _ => 3 + (self.keys * self.bits() as usize).div_ceil(8),
        }
    }

    /// The frame that key `index` (0 is the first behind the first sample) belongs to.
    pub fn frame_of(&self, index: usize) -> usize {
        index.saturating_add(1).saturating_mul(self.interval).min(self.frames.saturating_sub(1))
    }

    /// The first sample and every key, from a stream with its header; `None` when it is cut off.
    pub fn keys(&self, stream: &[u8]) -> Option<Vec<i16>> {
        let stream = stream.get(..self.size())?;
        let word = |at: usize| Some(i16::from_le_bytes(*stream.get(at..)?.first_chunk()?));
        let mut value = if self.mode == ZERO { 0 } else { word(1)? };
        let mut keys = Vec::with_capacity(1 + self.keys);
        keys.push(value);
        let mut steps = BitReader::new(stream.get(3..).unwrap_or(&[]));
        for index in 0..self.keys {
            value = match self.mode {
                WORDS => word(3 + 2 * index)?,
                _ => value.wrapping_add(steps.signed(self.bits())?),
            };
            keys.push(value);
        }
        Some(keys)
    }

    /// The samples of the first `most` frames.
    pub fn samples(&self, keys: &[i16], most: usize) -> Vec<i16> {
        let count = self.frames.min(most);
        let mut samples = Vec::with_capacity(count);
        samples.extend(keys.first());
        for (index, pair) in keys.windows(2).enumerate() {
            let [from, to] = pair else { continue };
            if samples.len() >= count {
                break;
            }
            let frames = self.frame_of(index) - index * self.interval;
            let whole = match self.mode {
                WORDS => i32::from(*to) - i32::from(*from),
                // A step may lead past the end of the numbers and begin at the other one.
                _ => i32::from(to.wrapping_sub(*from)),
            };
            // At most 16 frames; the quotient is stored in 16 bits by the game as well.
            let step = (whole / frames.max(1) as i32) as i16;
            let mut value = *from;
            for _ in 1..frames {
                value = value.wrapping_add(step);
                samples.push(value);
            }
            samples.push(*to);
        }
        samples.resize(count, keys.last().copied().unwrap_or(0));
        samples
    }
}

/// Bytes of the stream that `bytes` starts with; `None` when its header is missing.
pub fn len(bytes: &[u8], frames: usize) -> Option<usize> {
    Some(Layout::new(*bytes.first()?, frames).size())
}

/// The samples of the first `most` frames of the stream that `bytes` starts with, and its length;
/// `None` when it is cut off.
pub fn decode(bytes: &[u8], frames: usize, most: usize) -> Option<(Vec<i16>, usize)> {
    let layout = Layout::new(*bytes.first()?, frames);
    let keys = layout.keys(bytes)?;
    Some((layout.samples(&keys, most), layout.size()))
}
