//! Data inspector: the bytes at the cursor in every notation and both byte orders.

use crate::bytes::{Colour15, Endian, Repr, Scalar, Value};

/// One line of the inspector.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub name: &'static str,
    /// Size in bytes.
    pub size: usize,
    /// Little-endian value; the only value if byte order does not matter.
    pub little: String,
    pub big: Option<String>,
    /// Both colours of a colour word, little-endian first.
    pub swatches: Option<[Colour15; 2]>,
}

/// A notation: its size in bytes and how to read it.
struct Notation {
    name: &'static str,
    size: usize,
    read: fn(&[u8], Endian) -> String,
}

/// All notations in display order.
const NOTATIONS: &[Notation] = &[
    Notation { name: "u8", size: 1, read: |b, e| plain(Repr::U8, b, e) },
    Notation { name: "s8", size: 1, read: |b, e| plain(Repr::I8, b, e) },
    Notation { name: "binary", size: 1, read: |b, _| binary(b) },
    Notation { name: "u16", size: 2, read: |b, e| plain(Repr::U16, b, e) },
    Notation { name: "s16", size: 2, read: |b, e| plain(Repr::I16, b, e) },
    Notation { name: "u32", size: 4, read: |b, e| plain(Repr::U32, b, e) },
    Notation { name: "s32", size: 4, read: |b, e| plain(Repr::I32, b, e) },
    Notation { name: "f32", size: 4, read: float },
    Notation { name: "4.12", size: 2, read: |b, e| fixed::<u16>(b, e, 12) },
    Notation { name: "1.3.12", size: 2, read: |b, e| fixed::<i16>(b, e, 12) },
    Notation { name: "20.12", size: 4, read: |b, e| fixed::<i32>(b, e, 12) },
    Notation { name: "angle", size: 2, read: angle },
    Notation { name: "RGB555", size: 2, read: |b, e| colour(b, e).words() },
];

/// Number of bytes from the cursor that the inspector reads.
pub const REACH: usize = 64;

/// Displayed if a value would extend past the end of the file.
const NONE: &str = "–";

/// Reads `bytes` (starting at the cursor) in every notation.
pub fn readings(bytes: &[u8]) -> Vec<Reading> {
    let mut out: Vec<Reading> = NOTATIONS.iter().map(|notation| reading(notation, bytes)).collect();
    let (size, little) = text(bytes).unwrap_or((1, NONE.to_owned()));
    out.push(Reading { name: "text", size, little, big: None, swatches: None });
    out
}

fn reading(notation: &Notation, bytes: &[u8]) -> Reading {
    let fits = notation.size <= bytes.len();
    let read = |endian| match fits {
        true => (notation.read)(bytes, endian),
        false => NONE.to_owned(),
    };
    let is_colour = fits && notation.name == "RGB555";
    Reading {
        name: notation.name,
        size: notation.size,
        little: read(Endian::Little),
        big: (notation.size > 1).then(|| read(Endian::Big)),
        swatches: is_colour.then(|| [Endian::Little, Endian::Big].map(|e| colour(bytes, e))),
    }
}

fn take<T: Scalar>(mut bytes: &[u8], endian: Endian) -> T {
    T::take(&mut bytes, endian).unwrap_or_default()
}

fn plain(repr: Repr, bytes: &[u8], endian: Endian) -> String {
    match repr.value(bytes, endian) {
        Value::Int(v) => v.to_string(),
        Value::Uint(v) => v.to_string(),
        _ => String::new(),
    }
}

fn binary(bytes: &[u8]) -> String {
    let byte = bytes.first().copied().unwrap_or(0);
    format!("{:04b} {:04b}", byte >> 4, byte & 15)
}

fn float(bytes: &[u8], endian: Endian) -> String {
    let value: f32 = take(bytes, endian);
    // `{}` would write 1e38 with 39 digits.
    let tame = value == 0.0 || (1e-4..1e9).contains(&value.abs());
    if tame || !value.is_finite() { format!("{value}") } else { format!("{value:e}") }
}

fn fixed<T: Scalar + Into<f64>>(bytes: &[u8], endian: Endian, fraction: u32) -> String {
    let stored: T = take(bytes, endian);
    let value = stored.into() / f64::from(1u32 << fraction);
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// 4096 is one turn.
fn angle(bytes: &[u8], endian: Endian) -> String {
    let stored: i16 = take(bytes, endian);
    format!("{:.2}°", f64::from(stored) * 360.0 / 4096.0)
}

fn colour(bytes: &[u8], endian: Endian) -> Colour15 {
    Colour15(take(bytes, endian))
}

/// Printable characters up to a NUL or any other byte, with the number of bytes they take.
fn text(bytes: &[u8]) -> Option<(usize, String)> {
    let bytes = bytes.get(..REACH).unwrap_or(bytes);
    let len = bytes.iter().take_while(|b| b.is_ascii_graphic() || **b == b' ').count();
    let text = std::str::from_utf8(bytes.get(..len)?).ok()?;
    (len > 0).then(|| (len, format!("{text:?}")))
}
