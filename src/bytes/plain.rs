//! Field values for JSON and for display.

use serde::Serialize;

use super::{Field, FieldKind, Repr, Source, Value};

/// A stored value: number or string; nothing for groups and long byte fields.
#[derive(Serialize, Clone, Debug, PartialEq)]
#[serde(untagged)]
pub enum Plain {
    /// Groups and byte fields longer than 64 bytes.
    None,
    /// An unsigned number.
    Uint(u64),
    /// A signed number.
    Int(i64),
    /// A floating-point number, finite.
    Float(f64),
    /// A text, or bytes as hexadecimal digits.
    Text(String),
}

/// Maximum length of byte fields with a value (two hex digits each); for longer ones only the length is
/// shown.
const SHORT: usize = 64;

/// The value of a field for JSON.
pub fn plain(field: &Field, source: &Source) -> Plain {
    match (&field.value, field.kind) {
        (Value::Uint(v), _) => Plain::Uint(*v),
        (Value::Int(v), _) => Plain::Int(*v),
        (Value::Float(v), _) if v.is_finite() => Plain::Float(*v),
        // Not representable as JSON numbers.
        (Value::Float(v), _) => Plain::Text(v.to_string()),
        (Value::Text(text), _) => Plain::Text(text.clone()),
        (Value::None, FieldKind::Link(target)) => Plain::Uint(target),
        (Value::None, FieldKind::Bytes | FieldKind::Padding | FieldKind::Unread) => {
            match source.slice(field.span) {
                bytes if bytes.len() <= SHORT => {
                    Plain::Text(bytes.iter().map(|b| format!("{b:02x}")).collect())
                }
                _ => Plain::None,
            }
        }
        (Value::None, _) => Plain::None,
    }
}

/// A float for display: with an exponent if it would have many zeros.
pub fn float_text(number: f32) -> String {
    let size = number.abs();
    match size == 0.0 || !size.is_finite() || (1e-7..1e16).contains(&size) {
        true => number.to_string(),
        false => format!("{number:e}"),
    }
}

/// The value for display: flags, pointers and hashes in hexadecimal, texts in quotes.
pub fn display_value(field: &Field, source: &Source) -> String {
    match (&field.value, field.kind) {
        (Value::Uint(v), FieldKind::Scalar(repr)) if field.hint.is_hex() => {
            format!("0x{v:0width$x}", width = repr.size() * 2)
        }
        (Value::Float(v), FieldKind::Scalar(Repr::F32)) => float_text(*v as f32),
        (Value::Text(text), _) => format!("{text:?}"),
        (Value::None, FieldKind::Link(target)) => format!("→ {target:#x}"),
        (Value::None, FieldKind::Bytes | FieldKind::Padding | FieldKind::Unread) => {
            let bytes = source.slice(field.span);
            let head: Vec<String> = bytes.iter().take(8).map(|b| format!("{b:02x}")).collect();
            format!("{}{}", head.join(" "), if bytes.len() > 8 { " …" } else { "" })
        }
        _ => match plain(field, source) {
            Plain::None => String::new(),
            Plain::Uint(v) => v.to_string(),
            Plain::Int(v) => v.to_string(),
            Plain::Float(v) => v.to_string(),
            Plain::Text(text) => text,
        },
    }
}
