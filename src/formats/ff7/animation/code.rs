//! Codes of a stream: the coding and the value of each number.

use crate::codec::bits::{BitReader, Bits};

/// A coded number. The first frame has absolute values, all others have differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A translation in the first frame: 16 bits.
    Translation(i16),
    /// An angle in the first frame: 12 bits, without the omitted precision.
    Angle(i16),
    /// A short step of a translation: a 0 bit, then 7 bits.
    Near(i8),
    /// A long step of a translation: a 1 bit, then 16 bits.
    Far(i16),
    /// No rotation: a single 0 bit.
    Same,
    /// The smallest backward rotation.
    Back,
    /// A rotation of 1 to 6 bits, in the range that shorter codes do not cover.
    Few { bits: u8, stored: i8 },
    /// Any rotation.
    Full(i16),
}

/// The largest precision value that leaves at least one bit of an angle.
pub const MAX_KEY: u8 = 11;

/// Bits of an absolute angle from which `key` bits are omitted.
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
            // Seven bits fit into an `i8`.
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
            // 1 to 6 bits.
            n => bits.signed(n.into()).map(|v| Code::Few { bits: n as u8, stored: v as i8 }),
        }
    }

    /// Length in bits.
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

    /// The value or difference: units of length, or 1/4096 of a turn.
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

    /// Description of the code.
    pub fn kind(self) -> String {
        match self {
            Code::Translation(_) | Code::Angle(_) => "absolute value".to_owned(),
            Code::Near(_) => "short step".to_owned(),
            Code::Far(_) => "long step".to_owned(),
            Code::Same => "no change".to_owned(),
            Code::Back => "code 0, smallest step back".to_owned(),
            Code::Few { bits, .. } => format!("code {bits}"),
            Code::Full(_) => "code 7, any step".to_owned(),
        }
    }
}
