//! Bit stream from the least significant bit of each byte up.

/// Bit reader. It returns zeros after the end of the data; see [`LowBits::is_spent`].
#[derive(Clone, Debug)]
pub struct LowBits<'a> {
    bytes: &'a [u8],
    /// Number of bytes loaded into `held`.
    taken: usize,
    held: u64,
    /// Number of bits in `held`.
    count: u32,
    /// Number of zero bits supplied after the end.
    borrowed: u64,
}

impl<'a> LowBits<'a> {
    /// Maximum number of bits that can be peeked.
    pub const MAX_BITS: u32 = 32;

    /// Creates a reader at the first bit of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, taken: 0, held: 0, count: 0, borrowed: 0 }
    }

    /// Number of bits before the next one.
    pub fn at(&self) -> u64 {
        self.taken as u64 * 8 + self.borrowed - u64::from(self.count)
    }

    /// `true` if bits were read beyond the end.
    pub fn is_spent(&self) -> bool {
        u64::from(self.count) < self.borrowed
    }

    #[inline]
    fn fill(&mut self) {
        if self.count > Self::MAX_BITS {
            return;
        }
        let rest = self.bytes.get(self.taken..).unwrap_or_default();
        if let Some(next) = rest.first_chunk::<4>() {
            self.held |= u64::from(u32::from_le_bytes(*next)) << self.count;
            self.taken += 4;
            self.count += 32;
            return;
        }
        for byte in rest {
            self.held |= u64::from(*byte) << self.count;
            self.taken += 1;
            self.count += 8;
        }
        if self.count < Self::MAX_BITS {
            self.borrowed += u64::from(Self::MAX_BITS - self.count);
            self.count = Self::MAX_BITS;
        }
    }

    /// Returns the next bits without consuming them, the first one lowest, at least [`LowBits::MAX_BITS`] of
    /// them.
    #[inline]
    pub fn peek(&mut self) -> u64 {
        self.fill();
        self.held
    }

    /// Skips `n` bits of those that [`LowBits::peek`] returned.
    #[inline]
    pub fn skip(&mut self, n: u32) {
        let n = n.min(self.count);
        self.held >>= n;
        self.count -= n;
    }

    /// Reads the next bit.
    #[inline]
    pub fn bit(&mut self) -> bool {
        let bit = self.peek() & 1 != 0;
        self.skip(1);
        bit
    }

    /// Reads the next `n` bits, at most sixteen, the first one lowest.
    #[inline]
    pub fn take(&mut self, n: u32) -> u16 {
        let n = n.min(16);
        let bits = self.peek() & ((1 << n) - 1);
        self.skip(n);
        // Masked to sixteen bits.
        bits as u16
    }
}
