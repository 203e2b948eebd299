//! The bits of a flags field as rows: every named one, and whatever else is set.

use crate::bytes::{Bit, Confidence, Field, Hint};

/// One named bit, a group of neighbouring bits, or one set bit that nobody has named.
#[derive(Clone, Debug, PartialEq)]
pub struct BitRow {
    pub mask: u32,
    pub name: String,
    pub meaning: &'static str,
    /// `None` for a bit without a name.
    pub confidence: Option<Confidence>,
    /// 0 or 1, or the number the group holds.
    pub value: u32,
}

impl BitRow {
    pub fn is_set(&self) -> bool {
        self.value != 0
    }

    /// True for one bit, false for a group that holds a number.
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

/// The bit rows of `field`; none when it is not a flags field.
pub fn rows(field: &Field) -> Vec<BitRow> {
    let Hint::Flags(bits) = field.hint else { return Vec::new() };
    // Masks have 32 bits, and so have the widest flags fields.
    let Some(raw) = field.value.as_u64().map(|raw| raw as u32) else { return Vec::new() };
    let known = bits.iter().fold(0, |known, bit| known | bit.mask);
    let named = bits.iter().map(|bit| BitRow::named(bit, raw));
    let unknown = (0..32).filter(|bit| (raw & !known) >> bit & 1 == 1).map(BitRow::unknown);
    named.chain(unknown).collect()
}
