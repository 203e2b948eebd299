//! Parses values from text, in the notation in which they are displayed.
//!
//! | field | accepted text |
//! |---|---|
//! | whole number | `300`, `-3`, `0x12c`, `0b101` |
//! | fixed point, angle | the stored number; with a point the scaled one (`1.5`), degrees with `°` or `deg` |
//! | flags | a number; names separated by `\|`, `+` or `,`; `name 3` for a group of bits |
//! | enumeration, number with special values | a number, a name |
//! | percentage | the stored number; `50 %` |
//! | index | a number, `faces[3]`, `none` |
//! | handle, key, offset | a number; the path or the name of the target is for edits |
//! | 15-bit colour | a number, `#rrggbb` (never a hole), `r 3 g 4 b 5`, optionally followed by `STP` |
//! | other colour | a number, `#rrggbb` (keeps its alpha), `#rrggbbaa` if it has one |
//! | float | `0.25`, `1e-3`, `nan`, `inf` |
//! | text | the text, or the text in double quotes with `\n`, `\"`, `\\`, `\u{e9}` |
//! | bytes | hexadecimal digits, optionally with blanks |

use super::hint::from_percent;
use super::{Bit, Colour15, ColourWord, Field, FieldContent, FieldKind, Hint, Repr, Symbol, Value};

/// Parses `text` as a value of `field`.
///
/// # Errors
/// A message with the accepted notation.
pub fn parse(field: &Field, text: &str) -> Result<Value, String> {
    parse_content(&field.content(), text)
}

/// Parses `text` as a value of a field with this content.
///
/// # Errors
/// A message with the accepted notation.
pub fn parse_content(field: &FieldContent, text: &str) -> Result<Value, String> {
    let trimmed = text.trim();
    match field.kind {
        FieldKind::Text => unquoted(text).map(Value::Text),
        FieldKind::Scalar(Repr::F32 | Repr::F64) => float(trimmed),
        FieldKind::Scalar(repr) => number(field, repr.range().0 < 0, trimmed),
        FieldKind::Bits if matches!(field.value, Value::Float(_)) => float(trimmed),
        FieldKind::Bits => number(field, matches!(field.value, Value::Int(_)), trimmed),
        _ => Err("this field has no value".to_owned()),
    }
}

/// Parses bytes in hexadecimal digits.
///
/// # Errors
/// A message about an invalid or missing digit.
pub fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let mut nibbles = Vec::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        let digit = letter.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        nibbles.push(digit.ok_or_else(|| format!("{letter:?} is not a hexadecimal digit"))?);
    }
    if nibbles.len() % 2 == 1 {
        return Err("odd number of hexadecimal digits".to_owned());
    }
    Ok(nibbles.chunks_exact(2).map(|pair| pair.iter().fold(0, |all, n| all << 4 | n)).collect())
}

fn number(field: &FieldContent, is_signed: bool, text: &str) -> Result<Value, String> {
    let found = match field.hint {
        Hint::Flags(bits) => whole(text).or_else(|| flags(bits, text)),
        Hint::Enum(symbols) | Hint::Special(symbols) => {
            whole(text).or_else(|| symbol(symbols, text))
        }
        Hint::Percent => whole(text).or_else(|| percent(text)),
        Hint::Fixed(bits) => whole(text).or_else(|| scaled(text, (1u64 << bits.min(31)) as f64)),
        Hint::Turn(units) => whole(text).or_else(|| degrees(text, units)),
        Hint::Index(array) => whole(text).or_else(|| index(field, array, text)),
        Hint::Colour(ColourWord::Stp15) => whole(text).or_else(|| colour(text)),
        Hint::Colour(word) => whole(text).or_else(|| recoloured(field, word, text)),
        _ => whole(text),
    };
    let number = found.ok_or_else(|| format!("{text:?} is not {}", accepted(&field.hint)))?;
    if is_signed && let Ok(number) = i64::try_from(number) {
        return Ok(Value::Int(number));
    }
    // Out-of-range numbers are refused when they are stored.
    Ok(match u64::try_from(number) {
        Ok(number) => Value::Uint(number),
        Err(_) => Value::Int(i64::try_from(number).unwrap_or(i64::MIN)),
    })
}

/// Description of the accepted notation.
fn accepted(hint: &Hint) -> &'static str {
    match hint {
        Hint::Flags(_) => "a number or bit names separated by |, such as 0x40 or hidden | lit",
        Hint::Enum(_) | Hint::Special(_) => "a number or a name from its list",
        Hint::Percent => "a number as stored, or a percentage from 0 % to 100 %",
        Hint::Fixed(_) => "a number: an integer as stored, or scaled with a point (1.5)",
        Hint::Turn(_) => "a number: an integer as stored, or degrees (90°)",
        Hint::Index(_) => "a number, an element such as faces[3], or none",
        Hint::Ref(_) => "a number, or the name or path of an element",
        Hint::Colour(ColourWord::Stp15) => "a colour: a number, #rrggbb, or r 3 g 4 b 5 (STP)",
        Hint::Colour(word) if word.has_alpha() => "a colour: a number, #rrggbb, or #rrggbbaa",
        Hint::Colour(_) => "a colour: a number, or #rrggbb",
        _ => "a whole number, such as 300 or 0x12c",
    }
}

fn whole(text: &str) -> Option<i128> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let magnitude = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(hex), _) => u64::from_str_radix(hex, 16).ok()?,
        (_, Some(binary)) => u64::from_str_radix(binary, 2).ok()?,
        _ => lower.parse().ok()?,
    };
    Some(sign * i128::from(magnitude))
}

/// A scaled number, converted to the nearest stored one; `one` is the stored value of 1.
fn scaled(text: &str, one: f64) -> Option<i128> {
    let number: f64 = text.parse().ok()?;
    let stored = (number * one).round();
    (stored.abs() < 1e18).then_some(stored as i128)
}

fn degrees(text: &str, units: u32) -> Option<i128> {
    let number = text.trim_end_matches('°').trim_end_matches("deg").trim_end();
    scaled(number, f64::from(units) / 360.0)
}

/// Names and numbers of flag bits, including the notation of [`Hint::meaning`].
fn flags(bits: &[Bit], text: &str) -> Option<i128> {
    let parts = text.split(['|', '+', ',']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| flag(bits, part)).try_fold(0, |all, part| Some(all | part?))
}

fn flag(bits: &[Bit], text: &str) -> Option<i128> {
    if let Some(number) = whole(text.strip_prefix("unknown ").unwrap_or(text)) {
        return Some(number);
    }
    if let Some(bit) = bits.iter().find(|bit| is_name(bit.name, text)) {
        return Some(bit.mask.into());
    }
    let (name, number) = text.rsplit_once([' ', '='])?;
    let bit = bits.iter().find(|bit| is_name(bit.name, name.trim()))?;
    let number = u32::try_from(whole(number)?).ok()?;
    let placed = number.checked_shl(bit.mask.trailing_zeros())?;
    (placed & !bit.mask == 0 && placed >> bit.mask.trailing_zeros() == number)
        .then_some(placed.into())
}

fn symbol(symbols: &[Symbol], text: &str) -> Option<i128> {
    let found = symbols.iter().find(|symbol| is_name(symbol.name, text));
    found.map(|symbol| symbol.value.into())
}

fn percent(text: &str) -> Option<i128> {
    let text = text.trim_matches('"').strip_suffix('%')?;
    from_percent(text.trim_end().parse().ok()?).map(i128::from)
}

/// `true` if two names are equal except for case, blanks, hyphens and underscores: `wall_ride` matches
/// `Wall ride`.
pub fn is_name(name: &str, written: &str) -> bool {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_'));
        letters.flat_map(char::to_lowercase).collect()
    };
    plain(name) == plain(written)
}

fn index(field: &FieldContent, array: &str, text: &str) -> Option<i128> {
    if text.eq_ignore_ascii_case("none") {
        let FieldKind::Scalar(repr) = field.kind else { return None };
        return match repr {
            Repr::I8 | Repr::I16 | Repr::I32 => Some(-1),
            // All bits set means none in 16 and 32 bits.
            Repr::U16 | Repr::U32 => Some(repr.range().1),
            _ => None,
        };
    }
    whole(text.strip_prefix(array)?.strip_prefix('[')?.strip_suffix(']')?)
}

fn colour(text: &str) -> Option<i128> {
    let lower = text.to_ascii_lowercase();
    let (rest, stp) = match lower.strip_suffix("stp") {
        Some(rest) => (rest.trim_end().trim_end_matches('+').trim_end(), true),
        None => (lower.as_str(), false),
    };
    if let Some(digits) = rest.strip_prefix('#') {
        // Black is an opaque colour, as in replaced pictures, not a transparent one.
        let [r, g, b] = *bytes(digits).ok()?.as_slice() else { return None };
        let alpha = if stp { 128 } else { 255 };
        return Some(ColourWord::Stp15.nearest([r, g, b, alpha]).into());
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let ["r", r, "g", g, "b", b] = *words.as_slice() else { return None };
    let channel = |text: &str| text.parse::<u8>().ok().filter(|c| *c < 32);
    Some(Colour15::new([channel(r)?, channel(g)?, channel(b)?], stp).0.into())
}

/// A colour for a field that stores another one; the alpha is kept if the text has none.
fn recoloured(field: &FieldContent, word: ColourWord, text: &str) -> Option<i128> {
    let (rgb, alpha) = match *bytes(text.strip_prefix('#')?).ok()?.as_slice() {
        [r, g, b] => ([r, g, b], None),
        [r, g, b, a] if word.has_alpha() => ([r, g, b], Some(a)),
        _ => return None,
    };
    let stored = u32::try_from(field.value.as_u64()?).ok()?;
    Some(word.recoloured(stored, rgb, alpha).into())
}

fn float(text: &str) -> Result<Value, String> {
    // Parsed as `f32` directly: a detour through `f64` would round twice.
    let number: Result<f32, _> = text.parse();
    match number {
        Ok(number) if number.is_infinite() && !text.to_ascii_lowercase().contains("inf") => {
            Err(format!("{text} is too large for a 32-bit float"))
        }
        Ok(number) => Ok(Value::Float(number.into())),
        Err(_) => match whole(text) {
            Some(number) => Ok(Value::Float(number as f64)),
            None => Err(format!("{text:?} is not a number such as 0.25")),
        },
    }
}

/// A text as it is, or the unescaped content of its quotes.
fn unquoted(text: &str) -> Result<String, String> {
    let Some(inside) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return Ok(text.to_owned());
    };
    let mut out = String::with_capacity(inside.len());
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            out.push(letter);
            continue;
        }
        out.push(match letters.next() {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('0') => '\0',
            Some(same @ ('"' | '\'' | '\\')) => same,
            Some('u') => unicode(&mut letters)?,
            other => {
                let other = other.map_or(String::new(), String::from);
                return Err(format!("unknown escape \\{other}; write \\\\ for a backslash"));
            }
        });
    }
    Ok(out)
}

/// The character of `{e9}`.
fn unicode(letters: &mut std::str::Chars<'_>) -> Result<char, String> {
    let digits: String =
        letters.by_ref().skip_while(|c| *c == '{').take_while(|c| *c != '}').collect();
    let letter = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
    letter.ok_or_else(|| format!("\\u{{{digits}}} is not a character"))
}
