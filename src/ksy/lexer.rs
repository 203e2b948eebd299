//! Splits the text of an expression into tokens.

use std::ops::Range;
use std::sync::Arc;

/// Maximum length of an expression, in characters.
pub const MAX_LENGTH: usize = 16_384;

/// A mistake in an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Index of the character.
    pub at: usize,
    /// Message, one sentence.
    pub message: String,
}

impl Mistake {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }

    /// Index of the byte in the expression `text`.
    pub fn byte_in(&self, text: &str) -> usize {
        text.char_indices().nth(self.at).map_or(text.len(), |(byte, _)| byte)
    }

    /// Bytes of the word, quoted text or sign at the mistake in the expression `text`.
    pub fn range_in(&self, text: &str) -> Range<usize> {
        let start = self.byte_in(text);
        let rest = text.get(start..).unwrap_or_default();
        let is_other = |c: char| !(c.is_alphanumeric() || c == '_');
        let mut all = rest.char_indices();
        let len = match all.next() {
            Some((_, quote @ ('"' | '\''))) => {
                all.find(|(_, c)| *c == quote).map_or(rest.len(), |(end, _)| end + 1)
            }
            Some((_, sign)) => rest.find(is_other).unwrap_or(rest.len()).max(sign.len_utf8()),
            None => 0,
        };
        start..start + len
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Int(i128),
    Float(f64),
    Text(Arc<str>),
    Format(Vec<FormatSegment>),
    Name(Arc<str>),
    /// An operator or punctuation.
    Sign(&'static str),
}

/// A piece of a format string.
#[derive(Clone, Debug, PartialEq)]
pub enum FormatSegment {
    Text(Arc<str>),
    Tokens(Vec<(usize, Token)>),
}

/// Longest first.
const SIGNS: [&str; 29] = [
    "::", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "!", "<", ">", "+", "-", "*", "/", "%",
    "&", "|", "^", "~", "?", ":", "(", ")", "[", "]", ",", ".",
];

/// Tokens of the whole text with their positions.
///
/// # Errors
/// When a character belongs to no token, or a text is not closed.
pub fn tokens(text: &str) -> Result<Vec<(usize, Token)>, Mistake> {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() > MAX_LENGTH {
        let message = format!("expected at most {MAX_LENGTH} characters, found {}", chars.len());
        return Err(Mistake::new(MAX_LENGTH, message));
    }
    let mut lexer = Lexer { chars, at: 0, depth: 0 };
    lexer.until(None)
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    /// Nesting depth of format strings.
    depth: usize,
}

impl Lexer {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn starts_with(&self, sign: &str) -> bool {
        sign.chars().enumerate().all(|(ahead, c)| self.peek(ahead) == Some(c))
    }

    /// Tokens up to the closing character, or to the end.
    fn until(&mut self, close: Option<char>) -> Result<Vec<(usize, Token)>, Mistake> {
        let mut found = Vec::new();
        loop {
            while matches!(self.peek(0), Some(' ' | '\n' | '\r' | '\t')) {
                self.at += 1;
            }
            let at = self.at;
            let Some(next) = self.peek(0) else {
                return match close {
                    Some(close) => {
                        Err(Mistake::new(at, format!("expected `{close}`, found the end")))
                    }
                    None => Ok(found),
                };
            };
            if Some(next) == close {
                self.at += 1;
                return Ok(found);
            }
            found.push((at, self.token(next)?));
        }
    }

    fn token(&mut self, next: char) -> Result<Token, Mistake> {
        let digit_follows = self.peek(1).is_some_and(|c| c.is_ascii_digit());
        if next.is_ascii_digit() || next == '.' && digit_follows {
            return self.number();
        }
        if next == 'f' && self.peek(1) == Some('"') {
            self.at += 2;
            return self.format();
        }
        if next.is_alphabetic() || next == '_' {
            let from = self.at;
            while self.peek(0).is_some_and(|c| c.is_alphanumeric() || c == '_') {
                self.at += 1;
            }
            let name: String = self.slice(from);
            return Ok(Token::Name(name.into()));
        }
        match next {
            '\'' => self.literal(),
            '"' => {
                self.at += 1;
                self.quoted()
            }
            _ => self.sign(next),
        }
    }

    fn slice(&self, from: usize) -> String {
        self.chars.get(from..self.at).unwrap_or_default().iter().collect()
    }

    fn sign(&mut self, next: char) -> Result<Token, Mistake> {
        let Some(sign) = SIGNS.iter().find(|sign| self.starts_with(sign)) else {
            let advice = if next == '=' { "; use `==`" } else { "" };
            let message = format!("expected an operator or a value, found `{next}`{advice}");
            return Err(Mistake::new(self.at, message));
        };
        self.at += sign.chars().count();
        Ok(Token::Sign(sign))
    }

    fn number(&mut self) -> Result<Token, Mistake> {
        let at = self.at;
        let radix = match (self.peek(0), self.peek(1)) {
            (Some('0'), Some('x' | 'X')) => 16,
            (Some('0'), Some('o' | 'O')) => 8,
            (Some('0'), Some('b' | 'B')) => 2,
            _ => return self.decimal(at),
        };
        self.at += 2;
        let digits = self.digits(radix);
        if digits.is_empty() {
            let found = self.peek(0).map_or("the end".to_owned(), |next| format!("`{next}`"));
            let message = format!("expected a digit after `{}`, found {found}", self.slice(at));
            return Err(Mistake::new(at, message));
        }
        let value = i128::from_str_radix(&digits, radix);
        value.map(Token::Int).map_err(|_| Mistake::new(at, self.bad_number(at)))
    }

    fn digits(&mut self, radix: u32) -> String {
        let from = self.at;
        while self.peek(0).is_some_and(|c| c.is_digit(radix) || c == '_') {
            self.at += 1;
        }
        self.slice(from).replace('_', "")
    }

    fn bad_number(&self, from: usize) -> String {
        format!("expected a number of at most 127 bits, found `{}`", self.slice(from))
    }

    fn decimal(&mut self, at: usize) -> Result<Token, Mistake> {
        let mut text = self.digits(10);
        let mut is_float = false;
        let after_point = self.peek(1);
        let names = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if self.peek(0) == Some('.') && !names(after_point) {
            is_float = true;
            self.at += 1;
            text.push('.');
            text.push_str(&self.digits(10));
        }
        if matches!(self.peek(0), Some('e' | 'E')) {
            let sign = matches!(self.peek(1), Some('+' | '-'));
            if self.peek(1 + usize::from(sign)).is_some_and(|c| c.is_ascii_digit()) {
                is_float = true;
                let from = self.at;
                self.at += 1 + usize::from(sign);
                self.digits(10);
                text.push_str(&self.slice(from).replace('_', ""));
            }
        }
        if is_float {
            let value = text.parse().map(Token::Float);
            return value.map_err(|_| Mistake::new(at, self.bad_number(at)));
        }
        text.parse().map(Token::Int).map_err(|_| Mistake::new(at, self.bad_number(at)))
    }

    /// `'…'`, without escapes.
    fn literal(&mut self) -> Result<Token, Mistake> {
        let at = self.at;
        self.at += 1;
        let from = self.at;
        while let Some(next) = self.peek(0) {
            if next == '\'' {
                let text = self.slice(from);
                self.at += 1;
                return Ok(Token::Text(text.into()));
            }
            self.at += 1;
        }
        Err(Mistake::new(at, "expected `'` at the end of the text, found the end"))
    }

    fn quoted(&mut self) -> Result<Token, Mistake> {
        let at = self.at - 1;
        let mut text = String::new();
        loop {
            match self.peek(0) {
                None => {
                    return Err(Mistake::new(
                        at,
                        "expected `\"` at the end of the text, found the end",
                    ));
                }
                Some('"') => {
                    self.at += 1;
                    return Ok(Token::Text(text.into()));
                }
                Some('\\') => text.push(self.escape()?),
                Some(next) => {
                    text.push(next);
                    self.at += 1;
                }
            }
        }
    }

    fn format(&mut self) -> Result<Token, Mistake> {
        let at = self.at - 2;
        self.depth += 1;
        if self.depth > 8 {
            return Err(Mistake::new(at, "expected at most 8 nested format strings"));
        }
        let mut pieces = Vec::new();
        let mut text = String::new();
        loop {
            match self.peek(0) {
                None => {
                    return Err(Mistake::new(
                        at,
                        "expected `\"` at the end of the text, found the end",
                    ));
                }
                Some('"') => {
                    self.at += 1;
                    pieces.push(FormatSegment::Text(text.into()));
                    self.depth -= 1;
                    return Ok(Token::Format(pieces));
                }
                Some('\\') => text.push(self.escape()?),
                Some('{') => {
                    self.at += 1;
                    pieces.push(FormatSegment::Text(std::mem::take(&mut text).into()));
                    pieces.push(FormatSegment::Tokens(self.until(Some('}'))?));
                }
                Some(next) => {
                    text.push(next);
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, Mistake> {
        let at = self.at;
        let rest = self.chars.get(at..).unwrap_or_default();
        let found: String = rest.iter().take(2).collect();
        let bad = || {
            let expected = "an escape such as `\\n`, `\\\"`, `\\101` or `\\u00e4`";
            Mistake::new(at, format!("expected {expected}, found `{found}`"))
        };
        self.at += 1;
        let next = self.peek(0).ok_or_else(bad)?;
        if next.is_digit(8) {
            let mut value = 0;
            for _ in 0..3 {
                let Some(digit) = self.peek(0).and_then(|c| c.to_digit(8)) else { break };
                value = value * 8 + digit;
                self.at += 1;
            }
            return char::from_u32(value).ok_or_else(bad);
        }
        self.at += 1;
        Ok(match next {
            'a' => '\u{7}',
            'b' => '\u{8}',
            't' => '\t',
            'n' => '\n',
            'v' => '\u{b}',
            'f' => '\u{c}',
            'r' => '\r',
            'e' => '\u{1b}',
            '"' | '\'' | '\\' => next,
            'u' => {
                let from = self.at;
                self.at = (from + 4).min(self.chars.len());
                let value = u32::from_str_radix(&self.slice(from), 16).map_err(|_| bad())?;
                char::from_u32(value).ok_or_else(bad)?
            }
            _ => return Err(bad()),
        })
    }
}
