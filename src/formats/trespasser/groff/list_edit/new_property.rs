//! Reads a new property from a text: `Moveable=true`, `Mass:float=12`, `Action01`.

use super::super::grf::values::{Value, ValueTable, Values, kind};
use super::Result;
use crate::bytes::cp1252;
use crate::formats::Refusal;

/// A property that is not in the table yet.
pub(super) struct NewProperty {
    pub name: String,
    pub value: Value,
}

/// Words for the types.
const TYPES: [(&str, u8); 7] = [
    ("bool", kind::BOOL),
    ("char", kind::CHAR),
    ("int", kind::INT),
    ("float", kind::FLOAT),
    ("string", kind::STRING),
    ("object", kind::GROUP),
    ("group", kind::GROUP),
];

impl NewProperty {
    /// Reads `NAME=VALUE`, `NAME:TYPE=VALUE`, or `NAME` for an empty group. A value without a type
    /// gets the type of the other values with this name. If there are none, or their types differ,
    /// its text determines the type.
    pub fn read(text: &str, values: &Values<'_>, table: &ValueTable) -> Result<Self> {
        let (before, value) = match text.split_once('=') {
            Some((before, value)) => (before.trim(), Some(value.trim())),
            None => (text.trim(), None),
        };
        let typed = before.rsplit_once(':').and_then(|(name, word)| {
            let (_, kind) = TYPES.iter().find(|(known, _)| *known == word.trim())?;
            Some((name.trim(), *kind))
        });
        let (name, explicit) = typed.map_or((before, None), |(name, kind)| (name, Some(kind)));
        if name.is_empty() || name.contains('\0') {
            let why = "a property needs a name, for example Moveable=true";
            return Err(Refusal(why.to_owned()));
        }
        let kind = explicit.unwrap_or_else(|| match value {
            None => kind::GROUP,
            Some(value) => usual(name, values, table).unwrap_or_else(|| by_form(value)),
        });
        let value = value_of(kind, value).ok_or_else(|| {
            let word = TYPES.iter().find(|(_, known)| *known == kind).map_or("", |(word, _)| word);
            let found = value.filter(|value| !value.is_empty()).unwrap_or("no value");
            Refusal(format!("expected the {word} {name}, found {found}"))
        })?;
        Ok(Self { name: name.to_owned(), value })
    }
}

/// The type of all values with this name; `None` if there are none or they differ.
fn usual(name: &str, values: &Values<'_>, table: &ValueTable) -> Option<u8> {
    let ids: Vec<u32> = {
        let text = cp1252::encode(name);
        table.strings.iter().filter(|string| string.text == text).map(|string| string.id).collect()
    };
    let named = table.entries.iter().filter(|entry| ids.contains(&entry.name.id));
    // A group with the name of an instance is not a property.
    let mut kinds =
        named.filter(|entry| values.index(entry.key.id).is_some()).map(|e| e.value.kind());
    let first = kinds.next().filter(|kind| *kind != kind::GROUP)?;
    kinds.all(|kind| kind == first).then_some(first)
}

/// The type that the form of a value suggests.
fn by_form(value: &str) -> u8 {
    match value {
        "true" | "false" => kind::BOOL,
        _ if int(value).is_some() => kind::INT,
        _ if float(value).is_some() => kind::FLOAT,
        _ => kind::STRING,
    }
}

fn int(text: &str) -> Option<i32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok().map(u32::cast_signed),
        None => text.parse().ok(),
    }
}

fn float(text: &str) -> Option<f32> {
    text.parse().ok().filter(|value: &f32| value.is_finite())
}

/// A value of this type; `None` if the text is not one.
fn value_of(kind: u8, text: Option<&str>) -> Option<Value> {
    let Some(text) = text else {
        return (kind == kind::GROUP).then(Value::default);
    };
    Some(match kind {
        kind::BOOL => match text {
            "true" | "1" => Value::Bool(1),
            "false" | "0" => Value::Bool(0),
            _ => return None,
        },
        kind::CHAR => match *cp1252::encode(text.trim_matches('\'')) {
            [byte] => Value::Char(byte),
            _ => return None,
        },
        kind::INT => Value::Int(int(text)?),
        kind::FLOAT => Value::Float(float(text)?),
        kind::STRING => {
            let quoted = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            let text = cp1252::encode(quoted.unwrap_or(text));
            if text.contains(&0) {
                return None;
            }
            Value::Text(text)
        }
        _ => return None,
    })
}
