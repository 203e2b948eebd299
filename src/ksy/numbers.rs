//! Numbers in descriptions, and the names of their types.

use super::description::Type;

/// An integer of YAML: decimal, `0x`, `0o` or `0b`, with `_` between digits.
pub fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, digits.get(2..)?),
        Some("0o") => (8, digits.get(2..)?),
        Some("0b" | "0B") => (2, digits.get(2..)?),
        _ => (10, digits),
    };
    if !digits.starts_with(|c: char| c.is_digit(radix)) {
        return None;
    }
    let value = i128::from_str_radix(&digits.replace('_', ""), radix).ok()?;
    Some(if negative { -value } else { value })
}

/// `u4le`, `f8`, `b12be`.
pub fn number_type(text: &str) -> Option<Type> {
    let (base, little) = match text.strip_suffix("le").map(|base| (base, true)) {
        Some((base, little)) => (base, Some(little)),
        None => match text.strip_suffix("be") {
            Some(base) => (base, Some(false)),
            None => (text, None),
        },
    };
    if let Some(count) = base.strip_prefix('b') {
        let count: u8 = count.parse().ok().filter(|_| !count.starts_with(['+', '0']))?;
        return (1..=64).contains(&count).then_some(Type::Bits { count, little });
    }
    let (first, size) = (base.get(..1)?, base.get(1..)?);
    let size: u8 = match size {
        "1" if little.is_none() => 1,
        "2" => 2,
        "4" => 4,
        "8" => 8,
        _ => return None,
    };
    match first {
        "u" | "s" => Some(Type::Int { size, signed: first == "s", little }),
        "f" if size >= 4 => Some(Type::Float { size, little }),
        _ => None,
    }
}

/// `true` for the name of a number type.
pub fn is_number(text: &str) -> bool {
    number_type(text).is_some()
}

/// Number of bits of a number type.
pub fn bits_of(text: &str) -> Option<i128> {
    match number_type(text)? {
        Type::Int { size, .. } | Type::Float { size, .. } => Some(i128::from(size) * 8),
        Type::Bits { count, .. } => Some(i128::from(count)),
        _ => None,
    }
}
