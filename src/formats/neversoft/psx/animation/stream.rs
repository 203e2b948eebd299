//! Stream of one number of a bone in a packed clip: keys with linear interpolation (section 16.3).
//!
//! | byte | content |
//! |---|---|
//! | 0 | high nibble: interval − 1, low nibble: mode |
//! | 1 | mode 15: nothing, all samples are 0; else the first sample, an i16 |
//! | 3 | mode 0: an i16 for each further key; modes 1–13: a signed step of mode + 1 bits for each, then padding to a byte; mode 14: nothing, all samples equal the first |
//!
//! Between two keys, samples change by the integer part of difference / interval; the key itself is
//! exact. The last interval is shorter if the interval does not divide the number of frames.

use crate::codec::bits::BitReader;

/// Mode: keys are stored as full words.
pub const WORDS: u8 = 0;
/// Mode: all samples equal the first.
pub const CONSTANT: u8 = 14;
/// Mode: all samples are 0 and not stored.
pub const ZERO: u8 = 15;

/// Layout of a stream, from its header and the number of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Frames between keys: 1 to 16.
    pub interval: usize,
    pub mode: u8,
    /// Number of keys after the first sample.
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

    /// Bits per key.
    pub fn bits(&self) -> u32 {
        match self.mode {
            WORDS => 16,
            mode => u32::from(mode) + 1,
        }
    }

    /// Size of the stream in bytes, with its header.
    pub fn size(&self) -> usize {
        match self.mode {
            ZERO => 1,
            _ => 3 + (self.keys * self.bits() as usize).div_ceil(8),
        }
    }

    /// Frame of key `index`; 0 is the first key after the first sample.
    pub fn frame_of(&self, index: usize) -> usize {
        index.saturating_add(1).saturating_mul(self.interval).min(self.frames.saturating_sub(1))
    }

    /// First sample and all keys of a stream with its header; `None` if it is truncated.
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

    /// Samples of the first `most` frames.
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
                // Steps wrap around the 16-bit range.
                _ => i32::from(to.wrapping_sub(*from)),
            };
            // At most 16 frames; the game also stores the quotient in 16 bits.
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

/// Size of the stream at the start of `bytes`; `None` if its header is missing.
pub fn len(bytes: &[u8], frames: usize) -> Option<usize> {
    Some(Layout::new(*bytes.first()?, frames).size())
}

/// Samples of the first `most` frames of the stream at the start of `bytes`, and its size; `None` if it
/// is truncated.
pub fn decode(bytes: &[u8], frames: usize, most: usize) -> Option<(Vec<i16>, usize)> {
    let layout = Layout::new(*bytes.first()?, frames);
    let keys = layout.keys(bytes)?;
    Some((layout.samples(&keys, most), layout.size()))
}
