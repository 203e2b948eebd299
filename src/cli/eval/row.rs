//! Lines of the results of expressions, as text and as JSON.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::ksy::{Failure, Objects, Span, Value};

/// Result of an expression.
pub struct Evaluation {
    pub value: Result<Value, Failure>,
    /// Path and bytes of the field that it names, or that failed.
    pub field: Option<(String, Span)>,
}

/// An expression with its result.
pub struct Row<'a> {
    pub text: &'a str,
    pub evaluation: Evaluation,
    pub objects: &'a dyn Objects,
    /// Path of the file.
    pub path: &'a str,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        map.serialize_entry("expression", self.text)?;
        match &self.evaluation.value {
            Ok(value) => map.serialize_entry(
                "value",
                &ReportedValue { value, objects: self.objects, path: self.path },
            )?,
            Err(failure) => {
                map.serialize_entry("error", &failure.message)?;
                map.serialize_entry("kind", failure.kind.name())?;
            }
        }
        if let Some((path, span)) = &self.evaluation.field {
            map.serialize_entry("path", path)?;
            map.serialize_entry("offset", &span.start)?;
            map.serialize_entry("length", &span.len)?;
        }
        map.end()
    }
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.evaluation.value {
            Ok(value) => ReportedValue { value, objects: self.objects, path: self.path }.fmt(out),
            Err(failure) => write!(out, "{}: {}", failure.kind.name(), failure.message),
        }
    }
}

/// A value in reports.
struct ReportedValue<'a> {
    value: &'a Value,
    objects: &'a dyn Objects,
    path: &'a str,
}

impl<'a> ReportedValue<'a> {
    fn of(&self, value: &'a Value) -> Self {
        Self { value, ..*self }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Serialize for ReportedValue<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Int(value) => out.serialize_i128(*value),
            Value::Float(value) if value.is_finite() => out.serialize_f64(*value),
            Value::Float(value) => {
                let mut map = out.serialize_map(Some(1))?;
                map.serialize_entry("float", &value.to_string().to_lowercase())?;
                map.end()
            }
            Value::Bool(value) => out.serialize_bool(*value),
            Value::Text(text) => out.serialize_str(text),
            Value::Bytes(bytes) => {
                let mut map = out.serialize_map(Some(1))?;
                map.serialize_entry("bytes", &hex(bytes.bytes()))?;
                map.end()
            }
            Value::Enum(id, value) => {
                let (name, label) = self.objects.enum_names(*id, *value).unwrap_or_default();
                let mut map = out.serialize_map(Some(3))?;
                map.serialize_entry("enum", &name)?;
                map.serialize_entry("name", &label)?;
                map.serialize_entry("value", value)?;
                map.end()
            }
            Value::Array(array) => out.collect_seq(array.values.iter().map(|value| self.of(value))),
            Value::Object(id) => {
                let mut map = out.serialize_map(None)?;
                if let Some(info) = self.objects.object_info(*id) {
                    map.serialize_entry("type", &info.type_name)?;
                    map.serialize_entry("offset", &info.span.start)?;
                    map.serialize_entry("length", &info.span.len)?;
                    if let Some(part) = &info.source {
                        map.serialize_entry("source", &format!("{}//{part}", self.path))?;
                    }
                }
                map.end()
            }
            Value::Stream(id) => {
                let (size, pos) = self.objects.stream_info(*id).unwrap_or_default();
                let mut map = out.serialize_map(Some(3))?;
                map.serialize_entry("type", "io")?;
                map.serialize_entry("size", &size)?;
                map.serialize_entry("pos", &pos)?;
                map.end()
            }
            // Values are reported with all their elements.
            Value::Records(_) | Value::Absent => out.serialize_unit(),
        }
    }
}

impl fmt::Display for ReportedValue<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Int(value) => write!(out, "{value}"),
            Value::Float(value) => write!(out, "{value}"),
            Value::Bool(value) => write!(out, "{value}"),
            Value::Text(text) => write!(out, "{text:?}"),
            Value::Bytes(bytes) => write!(out, "{}", hex(bytes.bytes())),
            Value::Enum(id, value) => match self.objects.enum_names(*id, *value) {
                Some((_, Some(label))) => write!(out, "{label}"),
                _ => write!(out, "{value}"),
            },
            Value::Array(array) => {
                write!(out, "[")?;
                for (index, value) in array.values.iter().enumerate() {
                    write!(out, "{}{}", if index > 0 { ", " } else { "" }, self.of(value))?;
                }
                write!(out, "]")
            }
            Value::Object(id) => match self.objects.object_info(*id) {
                Some(info) => {
                    let (start, len) = (info.span.start, info.span.len);
                    write!(out, "{} at {start:#x}, {len} bytes", info.type_name)
                }
                None => write!(out, "an object"),
            },
            Value::Stream(id) => {
                let (size, pos) = self.objects.stream_info(*id).unwrap_or_default();
                write!(out, "stream of {size} bytes at {pos:#x}")
            }
            Value::Records(records) => write!(out, "{} elements", records.count),
            Value::Absent => write!(out, "absent"),
        }
    }
}
