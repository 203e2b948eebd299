//! Whether a field holds what was wanted.

use crate::bytes::Value;

/// Whether what is read is what was wanted, as far as the field can tell them apart.
pub(super) fn is_same(wanted: &Value, read: &Value) -> bool {
    match (wanted, read) {
        (Value::Float(wanted), Value::Float(read)) => {
            (*wanted as f32).to_bits() == (*read as f32).to_bits()
                || wanted.is_nan() && read.is_nan()
        }
        (Value::Text(wanted), Value::Text(read)) => wanted == read,
        (Value::Text(_), _) | (_, Value::Text(_)) => false,
        _ => wanted.as_f64() == read.as_f64(),
    }
}

pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::None => "nothing".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Uint(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Text(text) => format!("{text:?}"),
    }
}
