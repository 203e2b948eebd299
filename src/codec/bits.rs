//! Bit stream of packed animations: from the most significant bit of each byte down.

/// Bit reader with a position.
#[derive(Clone, Copy, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    /// Position in bits.
    at: usize,
}

impl<'a> BitReader<'a> {
    /// Creates a reader at the first bit of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Position of the next bit.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Skips `n` bits.
    pub fn skip(&mut self, n: usize) {
        self.at = self.at.saturating_add(n);
    }

    /// Reads the next `n` bits, at most 16; `None` without advancing if fewer are left.
    pub fn unsigned(&mut self, n: u32) -> Option<u16> {
        let end = self.at.checked_add(n as usize)?;
        if n > 16 || end > self.bytes.len().checked_mul(8)? {
            return None;
        }
        let first = self.at / 8;
        // Sixteen bits span at most three bytes.
        let word = (0..3).fold(0u32, |word, i| {
            word << 8 | u32::from(self.bytes.get(first + i).copied().unwrap_or(0))
        });
        let shifted = word >> (24 - (self.at % 8) as u32 - n);
        self.at = end;
        // Masked to at most 16 bits.
        Some((shifted & ((1u32 << n) - 1)) as u16)
    }

    /// Reads the next `n` bits as a two's complement number.
    pub fn signed(&mut self, n: u32) -> Option<i16> {
        let value = self.unsigned(n)?;
        let unused = 16u32.checked_sub(n).filter(|unused| *unused < 16)?;
        Some((value << unused) as i16 >> unused)
    }
}

/// Growable sequence of bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    /// Number of bits.
    pub fn len(&self) -> usize {
        self.len
    }

    /// `true` if no bit was added.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds the low `n` bits (at most 16) of `value`.
    pub fn push(&mut self, value: u16, n: u32) {
        for bit in (0..n.min(16)).rev() {
            if self.len.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> bit & 1) as u8) << (7 - self.len % 8);
            }
            self.len += 1;
        }
    }

    /// Collects all remaining bits of `reader`.
    pub fn rest(mut reader: BitReader<'_>) -> Self {
        let mut bits = Self::default();
        while let Some(bit) = reader.unsigned(1) {
            bits.push(bit, 1);
        }
        bits
    }

    /// Adds all bits of `other`.
    pub fn append(&mut self, other: &Bits) {
        let mut reader = BitReader::new(&other.bytes);
        for _ in 0..other.len {
            self.push(reader.unsigned(1).unwrap_or(0), 1);
        }
    }

    /// Converts to whole bytes; the last is padded with zeros.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
