//! Interpretation of stored numbers: scale, flag bits, symbols, references.

use super::reference::{KeyKind, KeyRef, Reference};
use super::{Colour15, ColourWord, Value};

/// Reliability of a fact, as marked in each format document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confidence {
    /// Several independent sources agree, or it was computed.
    Sure,
    /// One source only.
    Single,
    /// An inference.
    Guess,
}

impl Confidence {
    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Confidence::Sure => "several sources",
            Confidence::Single => "one source",
            Confidence::Guess => "a guess",
        }
    }
}

/// A named bit, or a group of neighbouring bits, of a flags field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bit {
    /// The bits; several adjacent ones form a small number.
    pub mask: u32,
    /// Short name, displayed if the bit is set.
    pub name: &'static str,
    /// Description in one line.
    pub meaning: &'static str,
    /// Confidence in the meaning.
    pub confidence: Confidence,
}

impl Bit {
    /// Bits with a meaning confirmed by several sources.
    pub const fn sure(mask: u32, name: &'static str, meaning: &'static str) -> Self {
        Self { mask, name, meaning, confidence: Confidence::Sure }
    }

    /// Bits with a meaning from a single source.
    pub const fn single(mask: u32, name: &'static str, meaning: &'static str) -> Self {
        Self { mask, name, meaning, confidence: Confidence::Single }
    }

    /// Bits whose meaning is inferred.
    pub const fn guess(mask: u32, name: &'static str, meaning: &'static str) -> Self {
        Self { mask, name, meaning, confidence: Confidence::Guess }
    }
}

/// A named value of an enumeration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Symbol {
    /// The stored number.
    pub value: u32,
    /// Display name.
    pub name: &'static str,
}

/// Declares the values of an enumeration: a list of all with their names, and a module with constants for
/// those that code refers to.
///
/// ```
/// gouraud::symbols! {
///     /// Kinds of lamps.
///     pub mod kind: u8, KINDS {
///         BULB = 0 "bulb",
///         1 "torch",
///     }
/// }
/// assert_eq!((kind::BULB, KINDS[1].name), (0, "torch"));
/// ```
#[macro_export]
macro_rules! symbols {
    ($(#[$meta:meta])* pub mod $module:ident: $ty:ty, $vis:vis $list:ident {
        $($($(#[$doc:meta])* $name:ident =)? $value:literal $text:literal,)*
    } $(with { $($more:item)* })?) => {
        $(#[$meta])*
        pub mod $module {
            $($($(#[$doc])* pub const $name: $ty = $value;)?)*
            $($($more)*)?
        }

        $(#[$meta])*
        $vis const $list: &[$crate::bytes::Symbol] =
            &[$($crate::bytes::Symbol { value: $value, name: $text }),*];
    };
}

/// Interpretation of a field's number.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Hint {
    /// A decimal number.
    #[default]
    Dec,
    /// A hexadecimal number.
    Hex,
    /// Fixed point with this many fraction bits.
    Fixed(u8),
    /// An angle, with this many units per full turn.
    Turn(u32),
    /// Bits with names.
    Flags(&'static [Bit]),
    /// A value of an enumeration.
    Enum(&'static [Symbol]),
    /// A plain number of which some values have a name.
    Special(&'static [Symbol]),
    /// A fraction of 0xFFFFFFFF.
    Percent,
    /// An offset from the start of this source.
    Pointer,
    /// An index into the array with this field path.
    Index(&'static str),
    /// Another part of the file.
    Ref(&'static Reference),
    /// A 32-bit name hash.
    Name,
    /// A colour in one number.
    Colour(ColourWord),
    /// One 8-bit channel of a colour.
    Channel,
    /// A plain number with a unit.
    Unit(&'static str),
}

impl Hint {
    /// An angle of the PlayStation: 4096 units per full turn.
    pub const ANGLE: Self = Hint::Turn(4096);

    /// The scaled value of a fixed-point or angle field.
    pub fn scaled(&self, value: &Value) -> Option<f64> {
        let raw = value.as_f64()?;
        match self {
            Hint::Fixed(bits) => Some(raw / f64::from(1u32 << (*bits).min(31))),
            Hint::Turn(units) => Some(raw * 360.0 / f64::from((*units).max(1))),
            _ => None,
        }
    }

    /// Describes the value, or gives its unit; empty if the number needs no description.
    pub fn meaning(&self, value: &Value) -> String {
        if let Hint::Unit(unit) = self {
            return (*unit).to_owned();
        }
        let Some(raw) = value.as_u64() else { return String::new() };
        // Flags and symbols are at most 32 bits wide; this removes a sign extension.
        let bits = raw & u64::from(u32::MAX);
        match self {
            Hint::Flags(names) => flags_meaning(names, bits),
            Hint::Enum(symbols) => symbols
                .iter()
                .find(|s| u64::from(s.value) == bits)
                .map_or_else(|| "unknown value".to_owned(), |s| s.name.to_owned()),
            Hint::Special(symbols) => symbols
                .iter()
                .find(|symbol| u64::from(symbol.value) == raw)
                .map_or_else(String::new, |symbol| symbol.name.to_owned()),
            Hint::Percent => percent(raw),
            Hint::Fixed(_) => self.scaled(value).map_or(String::new(), |v| format!("{v}")),
            Hint::Turn(_) => self.scaled(value).map_or(String::new(), |v| format!("{v:.2}°")),
            Hint::Pointer if raw != 0 => "offset in this file".to_owned(),
            // All ones mean "none" wherever an index may be missing.
            Hint::Index(_) if matches!(bits, 0xFFFF | 0xFFFF_FFFF) => "none".to_owned(),
            Hint::Index(what) if !what.is_empty() => format!("{what}[{raw}]"),
            Hint::Colour(ColourWord::Stp15) => {
                let colour = Colour15(raw as u16);
                let [r, g, b] = colour.channels();
                format!("r {r} g {g} b {b}{}", if colour.stp() { " STP" } else { "" })
            }
            Hint::Colour(word) => {
                let [r, g, b, a] = word.rgba(raw as u32);
                let alpha = if word.has_alpha() { format!("{a:02x}") } else { String::new() };
                format!("#{r:02x}{g:02x}{b:02x}{alpha}")
            }
            _ => String::new(),
        }
    }

    /// `true` if the number should be displayed as hexadecimal.
    pub fn is_hex(&self) -> bool {
        match self {
            Hint::Ref(Reference::Element(element)) => element.first > u32::from(u16::MAX),
            Hint::Ref(Reference::Key(key)) => key.kind != KeyKind::Id,
            Hint::Ref(Reference::Offset(_)) => true,
            Hint::Hex | Hint::Flags(_) | Hint::Pointer | Hint::Name | Hint::Colour(_) => true,
            Hint::Special(_) | Hint::Percent => true,
            _ => false,
        }
    }

    /// `true` if the number is the hash of a name.
    pub fn is_name(&self) -> bool {
        let is_hash = |key: &KeyRef| key.kind == KeyKind::Hash;
        *self == Hint::Name || matches!(self, Hint::Ref(Reference::Key(key)) if is_hash(key))
    }

    /// `true` if the number refers to another part of the file.
    pub fn is_reference(&self) -> bool {
        match self {
            Hint::Ref(_) | Hint::Pointer => true,
            Hint::Index(list) => !list.is_empty(),
            _ => false,
        }
    }
}

/// Stored fraction of 1 %.
const PERCENT: u32 = u32::MAX / 100;

/// A stored fraction of 0xFFFFFFFF: `50 %`.
fn percent(raw: u64) -> String {
    let one = u64::from(PERCENT);
    match raw {
        _ if raw == u64::from(u32::MAX) => "100 %".to_owned(),
        _ if raw.is_multiple_of(one) => format!("{} %", raw / one),
        _ => format!("{:.3} %", 100.0 * raw as f64 / f64::from(u32::MAX)),
    }
}

/// The stored fraction for a percentage.
pub(super) fn from_percent(percent: f64) -> Option<u32> {
    match percent {
        _ if percent == 100.0 => Some(u32::MAX),
        _ if !(0.0..100.0).contains(&percent) => None,
        _ if percent.fract() == 0.0 => Some(percent as u32 * PERCENT),
        _ => Some((percent / 100.0 * f64::from(u32::MAX)).round() as u32),
    }
}

/// Names of the set bits in table order, then the remaining bits.
fn flags_meaning(bits: &[Bit], raw: u64) -> String {
    let mut known = 0u64;
    let mut parts = Vec::new();
    for bit in bits {
        let mask = u64::from(bit.mask);
        known |= mask;
        if raw & mask == 0 {
            continue;
        }
        if mask.count_ones() == 1 {
            parts.push(bit.name.to_owned());
        } else {
            parts.push(format!("{} {}", bit.name, (raw & mask) >> mask.trailing_zeros()));
        }
    }
    if raw & !known != 0 {
        parts.push(format!("unknown {:#x}", raw & !known));
    }
    parts.join(", ")
}
