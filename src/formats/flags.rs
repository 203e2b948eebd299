//! Converts named bits of a stored number to flags of the scene.

use crate::bytes::Bit;
use crate::scene::FlagBit;

/// The flags of a face field, by which faces are coloured, searched and exported.
pub fn flag_bits(bits: &[Bit]) -> Vec<FlagBit> {
    let flag = |bit: &Bit| FlagBit {
        mask: bit.mask,
        name: bit.name,
        meaning: bit.meaning,
        confidence: bit.confidence.name(),
    };
    bits.iter().map(flag).collect()
}
