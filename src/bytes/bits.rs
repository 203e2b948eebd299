//! Bits of little-endian 32-bit words, the most significant of the first word first.

/// Reads bits. Bytes that are missing from the last word are zero.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at: u64,
    end: u64,
}

impl<'a> BitReader<'a> {
    /// Reader at the first bit of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        let end = (bytes.len() as u64).div_ceil(4) * 32;
        Self { bytes, at: 0, end }
    }

    /// Position of the next bit.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// Moves to a bit, counted from the start.
    pub fn seek(&mut self, bit: u64) {
        self.at = bit;
    }

    /// Number of remaining bits.
    pub fn remaining(&self) -> u64 {
        self.end.saturating_sub(self.at)
    }

    fn word(&self, index: u64) -> u32 {
        let start = usize::try_from(index).unwrap_or(usize::MAX).saturating_mul(4);
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        match rest.first_chunk() {
            Some(word) => u32::from_le_bytes(*word),
            None => {
                let mut word = [0; 4];
                word.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
                u32::from_le_bytes(word)
            }
        }
    }

    /// The next `count` bits, 32 at most; `None` when there are fewer.
    pub fn read(&mut self, count: u32) -> Option<u32> {
        let count = count.min(32);
        if self.remaining() < u64::from(count) {
            return None;
        }
        let index = self.at / 32;
        let both = u64::from(self.word(index)) << 32 | u64::from(self.word(index + 1));
        let rest = both << (self.at % 32);
        self.at += u64::from(count);
        // At most 32 bits are left.
        Some(if count == 0 { 0 } else { (rest >> (64 - count)) as u32 })
    }
}

/// Writes bits.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    words: Vec<u32>,
    bits: u64,
}

impl BitWriter {
    /// Appends the lowest `count` bits of `value`, 32 at most.
    pub fn put(&mut self, value: u32, count: u32) {
        for bit in (0..count.min(32)).rev() {
            if self.bits.is_multiple_of(32) {
                self.words.push(0);
            }
            let shift = 31 - (self.bits % 32) as u32;
            if let Some(word) = self.words.last_mut() {
                *word |= (value >> bit & 1) << shift;
            }
            self.bits += 1;
        }
    }

    /// Bits written so far.
    pub fn position(&self) -> u64 {
        self.bits
    }

    /// The words, the last one padded with zeros.
    pub fn finish(self) -> Vec<u8> {
        self.words.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}
