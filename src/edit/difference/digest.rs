//! Digests of numbers and bytes, to find equal elements.

/// A 64-bit digest. Equal content has equal digests; others differ, except by rare chance.
pub struct Digest(u64);

impl Digest {
    /// Digest without numbers.
    pub fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    /// Digest of numbers.
    pub fn of(numbers: impl IntoIterator<Item = u64>) -> u64 {
        let mut digest = Self::new();
        numbers.into_iter().for_each(|number| digest.add(number));
        digest.finished()
    }

    /// Digest of bytes.
    pub fn of_bytes(bytes: &[u8]) -> u64 {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
        let words = words.iter().map(|word| u64::from_le_bytes(*word));
        let len = bytes.len().try_into().unwrap_or(u64::MAX);
        Self::of(words.chain([u64::from_le_bytes(last), len]))
    }

    /// Digest of numbers; both zeros are equal.
    pub fn of_floats(numbers: impl IntoIterator<Item = f32>) -> u64 {
        Self::of(numbers.into_iter().map(|number| u64::from((number + 0.0).to_bits())))
    }

    /// Adds a number.
    pub fn add(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29);
    }

    /// The digest of the numbers.
    pub fn finished(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^ (mixed >> 29)
    }
}
