//! Streams of bytes and bits.

use super::failure::{ErrorKind, Failure};
use super::value::BufferId;

/// A part of a buffer with a position.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    pub buffer: BufferId,
    /// Offset of the stream in its buffer.
    pub start: usize,
    pub size: usize,
    pub pos: usize,
    bits: Bits,
}

/// Bits left of a started byte.
#[derive(Clone, Copy, Debug, Default)]
struct Bits {
    left: u8,
    value: u8,
    is_little: bool,
}

impl Stream {
    pub fn new(buffer: BufferId, start: usize, size: usize) -> Self {
        Self { buffer, start, size, pos: 0, bits: Bits::default() }
    }

    /// `true` if neither bytes nor bits are left.
    pub fn is_at_end(&self) -> bool {
        self.pos >= self.size && self.bits.left == 0
    }

    /// Skips the rest of a started byte.
    pub fn align(&mut self) {
        self.bits = Bits::default();
    }

    pub fn seek(&mut self, pos: usize) {
        self.pos = pos;
        self.align();
    }

    /// Position as a number that grows with every bit that is read.
    pub fn progress(&self) -> (usize, u8) {
        (self.pos, 8 - self.bits.left.min(8))
    }

    /// Offset in the buffer of the byte that the next read starts with.
    pub fn offset(&self, for_bits: bool) -> usize {
        let started = usize::from(for_bits && self.bits.left > 0);
        self.start.saturating_add(self.pos).saturating_sub(started)
    }

    /// Number of bits of the started byte that were read.
    pub fn started(&self) -> u8 {
        if self.bits.left > 0 { 8 - self.bits.left.min(8) } else { 0 }
    }

    pub fn left(&self) -> usize {
        self.size.saturating_sub(self.pos)
    }

    /// Moves over `len` bytes and returns their offset in the buffer.
    ///
    /// # Errors
    /// When fewer bytes are left.
    pub fn take(&mut self, len: usize) -> Result<usize, Failure> {
        self.align();
        if len > self.left() {
            return Err(end_of_stream(len, self.left()));
        }
        let at = self.start + self.pos;
        self.pos += len;
        Ok(at)
    }

    /// Reads up to 64 bits. `data` is the whole buffer.
    ///
    /// # Errors
    /// When fewer bits are left.
    pub fn bits(&mut self, data: &[u8], count: u8, is_little: bool) -> Result<u64, Failure> {
        if self.bits.is_little != is_little {
            self.align();
        }
        let more = usize::from(count.saturating_sub(self.bits.left)).div_ceil(8);
        if more > self.left() {
            return Err(end_of_stream(more, self.left()));
        }
        let from = self.start + self.pos;
        let bytes = data.get(from..from + more).unwrap_or_default();
        let mut all = u128::from(self.bits.value);
        let mut total = u32::from(self.bits.left);
        for byte in bytes {
            all = if is_little {
                all | u128::from(*byte) << total
            } else {
                all << 8 | u128::from(*byte)
            };
            total += 8;
        }
        self.pos += more;
        let count = u32::from(count);
        let left = total - count;
        let mask = |bits: u32| (1u128 << bits) - 1;
        let (value, rest) = if is_little {
            (all & mask(count), all >> count)
        } else {
            (all >> left, all & mask(left))
        };
        self.bits = Bits {
            left: u8::try_from(left).unwrap_or(0),
            value: u8::try_from(rest).unwrap_or(0),
            is_little,
        };
        u64::try_from(value).map_err(|_| Failure::new(ErrorKind::Overflow, "more than 64 bits"))
    }
}

impl Stream {
    /// Prepares for reading bits in an order.
    pub fn begin_bits(&mut self, is_little: bool) {
        if self.bits.is_little != is_little {
            self.align();
        }
    }

    /// Number of bits that are left.
    pub fn bits_left(&self) -> usize {
        self.left().saturating_mul(8).saturating_add(usize::from(self.bits.left))
    }

    /// Moves over bits, at most as many as are left. `data` is the whole buffer.
    ///
    /// # Errors
    /// When fewer are left.
    pub fn skip_bits(&mut self, data: &[u8], count: usize, is_little: bool) -> Result<(), Failure> {
        let first = usize::from(self.started());
        let end = count.saturating_add(first);
        self.seek(self.pos.saturating_sub(usize::from(first > 0)).saturating_add(end / 8));
        let rest = u8::try_from(end % 8).unwrap_or(0);
        if rest > 0 { self.bits(data, rest, is_little).map(drop) } else { Ok(()) }
    }
}

pub fn end_of_stream(needed: usize, left: usize) -> Failure {
    Failure::new(ErrorKind::EndOfStream, format!("needs {needed} bytes, {left} left"))
}
