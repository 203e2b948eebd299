//! Checks that an edit changed only the requested fields.

use crate::bytes::Value;
use crate::formats::{Document, identify};

/// `true` if writing the records reproduces the bytes they were read from. If not, only bytes can be
/// changed.
pub(super) fn is_faithful(document: &Document) -> bool {
    document.content.write().is_ok_and(|written| written == document.source.bytes())
}

/// `true` if the changed file is still recognised, provided that the old one was.
pub(super) fn is_known(document: &Document, changed: &Document) -> bool {
    let known = |of: &Document| identify(&of.source).map(|(format, _)| format.info().id);
    let id = Some(document.format.id);
    known(document) != id || known(changed) == id
}

/// `true` if the value that was read is the requested one.
pub(super) fn is_same(wanted: &Value, read: &Value) -> bool {
    match (wanted, read) {
        (Value::Float(wanted), Value::Float(read)) => {
            (*wanted as f32).to_bits() == (*read as f32).to_bits()
                || wanted.is_nan() && read.is_nan()
        }
        (Value::Text(wanted), Value::Text(read)) => wanted == read,
        (Value::Text(_), _) | (_, Value::Text(_)) => false,
        _ => match (whole(wanted), whole(read)) {
            (Some(wanted), Some(read)) => wanted == read,
            _ => wanted.as_f64() == read.as_f64(),
        },
    }
}

fn whole(value: &Value) -> Option<i128> {
    match value {
        Value::Int(number) => Some((*number).into()),
        Value::Uint(number) => Some((*number).into()),
        _ => None,
    }
}

/// A value in a message.
pub(super) fn display_value(value: &Value) -> String {
    match value {
        Value::None => "nothing".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Uint(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Text(text) => format!("{text:?}"),
    }
}
