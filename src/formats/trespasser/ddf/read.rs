//! Characters to words, words to statements.

use super::{Ddf, Kind, Statement, Token, Value, names};
use crate::bytes::{Cursor, Recorder, Result, Severity, Span};
use crate::codec::cp1252;
use crate::scene::Origin;

/// Reads a menu, and where its statements are.
pub(super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Ddf, Vec<Origin>)> {
    let tokens = tokens(cur);
    let mut statements = Vec::new();
    let mut places = Vec::new();
    let mut rest = tokens.as_slice();
    cur.array("statements", |cur| {
        while let Some(first) = rest.first() {
            let kind = kind_of(first);
            let more = rest.iter().skip(1).take_while(|token| kind_of(token) == Kind::Other);
            let (own, others) = rest.split_at(1 + more.count());
            rest = others;
            let (index, start) = (statements.len(), cur.pos());
            let named = cur.element(index, kind.type_name(), |cur| statement(cur, kind, own))?;
            statements.push(named);
            let source = cur.source_id();
            let span = Span::new(source, start, cur.pos() - start);
            places.push(Origin::new(span, format!("statements[{index}]")));
        }
        Ok(())
    })?;
    let tail = cur.padding(cur.peek(usize::MAX).len())?.into();
    Ok((Ddf { statements, tail }, places))
}

impl Kind {
    fn type_name(self) -> &'static str {
        match self {
            Kind::Background => "Background",
            Kind::Control => "Control",
            Kind::Other => "Words",
        }
    }
}

fn kind_of(token: &Token) -> Kind {
    match &*token.text {
        b"BACKGROUND" => Kind::Background,
        b"UICTRL" => Kind::Control,
        _ => Kind::Other,
    }
}

/// Names the words of a statement, which begin at the cursor.
fn statement<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    kind: Kind,
    tokens: &[Token],
) -> Result<Statement> {
    let (names, whole) = names::of(kind, tokens);
    let start = cur.pos();
    for (token, name) in tokens.iter().zip(&names) {
        cur.padding(token.before.len())?;
        cur.text(name, token.text.len())?;
    }
    if let Err(missing) = whole {
        let message = format_args!("{missing} is missing here");
        cur.problem(Severity::Warning, (start, cur.pos() - start), "", message);
    }
    Ok(Statement { kind, tokens: tokens.to_vec(), names })
}

/// All words from the cursor on; does not move it.
fn tokens<R: Recorder>(cur: &Cursor<'_, R>) -> Vec<Token> {
    let mut rest = cur.peek(usize::MAX);
    let mut tokens = Vec::new();
    loop {
        let before = space(rest);
        let behind = rest.get(before..).unwrap_or(&[]);
        if behind.is_empty() {
            return tokens;
        }
        let len = token_len(behind);
        let (text, others) = behind.split_at_checked(len).unwrap_or((behind, &[]));
        let before = rest.get(..before).unwrap_or(&[]).into();
        tokens.push(Token { before, text: text.into(), value: value(text) });
        rest = others;
    }
}

/// Bytes of white space, commas and comments.
fn space(bytes: &[u8]) -> usize {
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

/// Bytes of the word at the front, at least one.
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
