//! Splits text into words.

use crate::bytes::cp1252;

/// Value of a word.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Word(String),
    Number(i64),
    Text(String),
}

impl Value {
    /// The letters of a word, which may be in quotes.
    pub fn word(&self) -> Option<&str> {
        match self {
            Value::Word(word) | Value::Text(word) => Some(word),
            Value::Number(_) => None,
        }
    }
}

/// A word, as written and as parsed.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// White space, commas and comments before the word.
    pub before: Vec<u8>,
    pub text: Vec<u8>,
    pub value: Value,
}

/// The words of a text.
pub(super) fn tokens(mut rest: &[u8]) -> impl Iterator<Item = Token> {
    std::iter::from_fn(move || {
        let (before, behind) = rest.split_at_checked(space(rest))?;
        if behind.is_empty() {
            return None;
        }
        let (text, others) = behind.split_at_checked(token_len(behind)).unwrap_or((behind, &[]));
        rest = others;
        Some(Token { before: before.into(), text: text.into(), value: value(text) })
    })
}

/// Length of the white space, commas and comments at the front.
pub(super) fn space(bytes: &[u8]) -> usize {
    let mut comment = false;
    let skipped = bytes.iter().take_while(|byte| {
        comment = match byte {
            b';' => true,
            b'\n' | b'\r' => false,
            _ => comment,
        };
        comment || matches!(byte, b';' | b',' | b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C | 0)
    });
    skipped.count()
}

/// Length of the word at the front, at least one byte.
fn token_len(bytes: &[u8]) -> usize {
    if bytes.first() == Some(&b'"') {
        let mut escaped = false;
        for (at, byte) in bytes.iter().enumerate().skip(1) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => return at + 1,
                _ => {}
            }
        }
        return bytes.len();
    }
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\",;-\0\x0B".contains(byte);
    // A sign begins a number.
    1 + bytes.iter().skip(1).take_while(|byte| !ends(byte)).count()
}

fn value(text: &[u8]) -> Value {
    if let Some(inner) = text.strip_prefix(b"\"") {
        let mut plain = Vec::with_capacity(inner.len());
        let mut escaped = false;
        for byte in inner {
            match byte {
                b'\\' if !escaped => escaped = true,
                b'"' if !escaped => break,
                _ => {
                    plain.push(*byte);
                    escaped = false;
                }
            }
        }
        return Value::Text(cp1252::decode(&plain));
    }
    let word = cp1252::decode(text);
    let (sign, digits) = word.strip_prefix('-').map_or((1, word.as_str()), |rest| (-1, rest));
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let number = match hexadecimal {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => digits.parse::<i64>(),
    };
    match number {
        Ok(number) if !digits.starts_with(['+', '-']) => Value::Number(sign * number),
        _ => Value::Word(word),
    }
}
