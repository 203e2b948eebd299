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

/// Bits of a start and a length, of the length in `low`, and of a buffer.
const SIZE_BITS: u32 = 44;
const LOW_BITS: u32 = u64::BITS - SIZE_BITS;
const BUFFER_BITS: u32 = 36;

impl From<Span> for PackedSpan {
    fn from(Span { buffer, start, len, bit }: Span) -> Self {
        let fit = |number: usize, bits: u32| (number as u64).min((1 << bits) - 1);
        let (start, len) = (fit(start, SIZE_BITS), fit(len, SIZE_BITS));
        let bit = bit.map_or(0, |bit| u64::from(bit & 7) + 1);
        let from = SIZE_BITS - LOW_BITS;
        let high = len >> LOW_BITS | fit(buffer, BUFFER_BITS) << from | bit << (from + BUFFER_BITS);
        Self { low: start | len << SIZE_BITS, high }
    }
}

impl From<PackedSpan> for Span {
    fn from(PackedSpan { low, high }: PackedSpan) -> Self {
        let part =
            |number: u64, from: u32, bits: u32| (number >> from & ((1 << bits) - 1)) as usize;
        let from = SIZE_BITS - LOW_BITS;
        Self {
            buffer: part(high, from, BUFFER_BITS),
            start: part(low, 0, SIZE_BITS),
            len: part(low, SIZE_BITS, LOW_BITS) | part(high, 0, from) << LOW_BITS,
            bit: ((high >> (from + BUFFER_BITS)) as u8).checked_sub(1),
        }
    }
}
