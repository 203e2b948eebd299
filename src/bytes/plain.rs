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
pub fn shown(field: &Field, source: &Source) -> String {
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

#[cfg(test)]
mod tests {
    use super::super::{Endian, Field, FieldId, Hint, Source, Tree};
    use super::{Plain, plain, shown};

    fn fields(bytes: &[u8]) -> (Source, Vec<Field>) {
        let source = Source::from_bytes("t", bytes.to_vec());
        let (tree, _, _) = Tree::record(&source, Endian::Little, "T", |cur| {
            cur.get_as::<u16>("flags", Hint::Hex)?;
            cur.get::<f32>("scale")?;
            cur.text("name", 4)?;
            cur.bytes("raw", 2).map(drop)
        });
        let all = tree.children(&FieldId::root(), 0..9);
        (source, all)
    }

    #[test]
    fn values_are_numbers_and_strings_as_stored() {
        let (source, all) = fields(b"\x13\x10\x00\x00\x80\x3fab\0\0\x01\xff");
        let values: Vec<Plain> = all.iter().map(|field| plain(field, &source)).collect();
        let text = |text: &str| Plain::Text(text.to_owned());
        assert_eq!(values, [Plain::Uint(0x1013), Plain::Float(1.0), text("ab"), text("01ff")]);
        let texts: Vec<String> = all.iter().map(|field| shown(field, &source)).collect();
        assert_eq!(texts, ["0x1013", "1", "\"ab\"", "01 ff"]);
    }

    #[test]
    fn numbers_outside_json_become_strings() {
        let (source, all) = fields(b"\0\0\x00\x00\xc0\x7fab\0\0\x01\xff");
        assert_eq!(plain(&all[1], &source), Plain::Text("NaN".to_owned()));
    }
}
