//! Interpretation of fields by the hints of a description. Names and lists stay in memory, as those of
//! compiled formats do; equal ones are stored once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::bytes::{Bit, ColourWord, Endian, Hint, Repr, Value};
use crate::ksy::{ClassId, Description, FieldHints, Flag, Show, views};

/// Hints of the members of all classes, by class and slot.
pub(super) type Hints = HashMap<(ClassId, usize), FieldHint>;

/// Interpretation of a field.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldHint {
    hint: Hint,
    show: Option<Show>,
    unit: Option<Arc<str>>,
    /// The description names hashes.
    has_names: bool,
}

/// The hints of a description.
pub(super) fn hints(description: &Description) -> Hints {
    let has_names = views::has_names(description);
    let hint = |hints| FieldHint { has_names, ..FieldHint::new(hints) };
    description.all_hints().map(|(key, hints)| (key, hint(hints))).collect()
}

impl FieldHint {
    fn new(hints: FieldHints) -> Self {
        let FieldHints { show, unit, fixed, turn, flags, index } = hints;
        let hint = match (fixed, &index, show, &unit) {
            _ if !flags.is_empty() => Hint::Flags(stored_bits(&flags)),
            (_, Some(list), ..) => Hint::Index(stored(list_path(list))),
            (Some(bits), ..) => Hint::Fixed(bits),
            (_, _, Some(Show::Angle), _) => Hint::Turn(turn.unwrap_or(360)),
            (_, _, Some(Show::Hex), _) => Hint::Hex,
            (_, _, None | Some(Show::Decimal), Some(unit)) => Hint::Unit(stored(unit)),
            _ => Hint::Dec,
        };
        Self { hint, show, unit, has_names: false }
    }

    /// Interpretation of a number. Colours are PlayStation words, words with alpha, red, green and
    /// blue, or single channels. If the description names hashes, hexadecimal words are hashes.
    pub(super) fn of_number(&self, repr: Repr) -> Hint {
        match (self.show, repr.size()) {
            (Some(Show::Colour), 1) => Hint::Channel,
            (Some(Show::Colour), 2) => Hint::Colour(ColourWord::Stp15),
            (Some(Show::Colour), 4) => Hint::Colour(ColourWord::Argb8888),
            (Some(Show::Hex), 4) if self.has_names && self.hint == Hint::Hex => Hint::Name,
            _ => self.hint,
        }
    }

    /// Interpretation of a number that has no other representation.
    pub(super) fn of_value(&self) -> Hint {
        self.hint
    }

    /// Meaning of a number, if its hint alone does not determine it; empty if it has none.
    pub(super) fn meaning(
        &self,
        hint: Hint,
        value: &Value,
        bytes: &[u8],
        endian: Endian,
    ) -> String {
        if self.show == Some(Show::Text) {
            return characters(bytes, endian);
        }
        let unit = self.unit.as_deref().filter(|_| !matches!(hint, Hint::Unit(_)));
        let Some(unit) = unit else { return String::new() };
        match hint.meaning(value) {
            own if own.is_empty() => unit.to_owned(),
            own => format!("{own} {unit}"),
        }
    }

    /// Description of bytes; empty if they have none.
    pub(super) fn meaning_of_bytes(&self, bytes: &[u8]) -> String {
        match (self.show, bytes) {
            (Some(Show::Colour), [_, _, _] | [_, _, _, _]) => {
                let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                format!("#{}", digits.concat())
            }
            (Some(Show::Text), _) => characters(bytes, Endian::Big),
            _ => String::new(),
        }
    }
}

/// Maximum number of characters of a number or of bytes.
const MAX_CHARACTERS: usize = 64;

/// The characters that bytes stand for, the first one in the highest byte of a number.
fn characters(bytes: &[u8], endian: Endian) -> String {
    let of = |byte: &u8| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '.',
    };
    let mut text: String = bytes.iter().take(MAX_CHARACTERS).map(of).collect();
    if endian == Endian::Little {
        text = text.chars().rev().collect();
    }
    format!("{text:?}")
}

/// Path of a list as references look it up: near the field, then outwards.
fn list_path(code: &str) -> &str {
    let mut path = code.trim();
    while let Some(below) = path.strip_prefix("_root.").or_else(|| path.strip_prefix("_parent.")) {
        path = below;
    }
    path
}

/// A copy of a text that is never freed; equal texts share one.
fn stored(text: &str) -> &'static str {
    static TEXTS: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.iter().find(|known| **known == text) {
        return known;
    }
    let new: &'static str = Box::leak(Box::from(text));
    texts.push(new);
    new
}

/// Bits that are never freed; equal lists are stored once.
fn stored_bits(flags: &[Flag]) -> &'static [Bit] {
    static LISTS: Mutex<Vec<&[Bit]>> = Mutex::new(Vec::new());
    let bit = |flag: &Flag| Bit::sure(flag.mask, stored(&flag.name), stored(&flag.doc));
    let bits: Vec<Bit> = flags.iter().map(bit).collect();
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lists.iter().find(|known| ***known == *bits) {
        return known;
    }
    let new: &'static [Bit] = Vec::leak(bits);
    lists.push(new);
    new
}
