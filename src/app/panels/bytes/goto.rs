//! Parses the target of "go to": an offset in one of several notations, or a field path.

use crate::app::model::SelectionTarget;
use crate::bytes::Tree;

/// Hint in the empty box.
pub const NOTATIONS: &str = "0x1f0   496   +16   -0x10   end-4   models[3].faces";

/// Parses an offset in a source of `len` bytes, relative to `cursor`.
///
/// `0x1f0`, `$1f0`, `1f0h` and any digits that include a letter are hexadecimal, plain digits decimal;
/// `+n` and `-n` count from the cursor, `end-n` from the end. The error is a message for the user.
pub fn parse(text: &str, cursor: u64, len: u64) -> Result<u64, String> {
    let text = text.trim();
    let offset = if let Some(rest) = text.strip_prefix('+') {
        cursor.checked_add(number(rest)?)
    } else if let Some(rest) = text.strip_prefix(['-', '−']) {
        cursor.checked_sub(number(rest)?)
    } else if let Some(rest) = strip_end(text) {
        let back = if rest.is_empty() { 0 } else { number(rest.trim_start_matches(['-', '−']))? };
        len.checked_sub(back)
    } else {
        Some(number(text)?)
    };
    match offset {
        Some(offset) if offset < len => Ok(offset),
        Some(offset) if offset == len && len > 0 => Ok(len - 1),
        Some(offset) => Err(format!("{offset:#x} is past the end at {len:#x}")),
        None => Err("the offset is before the start".to_owned()),
    }
}

/// Like [`parse`], but also accepts a field path.
pub fn parse_or_find(text: &str, cursor: u64, tree: &Tree) -> Result<SelectionTarget, String> {
    let (text, source) = (text.trim(), tree.source().id());
    if !text.is_empty()
        && let Ok(id) = tree.find(text)
        && let Some(field) = tree.field(&id)
    {
        return Ok(SelectionTarget::Path { source, path: field.path });
    }
    parse(text, cursor, tree.source().len()).map(|offset| SelectionTarget::Byte { source, offset })
}

fn strip_end(text: &str) -> Option<&str> {
    let rest = text.get(..3).filter(|start| start.eq_ignore_ascii_case("end"))?;
    text.strip_prefix(rest).map(str::trim)
}

fn number(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let hex = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .or_else(|| text.strip_prefix('$'))
        .or_else(|| text.strip_suffix(['h', 'H']));
    let looks_hex = text.bytes().any(|b| b.is_ascii_alphabetic());
    let digits: String =
        hex.unwrap_or(text).chars().filter(|c| !matches!(c, '_' | ',' | ' ')).collect();
    let radix = if hex.is_some() || looks_hex { 16 } else { 10 };
    // `from_str_radix` would accept a sign.
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Err(format!("{text:?} is neither an offset nor a field"));
    }
    u64::from_str_radix(&digits, radix)
        .map_err(|_| format!("{text:?} is neither an offset nor a field"))
}
