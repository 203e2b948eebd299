//! Pixel storage of bitmaps.

use super::runs::Runs;
use crate::codec::channels::Channels;

/// Storage format of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coding {
    /// Indices of 1, 2, 4 or 8 bits; the leftmost pixel of a byte is in the highest bits.
    Indices(u16),
    /// Run-length encoded indices.
    Runs(Runs),
    /// Colours of 2 to 4 bytes.
    Direct(Channels),
}

impl Coding {
    /// Storage of pixels with this number of bits; `None` for unknown combinations.
    pub fn of(bits: u16, compression: u32, masks: [u32; 4]) -> Option<Self> {
        const WORDS: [u32; 4] = [0x7C00, 0x3E0, 0x1F, 0];
        const BYTES: [u32; 4] = [0xFF_0000, 0xFF00, 0xFF, 0];
        let direct = |size, masks| Some(Coding::Direct(Channels { size, masks }));
        match (bits, compression) {
            (1 | 2 | 4 | 8, 0) => Some(Coding::Indices(bits)),
            (8, 1) => Some(Coding::Runs(Runs { is_short: false })),
            (4, 2) => Some(Coding::Runs(Runs { is_short: true })),
            (16, 0) => direct(2, WORDS),
            (24, 0) => direct(3, BYTES),
            (32, 0) => direct(4, BYTES),
            (16, 3 | 6) => direct(2, masks),
            (32, 3 | 6) => direct(4, masks),
            _ => None,
        }
    }
}
