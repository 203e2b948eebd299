//! Bytes of fields.

/// Index of a run of bytes; 0 is the file, others are unpacked parts.
pub type BufferId = usize;

/// Bytes of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The file or unpacked part that contains the bytes.
    pub buffer: BufferId,
    /// Offset of the first byte.
    pub start: usize,
    /// Their number.
    pub len: usize,
    /// For bit fields: number of bits of the first byte that belong to earlier fields.
    pub bit: Option<u8>,
}

/// A span in 16 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PackedSpan {
    /// Start in the lower 44 bits, and 20 bits of the length.
    low: u64,
    /// The other 24 bits of the length, 36 bits of the buffer, and the bit plus 1.
    high: u64,
}

const START_BITS: u32 = 44;
const BUFFER_BITS: u32 = 36;

impl From<Span> for PackedSpan {
    fn from(Span { buffer, start, len, bit }: Span) -> Self {
        let fit = |number: usize, bits: u32| (number as u128).min((1 << bits) - 1);
        let bit = bit.map_or(0, |bit| u128::from(bit & 7) + 1);
        let all = fit(start, START_BITS)
            | fit(len, START_BITS) << START_BITS
            | fit(buffer, BUFFER_BITS) << (2 * START_BITS)
            | bit << (2 * START_BITS + BUFFER_BITS);
        Self { low: all as u64, high: (all >> u64::BITS) as u64 }
    }
}

impl From<PackedSpan> for Span {
    fn from(PackedSpan { low, high }: PackedSpan) -> Self {
        let all = u128::from(high) << u64::BITS | u128::from(low);
        let part = |from: u32, bits: u32| (all >> from & ((1 << bits) - 1)) as usize;
        let bit = (all >> (2 * START_BITS + BUFFER_BITS)) as u8;
        Self {
            buffer: part(2 * START_BITS, BUFFER_BITS),
            start: part(0, START_BITS),
            len: part(START_BITS, START_BITS),
            bit: bit.checked_sub(1),
        }
    }
}
