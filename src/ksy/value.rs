//! Values of fields and expressions.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::ids::{ClassId, EnumId};
use super::span::PackedSpan;
pub use super::span::{BufferId, Span};
use crate::bytes::Store;

/// Index of an object.
pub type ObjectId = usize;
/// Index of a stream.
pub type StreamId = usize;

/// Number of bytes that are examined in one step.
pub(super) const BYTES_PER_STEP: u64 = 8;
/// Size of an element of an array, with its span.
pub(super) const ELEMENT_SIZE: usize = size_of::<Value>() + size_of::<PackedSpan>();

/// A value. It is kept small, because a file may have millions.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// A boolean.
    Bool(bool),
    /// A text.
    Text(Arc<str>),
    /// Bytes.
    Bytes(Blob),
    /// A value of an enum.
    Enum(EnumId, i128),
    /// An array.
    Array(Arc<Array>),
    /// An array whose elements are read when they are used: numbers, texts or objects of fixed size, or a
    /// long array of objects.
    Records(Arc<Records>),
    /// An object.
    Object(ObjectId),
    /// A stream.
    Stream(StreamId),
    /// A field whose condition is false.
    Absent,
}

impl Value {
    /// Describes the kind of value in messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Int(_) => "an integer",
            Value::Float(_) => "a float",
            Value::Bool(_) => "a boolean",
            Value::Text(_) => "a text",
            Value::Bytes(_) => "bytes",
            Value::Enum(..) => "an enum value",
            Value::Array(_) | Value::Records(_) => "an array",
            Value::Object(_) => "an object",
            Value::Stream(_) => "a stream",
            Value::Absent => "an absent field",
        }
    }

    /// Number of steps for examining all of the value.
    pub(super) fn weight(&self) -> u64 {
        match self {
            Value::Text(text) => text.len() as u64 / BYTES_PER_STEP,
            Value::Bytes(blob) => blob.bytes().len() as u64 / BYTES_PER_STEP,
            Value::Array(array) => array.total as u64,
            _ => 0,
        }
    }

    /// Number of bytes that the value takes in memory in addition to its own.
    pub(super) fn heap_size(&self) -> usize {
        match self {
            Value::Text(text) => text.len() + size_of::<[usize; 6]>(),
            Value::Bytes(_) => size_of::<BlobSlice>() + size_of::<[usize; 2]>(),
            Value::Array(array) => array.values.len() * ELEMENT_SIZE,
            Value::Records(_) => size_of::<Records>(),
            _ => 0,
        }
    }

    /// The value shortened for messages.
    pub fn brief(&self) -> String {
        match self {
            Value::Int(value) | Value::Enum(_, value) => value.to_string(),
            Value::Float(value) => value.to_string(),
            Value::Bool(value) => value.to_string(),
            Value::Text(text) => {
                let short: String = text.chars().take(32).collect();
                if short.len() < text.len() {
                    format!("{short:?}…")
                } else {
                    format!("{short:?}")
                }
            }
            Value::Bytes(blob) => {
                let bytes = blob.bytes();
                let hex: Vec<String> = bytes.iter().take(8).map(|b| format!("{b:02x}")).collect();
                let rest = if bytes.len() > 8 { " …" } else { "" };
                format!("{}{rest}", hex.join(" "))
            }
            other => other.kind().to_owned(),
        }
    }
}

/// A value that takes no further memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Quick {
    Int(i64),
    Bool(bool),
    Enum(u32, i64),
    Object(u32),
}

impl From<Quick> for Value {
    fn from(value: Quick) -> Self {
        match value {
            Quick::Int(number) => Value::Int(number.into()),
            Quick::Bool(flag) => Value::Bool(flag),
            Quick::Enum(id, number) => Value::Enum(id as usize, number.into()),
            Quick::Object(id) => Value::Object(id as usize),
        }
    }
}

/// Bytes of a file or of an unpacked part.
#[derive(Clone)]
pub struct Data(Store);

impl Data {
    /// Wraps `bytes` without a copy.
    pub fn new(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        Self(Arc::new(bytes))
    }
}

impl Deref for Data {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl AsRef<[u8]> for Data {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

/// Bytes of a buffer, shared with it.
#[derive(Clone)]
pub struct Blob(Arc<BlobSlice>);

/// A part of a buffer.
struct BlobSlice {
    data: Data,
    start: usize,
    len: usize,
}

impl Blob {
    pub(super) fn new(data: Data, start: usize, len: usize) -> Self {
        Self(Arc::new(BlobSlice { data, start, len }))
    }

    /// Offset in a buffer, if the bytes are a part of it.
    pub(super) fn offset_in(&self, buffer: &Data) -> Option<usize> {
        Arc::ptr_eq(&self.0.data.0, &buffer.0).then_some(self.0.start)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        let BlobSlice { data, start, len } = &*self.0;
        data.get(*start..start.saturating_add(*len)).unwrap_or_default()
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Self {
        let len = bytes.len();
        Self::new(Data::new(bytes), 0, len)
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.bytes()).finish()
    }
}

/// An array. Elements that were read have spans; the elements of a list in an expression do not.
#[derive(Clone, Debug, Default)]
pub struct Array {
    /// The elements.
    pub values: Vec<Value>,
    spans: Vec<PackedSpan>,
    /// Nesting depth of lists.
    pub(super) levels: usize,
    /// Number of elements, including those of nested lists.
    pub(super) total: usize,
}

impl Array {
    /// A list.
    pub(super) fn of(values: Vec<Value>) -> Self {
        let (mut levels, mut total) = (0, values.len());
        for value in &values {
            if let Value::Array(inner) = value {
                levels = levels.max(inner.levels);
                total = total.saturating_add(inner.total);
            }
        }
        Self { values, spans: Vec::new(), levels: levels + 1, total }
    }

    /// Adds an element that was read.
    pub(super) fn push(&mut self, value: Value, span: Span) {
        self.values.push(value);
        self.spans.push(span.into());
        self.total += 1;
    }

    /// Bytes of an element.
    pub fn span(&self, index: usize) -> Option<Span> {
        self.spans.get(index).copied().map(Span::from)
    }

    /// The elements that were read, with their bytes.
    pub fn elements(&self) -> impl Iterator<Item = (&Value, Span)> {
        self.values.iter().zip(self.spans.iter().copied().map(Span::from))
    }
}

/// Location of the elements of an array that are not read yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Records {
    pub(super) object: ObjectId,
    pub(super) slot: usize,
    pub(super) kind: RecordKind,
    pub(super) stream: StreamId,
    /// Position in the stream.
    pub(super) start: usize,
    /// Size of an element in bytes; 0 for bits, and for objects of different sizes.
    pub(super) size: usize,
    /// Number of bytes of the last element, if it is incomplete; it was read before.
    pub(super) partial: Option<usize>,
    /// Number of the table with the ends of the elements, if these have different sizes.
    pub(super) offsets: Option<u32>,
    /// Number of elements.
    pub count: usize,
}

/// Kind of elements that are read when they are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordKind {
    Class(ClassId),
    Int {
        signed: bool,
        little: bool,
        enumeration: Option<EnumId>,
    },
    Float {
        little: bool,
    },
    /// Bits, with the number of bits of the first byte that belong to earlier fields.
    Bits {
        count: u8,
        little: bool,
        enumeration: Option<EnumId>,
        first: u8,
    },
    /// Bytes that are trimmed as their attribute requires.
    Bytes,
    /// A text, likewise.
    Text,
}

/// Meaning of names in an expression.
#[derive(Clone, Debug, Default)]
pub(super) struct Env {
    pub(super) object: Option<ObjectId>,
    /// `_`.
    pub(super) element: Option<Value>,
    /// `_index`.
    pub(super) index: Option<i128>,
    /// `_outer`.
    pub(super) outer: Option<Value>,
}

impl Env {
    pub(super) fn of(object: ObjectId) -> Self {
        Self { object: Some(object), ..Self::default() }
    }
}
