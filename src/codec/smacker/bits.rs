//! Bits from the least significant one of each byte up.

/// Reader of bits. Behind the end there are zeros, which [`LowBits::is_spent`] tells.
#[derive(Clone, Debug)]
pub struct LowBits<'a> {
    bytes: &'a [u8],
    /// Bytes that were taken into `held`.
    taken: usize,
    held: u64,
    /// How many bits are held.
    count: u32,
    /// Bits that were taken from behind the end.
    borrowed: u64,
}

impl<'a> LowBits<'a> {
    /// The most bits that can be looked at.
    pub const MOST: u32 = 32;

    /// Reader at the first bit of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, taken: 0, held: 0, count: 0, borrowed: 0 }
    }

    /// Number of bits before the next one.
    pub fn at(&self) -> u64 {
        self.taken as u64 * 8 + self.borrowed - u64::from(self.count)
    }

    /// True when bits were taken that are not there.
    pub fn is_spent(&self) -> bool {
        u64::from(self.count) < self.borrowed
    }

    #[inline]
    fn fill(&mut self) {
        if self.count > Self::MOST {
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
        if self.count < Self::MOST {
            self.borrowed += u64::from(Self::MOST - self.count);
            self.count = Self::MOST;
        }
    }

    /// The next bits, the first one lowest, at least [`LowBits::MOST`] of them.
    #[inline]
    pub fn peek(&mut self) -> u64 {
        self.fill();
        self.held
    }

    /// Passes over `n` bits of those that [`LowBits::peek`] gave.
    #[inline]
    pub fn skip(&mut self, n: u32) {
        let n = n.min(self.count);
        self.held >>= n;
        self.count -= n;
    }

    /// The next bit.
    #[inline]
    pub fn bit(&mut self) -> bool {
        let bit = self.peek() & 1 != 0;
        self.skip(1);
        bit
    }

    /// The next `n` bits, at most sixteen, the first one lowest.
    #[inline]
    pub fn take(&mut self, n: u32) -> u16 {
        let n = n.min(16);
        let bits = self.peek() & ((1 << n) - 1);
        self.skip(n);
        // Masked to sixteen bits.
        bits as u16
    }
}
