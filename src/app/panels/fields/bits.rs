//! Bits of a flags field as rows: all named bits, and all other bits that are set.

use crate::bytes::{Bit, Confidence, Field, Hint};

/// A named bit, a group of adjacent bits, or a set bit without a name.
#[derive(Clone, Debug, PartialEq)]
pub struct BitRow {
    pub mask: u32,
    pub name: String,
    pub meaning: &'static str,
    /// `None` for a bit without a name.
    pub confidence: Option<Confidence>,
    /// 0 or 1, or the value of the group.
    pub value: u32,
}

impl BitRow {
    pub fn is_set(&self) -> bool {
        self.value != 0
    }

    /// `true` for a single bit, `false` for a group.
    pub fn is_single(&self) -> bool {
        self.mask.count_ones() == 1
    }

    fn named(bit: &Bit, raw: u32) -> Self {
        Self {
            mask: bit.mask,
            name: bit.name.to_owned(),
            meaning: bit.meaning,
            confidence: Some(bit.confidence),
            value: (raw & bit.mask).unbounded_shr(bit.mask.trailing_zeros()),
        }
    }

    fn unknown(bit: u32) -> Self {
        Self {
            mask: 1 << bit,
            name: format!("unknown {:#x}", 1u32 << bit),
            meaning: "Meaning unknown",
            confidence: None,
            value: 1,
        }
    }
}

/// The bit rows of `field`; empty if it is not a flags field.
pub fn rows(field: &Field) -> Vec<BitRow> {
    let Hint::Flags(bits) = field.hint else { return Vec::new() };
    // Masks have 32 bits, as do the widest flags fields.
    let Some(raw) = field.value.as_u64().map(|raw| raw as u32) else { return Vec::new() };
    let known = bits.iter().fold(0, |known, bit| known | bit.mask);
    let named = bits.iter().map(|bit| BitRow::named(bit, raw));
    let unknown = (0..32).filter(|bit| (raw & !known) >> bit & 1 == 1).map(BitRow::unknown);
    named.chain(unknown).collect()
}
