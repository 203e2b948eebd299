//! Setting a value by its path.
//!
//! The tree knows where a field stands and how it is stored; that is where the new value goes. The
//! file is then read again, and the change counts only if it is the one difference: no other field
//! moved, and the records, written back, give the same bytes. So a count, an offset or a size is
//! refused without anybody having listed which fields those are, and whatever is accepted is also
//! in the records.

use std::fmt;

use super::{Document, Refusal, by_id};
use crate::bytes::{Endian, Field, FieldKind, PathMiss, ReadError, Repr, Scalar, Source, Value};

/// Why a value cannot be set.
#[allow(missing_docs, reason = "the fields of a variant are told of by its own words")]
#[derive(Clone, Debug, PartialEq)]
pub enum SetError {
    /// No field has this path.
    NoField(PathMiss),
    /// The field has no value of its own: a group, an array, raw bytes.
    NoValue { path: String },
    /// The value is of another kind than the field.
    Mismatch { path: String, stored: &'static str },
    /// The value is outside what the field can store.
    OutOfRange { path: String, least: i128, most: i128 },
    /// The text is longer than its field.
    TooLong { path: String, bytes: usize },
    /// Others follow from the field; the first that would move.
    Governs { path: String, moved: String },
    /// With this value the file cannot be read.
    Unreadable(ReadError),
    /// The file cannot be written from its records, or not with this value in them.
    Refused(Refusal),
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetError::NoField(miss) => miss.fmt(f),
            SetError::NoValue { path } => write!(f, "{path} has no value of its own"),
            SetError::Mismatch { path, stored } => write!(f, "{path} is stored as {stored}"),
            SetError::OutOfRange { path, least, most } => {
                write!(f, "{path} can be from {least} to {most}")
            }
            SetError::TooLong { path, bytes } => {
                write!(f, "{path} has room for {bytes} bytes of text")
            }
            SetError::Governs { path, moved } => {
                write!(f, "{path} follows from other fields: with another value {moved} would move")
            }
            SetError::Unreadable(error) => write!(f, "the file could not be read: {error}"),
            SetError::Refused(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for SetError {}

impl Document {
    /// The file with the value of the field at `path` replaced by `value`, read anew. Everything
    /// else is as it was. Numbers go to scalars, texts to texts (padded with NULs).
    ///
    /// # Errors
    /// Where there is no such field, the value does not fit it, others follow from it (counts,
    /// offsets, sizes), or the file cannot be written back.
    pub fn set(&self, path: &str, value: &Value) -> Result<Document, SetError> {
        let id = self.tree.find(path).map_err(SetError::NoField)?;
        let field = self.tree.field(&id).ok_or_else(|| no_value(path))?;
        let stored = self.source.slice(field.span);
        let new = encode(&field, stored.len(), self.tree.endian(&id), value)?;
        let mut bytes = self.source.bytes().to_vec();
        let start = usize::try_from(field.span.start).unwrap_or(usize::MAX);
        let target = start.checked_add(new.len()).and_then(|end| bytes.get_mut(start..end));
        target.ok_or_else(|| no_value(path))?.copy_from_slice(&new);
        let format = by_id(self.format.id).ok_or_else(|| no_value(path))?;
        let source = Source::from_bytes(self.source.name(), bytes);
        let changed = format.open(&source).map_err(SetError::Unreadable)?;
        if let Some(moved) = self.tree.first_moved(&changed.tree, &id) {
            return Err(SetError::Governs { path: path.to_owned(), moved });
        }
        if changed.content.write().map_err(SetError::Refused)? != source.bytes() {
            let why = format!("the file would be written without the new value of {path}");
            return Err(SetError::Refused(Refusal(why)));
        }
        Ok(changed)
    }
}

fn no_value(path: &str) -> SetError {
    SetError::NoValue { path: path.to_owned() }
}

/// The bytes of `value` as the field stores it, which takes `len` bytes.
fn encode(field: &Field, len: usize, endian: Endian, value: &Value) -> Result<Vec<u8>, SetError> {
    let path = || field.path.clone();
    match field.kind {
        FieldKind::Scalar(repr) => scalar(repr, endian, value, path),
        FieldKind::Text => match value {
            Value::Text(text) if text.len() > len => {
                Err(SetError::TooLong { path: path(), bytes: len })
            }
            Value::Text(text) => {
                let mut bytes = text.clone().into_bytes();
                bytes.resize(len, 0);
                Ok(bytes)
            }
            _ => Err(SetError::Mismatch { path: path(), stored: "text" }),
        },
        _ => Err(no_value(&field.path)),
    }
}

fn scalar(
    repr: Repr,
    endian: Endian,
    value: &Value,
    path: impl Fn() -> String,
) -> Result<Vec<u8>, SetError> {
    let number = match *value {
        Value::Int(number) => i128::from(number),
        Value::Uint(number) => i128::from(number),
        Value::Float(number) if repr == Repr::F32 => return Ok(put(number as f32, endian)),
        _ => return Err(SetError::Mismatch { path: path(), stored: repr.name() }),
    };
    let bytes = match repr {
        Repr::U8 => u8::try_from(number).map(|v| put(v, endian)),
        Repr::I8 => i8::try_from(number).map(|v| put(v, endian)),
        Repr::U16 => u16::try_from(number).map(|v| put(v, endian)),
        Repr::I16 => i16::try_from(number).map(|v| put(v, endian)),
        Repr::U32 => u32::try_from(number).map(|v| put(v, endian)),
        Repr::I32 => i32::try_from(number).map(|v| put(v, endian)),
        Repr::U64 => u64::try_from(number).map(|v| put(v, endian)),
        Repr::F32 => Ok(put(number as f32, endian)),
    };
    bytes.map_err(|_| {
        let (least, most) = repr.range();
        SetError::OutOfRange { path: path(), least, most }
    })
}

fn put(value: impl Scalar, endian: Endian) -> Vec<u8> {
    let mut out = Vec::new();
    value.put(&mut out, endian);
    out
}
