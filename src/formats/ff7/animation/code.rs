//! One number of a stream: its kind of code, and what it stands for.

use crate::codec::bits::{BitReader, Bits};

/// A number as it is coded. The first frame has whole values, all others differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A translation of the first frame: 16 bits.
    Translation(i16),
    /// An angle of the first frame: 12 bits less the precision that is left out.
    Angle(i16),
    /// A short step: a 0, then 7 bits.
    Near(i8),
    /// A long step: a 1, then 16 bits.
    Far(i16),
    /// No turn: a single 0.
    Same,
    /// The smallest turn backwards.
    Back,
    /// A turn of 1 to 6 bits, whose range leaves out what shorter codes have.
    Few { bits: u8, stored: i8 },
    /// Any turn.
    Full(i16),
}

/// The precisions that leave at least one bit of an angle.
pub const MAX_KEY: u8 = 11;

/// Bits of a whole angle with precision `key` left out.
fn angle_bits(key: u8) -> u32 {
    12u32.saturating_sub(key.into())
}

impl Code {
    pub fn read_translation(bits: &mut BitReader<'_>) -> Option<Self> {
        bits.signed(16).map(Code::Translation)
    }

    pub fn read_angle(bits: &mut BitReader<'_>, key: u8) -> Option<Self> {
        bits.signed(angle_bits(key)).map(Code::Angle)
    }

    pub fn read_step(bits: &mut BitReader<'_>) -> Option<Self> {
        match bits.unsigned(1)? {
            // Seven bits are a byte.
            0 => bits.signed(7).map(|step| Code::Near(step as i8)),
            _ => bits.signed(16).map(Code::Far),
        }
    }

    pub fn read_turn(bits: &mut BitReader<'_>, key: u8) -> Option<Self> {
        if bits.unsigned(1)? == 0 {
            return Some(Code::Same);
        }
        match bits.unsigned(3)? {
            0 => Some(Code::Back),
            7 => bits.signed(angle_bits(key)).map(Code::Full),
            // One to six.
            n => bits.signed(n.into()).map(|v| Code::Few { bits: n as u8, stored: v as i8 }),
        }
    }

    /// How many bits it takes.
    pub fn len(self, key: u8) -> u32 {
        match self {
            Code::Translation(_) => 16,
            Code::Angle(_) => angle_bits(key),
            Code::Near(_) => 8,
            Code::Far(_) => 17,
            Code::Same => 1,
            Code::Back => 4,
            Code::Few { bits, .. } => 4 + u32::from(bits),
            Code::Full(_) => 4 + angle_bits(key),
        }
    }

    /// The value or the difference: units of length, or 4096ths of a turn.
    pub fn amount(self, key: u8) -> i16 {
        let turn = |value: i16| value.wrapping_shl(key.into());
        match self {
            Code::Translation(value) | Code::Far(value) => value,
            Code::Near(value) => value.into(),
            Code::Angle(value) | Code::Full(value) => turn(value),
            Code::Same => 0,
            Code::Back => turn(-1),
            Code::Few { bits, stored } => {
                let skipped = 1i16 << (bits.clamp(1, 6) - 1);
                let stored = i16::from(stored);
                turn(if stored >= 0 { stored + skipped } else { stored - skipped })
            }
        }
    }

    pub fn write(self, key: u8, out: &mut Bits) {
        match self {
            Code::Translation(value) => out.push(value as u16, 16),
            Code::Angle(value) => out.push(value as u16, angle_bits(key)),
            Code::Near(value) => {
                out.push(0, 1);
                out.push(i16::from(value) as u16, 7);
            }
            Code::Far(value) => {
                out.push(1, 1);
                out.push(value as u16, 16);
            }
            Code::Same => out.push(0, 1),
            Code::Back => out.push(0b1000, 4),
            Code::Few { bits, stored } => {
                out.push(0b1000 | u16::from(bits), 4);
                out.push(i16::from(stored) as u16, bits.into());
            }
            Code::Full(value) => {
                out.push(0b1111, 4);
                out.push(value as u16, angle_bits(key));
            }
        }
    }

    /// What kind of code it is, in words.
    pub fn kind(self) -> String {
        match self {
            Code::Translation(_) | Code::Angle(_) => "whole value".to_owned(),
            Code::Near(_) => "short step".to_owned(),
            Code::Far(_) => "long step".to_owned(),
            Code::Same => "no change".to_owned(),
            Code::Back => "code 0, the smallest step back".to_owned(),
            Code::Few { bits, .. } => format!("code {bits}"),
            Code::Full(_) => "code 7, any step".to_owned(),
        }
    }

    /// The shortest code for a step of a translation.
    pub fn step(by: i16) -> Self {
        match i8::try_from(by) {
            Ok(near @ -64..=63) => Code::Near(near),
            _ => Code::Far(by),
        }
    }

    /// The shortest code for a turn by `by` units of the precision, of which 12 − `key` bits are a
    /// full turn.
    pub fn turn(by: i16, key: u8) -> Self {
        let short = match by {
            0 => return Code::Same,
            -1 => Code::Back,
            _ => {
                // -2 and 1 take one bit, -4, -3, 2 and 3 two …
                let size = if by > 0 { by } else { -1 - by };
                let bits = 16 - size.leading_zeros().min(15);
                let skipped = 1i16 << (bits - 1);
                let stored = if by > 0 { by - skipped } else { by + skipped };
                match (u8::try_from(bits), i8::try_from(stored)) {
                    (Ok(bits @ 1..=6), Ok(stored)) => Code::Few { bits, stored },
                    _ => Code::Full(by),
                }
            }
        };
        let full = Code::Full(by);
        if full.len(key) < short.len(key) { full } else { short }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the document: code, lowest and highest pairs.
    #[test]
    fn codes_have_the_ranges_of_the_document() {
        let ranges = [(1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 63)];
        for (bits, (low, high)) in (1u8..).zip(ranges) {
            let few = |stored| Code::Few { bits, stored }.amount(0);
            let top = (1i8 << (bits - 1)) - 1;
            assert_eq!((few(0), few(top)), (low, high), "{bits}");
            assert_eq!((few(-1), few(-top - 1)), (-low - 1, -high - 1), "{bits}");
        }
        assert_eq!((Code::Back.amount(0), Code::Back.amount(4)), (-1, -16));
    }

    #[test]
    fn every_turn_has_a_code_that_reads_back_as_it() {
        for key in 0..=MAX_KEY {
            let most = 1i32 << (11 - key);
            for by in -most..most {
                let code = Code::turn(by as i16, key);
                assert_eq!(i32::from(code.amount(key)), by << key, "{by} at {key}: {code:?}");
                let mut bits = Bits::default();
                code.write(key, &mut bits);
                assert_eq!(bits.len() as u32, code.len(key));
                let bytes = bits.into_bytes();
                assert_eq!(Code::read_turn(&mut BitReader::new(&bytes), key), Some(code));
            }
        }
    }

    #[test]
    fn steps_of_places_take_eight_or_seventeen_bits() {
        for by in [0, 63, -64, 64, -65, i16::MAX, i16::MIN] {
            let code = Code::step(by);
            let mut bits = Bits::default();
            code.write(0, &mut bits);
            assert_eq!(bits.len(), if (-64..64).contains(&by) { 8 } else { 17 });
            let bytes = bits.into_bytes();
            assert_eq!(Code::read_step(&mut BitReader::new(&bytes)), Some(code));
            assert_eq!(code.amount(0), by);
        }
    }
}
