//! Filters of queries: their names, values and parsers.

use super::{Extent, Number, Predicate, Size};
use crate::bytes::Severity;
use crate::index::{FaceWord, Kind};
use crate::ksy::Condition;

/// A filter.
pub struct Key {
    /// Name, which is followed by a colon.
    pub name: &'static str,
    /// Description of the values.
    pub takes: &'static str,
    /// Description of the filter.
    pub meaning: &'static str,
    read: fn(&str) -> Option<Predicate>,
}

/// All filters, in the order of docs/cli.md.
pub const KEYS: &[Key] = &[
    Key {
        name: "kind",
        takes: "file, model, texture, palette, sound, animation, instance or text",
        meaning: "kind of entry",
        read: |text| Kind::named(text).map(Predicate::Kind),
    },
    Key {
        name: "format",
        takes: "a complete format id, such as neversoft.psx",
        meaning: "format of the file",
        read: |text| some(text).map(Predicate::Format),
    },
    Key {
        name: "game",
        takes: "part of the game's title, platform, region or serial",
        meaning: "game of the file",
        read: |text| some(text).map(Predicate::Game),
    },
    Key {
        name: "path",
        takes: "part of the path",
        meaning: "path",
        read: |text| some(text).map(Predicate::Path),
    },
    Key {
        name: "name",
        takes: "part of the name",
        meaning: "name",
        read: |text| some(text).map(Predicate::Name),
    },
    Key {
        name: "hash",
        takes: "eight hex digits",
        meaning: "stored hash of the name",
        read: |text| eight(text).map(Predicate::Hash),
    },
    Key {
        name: "crc",
        takes: "eight hex digits",
        meaning: "CRC-32 of the content",
        read: |text| eight(text).map(Predicate::Crc),
    },
    Key {
        name: "size",
        takes: "128x64, or one side: 128, >128 or <128",
        meaning: "size of a texture",
        read: |text| size(text).map(Predicate::Size),
    },
    Key {
        name: "depth",
        takes: "a number, >n or <n",
        meaning: "bits per texel",
        read: |text| number(text).map(Predicate::Depth),
    },
    Key {
        name: "faces",
        takes: "a number, >n or <n",
        meaning: "number of faces of a model",
        read: |text| number(text).map(Predicate::Faces),
    },
    Key {
        name: "box",
        takes: "10x2.5x10, or one side: 10, >10 or <10",
        meaning: "bounding box of a model in scene units",
        read: |text| extent(text).map(Predicate::Extent),
    },
    Key {
        name: "seconds",
        takes: "a number, >n or <n",
        meaning: "length of a recording in seconds",
        read: |text| number(text).map(Predicate::Seconds),
    },
    Key {
        name: "codec",
        takes: "part of the coding's name, such as ima",
        meaning: "coding of a recording",
        read: |text| some(text).map(Predicate::Codec),
    },
    Key {
        name: "bytes-long",
        takes: "a number, >n or <n",
        meaning: "length of the file in bytes",
        read: |text| number(text).map(Predicate::BytesLong),
    },
    Key {
        name: "flag",
        takes: "a mask, such as 0x0400",
        meaning: "models with faces that have all these flags",
        read: |text| mask(text).map(|mask| Predicate::Faced(FaceWord::Flags, mask)),
    },
    Key {
        name: "surface",
        takes: "a mask, such as 0x0003",
        meaning: "models with faces that have all these bits of the surface",
        read: |text| mask(text).map(|mask| Predicate::Faced(FaceWord::Surface, mask)),
    },
    Key {
        name: "material",
        takes: "a number",
        meaning: "models with faces of this surface material",
        read: |text| mask(text).map(|number| Predicate::Faced(FaceWord::Material, number)),
    },
    Key {
        name: "caption",
        takes: "part of a caption",
        meaning: "captions of a recording",
        read: |text| some(text).map(Predicate::Caption),
    },
    Key {
        name: "bytes",
        takes: "bytes in hex, such as \"de ad be ef\"",
        meaning: "bytes in a file",
        read: |text| bytes(text).map(Predicate::Bytes),
    },
    Key {
        name: "where",
        takes: "a condition, such as \"flags & 0x40\"",
        meaning: "entries whose fields satisfy a condition",
        read: |text| Condition::parse(text).ok().map(|_| Predicate::Where(text.to_owned())),
    },
    Key {
        name: "problem",
        takes: "error, warning or note",
        meaning: "problems of the file",
        read: |text| severity(text).map(Predicate::Problem),
    },
    Key {
        name: "same-as",
        takes: "a path; for an asset, followed by // and a field path",
        meaning: "entries with the same content",
        read: |text| {
            Some(text).filter(|text| !text.is_empty()).map(|t| Predicate::SameAs(t.into()))
        },
    },
];

impl Key {
    /// The filter with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(name))
    }

    /// Parses the value after the colon.
    pub(super) fn read(&self, text: &str) -> Option<Predicate> {
        (self.read)(text)
    }
}

fn some(text: &str) -> Option<String> {
    Some(text.to_lowercase()).filter(|text| !text.is_empty())
}

fn hex(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    Some(digits).filter(|digits| digits.len() <= 8)?;
    digits.chars().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
    u32::from_str_radix(digits, 16).ok()
}

/// Parses a hash or checksum, which has exactly eight digits.
fn eight(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    hex(text).filter(|_| digits.len() == 8)
}

/// Parses a mask: hex with `0x` or with a letter, otherwise decimal. 0 is not a mask.
fn mask(text: &str) -> Option<u32> {
    let hexed = || hex(text).filter(|_| !text.bytes().all(|digit| digit.is_ascii_digit()));
    text.parse().ok().or_else(hexed).filter(|mask| *mask != 0)
}

fn number(text: &str) -> Option<Number> {
    let (make, digits): (fn(f64) -> Number, &str) = match text.as_bytes().first()? {
        b'>' => (Number::Above, text.get(1..)?),
        b'<' => (Number::Below, text.get(1..)?),
        _ => (Number::Is, text),
    };
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit() || digit == b'.');
    Some(make(digits.parse().ok().filter(|number: &f64| is_plain && number.is_finite())?))
}

fn size(text: &str) -> Option<Size> {
    match text.split_once(['x', 'X', '×']) {
        Some((width, height)) => Some(Size::Both(width.parse().ok()?, height.parse().ok()?)),
        None => number(text).map(Size::Side),
    }
}

fn extent(text: &str) -> Option<Extent> {
    let sides: Vec<&str> = text.split(['x', 'X', '×']).collect();
    let side = |text: &str| match number(text)? {
        Number::Is(side) => Some(side),
        Number::Above(_) | Number::Below(_) => None,
    };
    match sides.as_slice() {
        [one] => number(one).map(Extent::Side),
        [x, y, z] => Some(Extent::All([side(x)?, side(y)?, side(z)?])),
        _ => None,
    }
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> = text
        .chars()
        .filter(|digit| !digit.is_whitespace())
        .map(|digit| digit.to_digit(16))
        .collect::<Option<_>>()?;
    let pairs = digits.chunks(2).map(|pair| match pair {
        [high, low] => u8::try_from(high * 16 + low).ok(),
        _ => None,
    });
    pairs.collect::<Option<Vec<u8>>>().filter(|bytes| !bytes.is_empty())
}

fn severity(text: &str) -> Option<Severity> {
    let all = [Severity::Note, Severity::Warning, Severity::Error];
    all.into_iter().find(|severity| severity.name().eq_ignore_ascii_case(text))
}
