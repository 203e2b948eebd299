//! Tokens of a condition.

use super::EditError;

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Number(i128),
    Float(f64),
    Text(String),
    /// A field path, including brackets.
    Name(String),
    /// An operator or a parenthesis.
    Sign(&'static str),
}

/// Longer ones first: `<<` is not two `<`.
const SIGNS: &[&str] = &[
    "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "<", ">", "!", "~", "&", "|", "^", "+", "-",
    "*", "/", "%", "(", ")",
];

/// Splits `text` into tokens, each with the position of its first character, from 1.
pub fn tokens(text: &str) -> Result<Vec<(usize, Token)>, EditError> {
    let mut all = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let at = text.chars().count() - rest.chars().count() + 1;
        let Some(first) = rest.chars().next() else { return Ok(all) };
        let wrong = |why: &str| EditError::Condition { at, why: why.to_owned() };
        let (token, len) = if first.is_ascii_digit() {
            number(rest).ok_or_else(|| wrong("not a number"))?
        } else if matches!(first, '"' | '\'') {
            text_in(rest, first).ok_or_else(|| wrong("unterminated text"))?
        } else if first.is_alphabetic() || first == '_' {
            name(rest)
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| wrong(&format!("unexpected {first:?}")))?;
            (Token::Sign(sign), sign.len())
        };
        all.push((at, token));
        rest = rest.get(len..).unwrap_or("");
    }
}

fn number(rest: &str) -> Option<(Token, usize)> {
    let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '.')).unwrap_or(rest.len());
    let digits = rest.get(..len)?;
    let lower = digits.to_ascii_lowercase();
    let whole = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(hex), _) => u64::from_str_radix(hex, 16).ok(),
        (_, Some(binary)) => u64::from_str_radix(binary, 2).ok(),
        _ => lower.parse().ok(),
    };
    let token = match whole {
        Some(number) => Token::Number(number.into()),
        None => Token::Float(lower.parse().ok()?),
    };
    Some((token, len))
}

fn text_in(rest: &str, quote: char) -> Option<(Token, usize)> {
    let inside = rest.get(1..)?;
    let end = inside.find(quote)?;
    Some((Token::Text(inside.get(..end)?.to_owned()), end + 2))
}

fn name(rest: &str) -> (Token, usize) {
    let belongs = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']');
    let len = rest.find(|c: char| !belongs(c)).unwrap_or(rest.len());
    (Token::Name(rest.get(..len).unwrap_or(rest).to_owned()), len)
}
