//! Whether a change holds: what every way of changing a file is held against.

use crate::bytes::Value;
use crate::formats::{Document, identify};

/// Whether the records, written back, give the bytes they were read from. Where they do not, a
/// change of bytes is all that can be made.
pub(super) fn is_faithful(document: &Document) -> bool {
    document.content.write().is_ok_and(|written| written == document.source.bytes())
}

/// Whether what is known by its bytes would be known by the new ones.
pub(super) fn is_known(document: &Document, changed: &Document) -> bool {
    let known = |of: &Document| identify(&of.source).map(|(format, _)| format.info().id);
    let id = Some(document.format.id);
    known(document) != id || known(changed) == id
}

/// Whether a field that reads as `read` has the value that is wanted.
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

/// A value in a sentence.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::None => "nothing".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Uint(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Text(text) => format!("{text:?}"),
    }
}
