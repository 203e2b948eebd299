//! Objects and their members in memory. A file may have millions of them, so each takes few bytes.

use std::sync::Arc;

use super::failure::Failure;
use super::span::{PackedSpan, Span};
use super::value::{Array, Blob, Data, ObjectId, Quick, Records, StreamId, Value};

/// An object of a class.
#[derive(Debug)]
pub(super) struct Object {
    class: u32,
    stream: u32,
    parent: Link,
    root: Link,
    owner: (Link, u32, Link),
    /// Index of the object's first slot.
    pub(super) first: usize,
    span: PackedSpan,
    /// The failure that ended the reading of the object.
    pub(super) stopped: Option<Box<Failure>>,
    /// Byte order, if it is chosen when reading.
    pub(super) little: Option<bool>,
    /// The object's fields have fixed offsets and are read when they are used.
    pub(super) is_late: bool,
    depth: u16,
}

/// Bytes of the file, or of an unpacked part.
pub(super) struct Buffer {
    pub(super) data: Data,
    /// The field that was unpacked, and its packed bytes.
    pub(super) packed: Option<(Owner, Span)>,
}

/// A field of an object, or an element of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner {
    pub(super) object: ObjectId,
    pub(super) slot: usize,
    pub(super) index: Option<usize>,
}

/// An array that is being read.
#[derive(Clone, Copy)]
pub(super) struct Growing {
    pub(super) object: ObjectId,
    pub(super) slot: usize,
    /// An expression in the current element uses the array, or one around it.
    pub(super) is_used: bool,
}

/// An object that has not been read.
pub(super) struct NewObject {
    pub(super) class: usize,
    pub(super) parent: Option<ObjectId>,
    pub(super) root: Option<ObjectId>,
    pub(super) stream: StreamId,
    /// The field that contains the object.
    pub(super) owner: Option<Owner>,
    pub(super) first: usize,
    pub(super) span: Span,
    pub(super) little: Option<bool>,
    pub(super) depth: usize,
}

impl Object {
    pub(super) fn new(new: NewObject) -> Self {
        let NewObject { class, parent, root, stream, owner, first, span, little, depth } = new;
        let index = owner.and_then(|owner| owner.index);
        let slot = owner.map_or(0, |owner| small(owner.slot));
        Self {
            class: small(class),
            stream: small(stream),
            parent: Link::new(parent),
            root: Link::new(root),
            owner: (Link::new(owner.map(|owner| owner.object)), slot, Link::new(index)),
            first,
            span: span.into(),
            stopped: None,
            little,
            is_late: false,
            depth: u16::try_from(depth).unwrap_or(u16::MAX),
        }
    }

    pub(super) fn class(&self) -> usize {
        self.class as usize
    }

    pub(super) fn stream(&self) -> StreamId {
        self.stream as usize
    }

    pub(super) fn parent(&self) -> Option<ObjectId> {
        self.parent.get()
    }

    pub(super) fn root(&self) -> Option<ObjectId> {
        self.root.get()
    }

    pub(super) fn owner(&self) -> Option<Owner> {
        let (object, slot, index) = self.owner;
        Some(Owner { object: object.get()?, slot: slot as usize, index: index.get() })
    }

    pub(super) fn span(&self) -> Span {
        self.span.into()
    }

    pub(super) fn set_len(&mut self, len: usize) {
        self.set_span(Span { len, ..self.span() });
    }

    pub(super) fn set_span(&mut self, span: Span) {
        self.span = span.into();
    }

    pub(super) fn depth(&self) -> usize {
        usize::from(self.depth)
    }
}

/// Numbers of objects, streams and elements have fewer than 32 bits.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A number, or none.
#[derive(Clone, Copy, Debug)]
struct Link(u32);

impl Link {
    fn new(number: Option<usize>) -> Self {
        Self(number.map_or(u32::MAX, small))
    }

    fn get(self) -> Option<usize> {
        (self.0 != u32::MAX).then_some(self.0 as usize)
    }
}

/// State of a member.
#[derive(Clone, Debug)]
pub(super) enum State {
    Unset,
    /// Being evaluated.
    Busy,
    Done(Value),
    Failed(Failure),
}

/// A member of an object.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    content: Content,
    span: PackedSpan,
}

/// State of a member in 16 bytes.
#[derive(Clone, Debug, Default)]
enum Content {
    #[default]
    Unset,
    Busy,
    Int(i64),
    Float(f64),
    Bool(bool),
    Enum(u32, i64),
    Object(u32),
    Absent,
    /// The bytes of the span.
    Stored,
    Bytes(Blob),
    Text(Box<Arc<str>>),
    Array(Arc<Array>),
    Records(Arc<Records>),
    Other(Box<Value>),
    Failed(Box<Failure>),
}

impl From<Value> for Content {
    fn from(value: Value) -> Self {
        let other = |value| Content::Other(Box::new(value));
        match value {
            Value::Int(number) => i64::try_from(number).map_or(other(value), Content::Int),
            Value::Enum(id, number) => match (u32::try_from(id), i64::try_from(number)) {
                (Ok(id), Ok(number)) => Content::Enum(id, number),
                _ => other(value),
            },
            Value::Float(number) => Content::Float(number),
            Value::Bool(flag) => Content::Bool(flag),
            Value::Object(id) => Content::Object(small(id)),
            Value::Absent => Content::Absent,
            Value::Bytes(blob) => Content::Bytes(blob),
            Value::Text(text) => Content::Text(Box::new(text)),
            Value::Array(array) => Content::Array(array),
            Value::Records(records) => Content::Records(records),
            Value::Stream(_) => other(value),
        }
    }
}

impl Slot {
    /// A member with a value and without bytes.
    pub(super) fn of(value: Value) -> Self {
        Self::new(State::Done(value), Span::default())
    }

    /// A member with a value and its bytes.
    pub(super) fn with_value(value: Value, span: Span) -> Self {
        Self { content: value.into(), span: span.into() }
    }

    /// An integer, or a value of an enum.
    pub(super) fn int(number: i64, enumeration: Option<u32>, span: Span) -> Self {
        let content = match enumeration {
            Some(id) => Content::Enum(id, number),
            None => Content::Int(number),
        };
        Self { content, span: span.into() }
    }

    pub(super) fn new(state: State, span: Span) -> Self {
        let content = match state {
            State::Unset => Content::Unset,
            State::Busy => Content::Busy,
            State::Done(value) => value.into(),
            State::Failed(failure) => Content::Failed(Box::new(failure)),
        };
        Self { content, span: span.into() }
    }

    /// A member that consists of the bytes of a span.
    pub(super) fn stored(span: Span) -> Self {
        Self { content: Content::Stored, span: span.into() }
    }

    pub(super) fn state(&self, buffers: &[Buffer]) -> State {
        State::Done(match &self.content {
            Content::Unset => return State::Unset,
            Content::Busy => return State::Busy,
            Content::Failed(failure) => return State::Failed((**failure).clone()),
            Content::Int(number) => Value::Int(i128::from(*number)),
            Content::Float(number) => Value::Float(*number),
            Content::Bool(flag) => Value::Bool(*flag),
            Content::Enum(id, number) => Value::Enum(*id as usize, i128::from(*number)),
            Content::Object(id) => Value::Object(*id as usize),
            Content::Absent => Value::Absent,
            Content::Stored => {
                let Span { buffer, start, len, .. } = self.span();
                match buffers.get(buffer) {
                    Some(buffer) => Value::Bytes(Blob::new(buffer.data.clone(), start, len)),
                    None => Value::Absent,
                }
            }
            Content::Bytes(blob) => Value::Bytes(blob.clone()),
            Content::Text(text) => Value::Text((**text).clone()),
            Content::Array(array) => Value::Array(array.clone()),
            Content::Records(records) => Value::Records(records.clone()),
            Content::Other(value) => (**value).clone(),
        })
    }

    /// The value, if the member has one.
    pub(super) fn value(&self, buffers: &[Buffer]) -> Option<Value> {
        match self.state(buffers) {
            State::Done(value) => Some(value),
            _ => None,
        }
    }

    /// The value, if it takes no further memory.
    pub(super) fn quick(&self) -> Option<Quick> {
        match self.content {
            Content::Int(number) => Some(Quick::Int(number)),
            Content::Bool(flag) => Some(Quick::Bool(flag)),
            Content::Enum(id, number) => Some(Quick::Enum(id, number)),
            Content::Object(id) => Some(Quick::Object(id)),
            _ => None,
        }
    }

    /// `true` if the member was not read.
    pub(super) fn is_unset(&self) -> bool {
        matches!(self.content, Content::Unset)
    }

    pub(super) fn records(&self) -> Option<&Arc<Records>> {
        match &self.content {
            Content::Records(records) => Some(records),
            _ => None,
        }
    }

    pub(super) fn array(&self) -> Option<&Array> {
        match &self.content {
            Content::Array(array) => Some(array),
            _ => None,
        }
    }

    pub(super) fn records_mut(&mut self) -> Option<&mut Records> {
        match &mut self.content {
            Content::Records(records) => Some(Arc::make_mut(records)),
            _ => None,
        }
    }

    /// Removes the array.
    pub(super) fn take_array(&mut self) -> Option<Arc<Array>> {
        match std::mem::take(&mut self.content) {
            Content::Array(array) => Some(array),
            content => {
                self.content = content;
                None
            }
        }
    }

    pub(super) fn array_mut(&mut self) -> Option<&mut Arc<Array>> {
        match &mut self.content {
            Content::Array(array) => Some(array),
            _ => None,
        }
    }

    pub(super) fn span(&self) -> Span {
        self.span.into()
    }
}
