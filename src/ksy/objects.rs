//! The objects that expressions are evaluated over.

use std::sync::Arc;

use super::failure::Failure;
use super::ids::EnumId;
use super::stream::Stream;
use super::value::{ObjectId, Records, Span, StreamId, Value};

/// Source of the objects, arrays and streams that an expression uses: a file that is read with a
/// description, or the fields of an open document. Members and elements are read when they are
/// used.
pub trait Objects {
    /// Counts work, so that an expression cannot run forever.
    ///
    /// # Errors
    /// When the limit is exceeded.
    fn step(&mut self, count: u64) -> Result<(), Failure>;

    /// Counts a level of nested evaluations.
    ///
    /// # Errors
    /// When there are too many.
    fn enter(&mut self) -> Result<(), Failure>;

    /// Ends the innermost level.
    fn leave(&mut self);

    /// Value of a member of an object, including `_root`, `_parent`, `_io` and `_sizeof`.
    ///
    /// # Errors
    /// The failure of the field, or a `NameError` for an unknown field.
    fn member_of_object(&mut self, id: ObjectId, name: &Arc<str>) -> Result<Value, Failure>;

    /// An element of an array that is read when it is used.
    ///
    /// # Errors
    /// The failure of the element.
    fn record(&mut self, records: &Records, index: usize) -> Result<Value, Failure>;

    /// The smallest or largest element of an array of integers, if it is known without reading every element
    /// as a value.
    ///
    /// # Errors
    /// When the limit of steps is exceeded.
    fn extreme_of(&mut self, records: &Records, is_min: bool) -> Result<Option<i128>, Failure> {
        let _ = (records, is_min);
        Ok(None)
    }

    /// Bytes of an element.
    fn record_span(&self, records: &Records, index: usize) -> Span;

    /// Moves the streams to the positions at which reading leaves them.
    fn settle(&mut self) {}

    /// State of a stream.
    fn stream_at(&self, id: StreamId) -> Option<Stream>;

    /// Type and bytes of an object.
    fn object_info(&self, id: ObjectId) -> Option<ObjectInfo>;

    /// Name of an enum, and of a value in it.
    fn enum_names(&self, id: EnumId, value: i128) -> Option<(String, Option<String>)>;

    /// Size and position of a stream.
    fn stream_info(&self, id: StreamId) -> Option<(usize, usize)> {
        self.stream_at(id).map(|stream| (stream.size, stream.pos))
    }

    /// Value of the field that is nearest to an object and has this path.
    fn near(&mut self, id: ObjectId, path: &str) -> Option<Result<Value, Failure>> {
        let _ = (id, path);
        None
    }

    /// The value called `text` in the field with this path that is nearest to an object.
    fn labelled(&mut self, id: ObjectId, path: &str, text: &str) -> Option<Value> {
        let _ = (id, path, text);
        None
    }

    /// The value that an operator uses for this one.
    fn operand(&self, value: Value) -> Value {
        value
    }

    /// A value as a condition.
    ///
    /// # Errors
    /// When it has another type.
    fn is_true(&self, value: &Value) -> Result<bool, Failure> {
        super::operators::flag(value)
    }

    /// An operand of `and` or `or`, as a condition.
    ///
    /// # Errors
    /// As [`is_true`](Self::is_true), and the failure of the operand.
    fn holds(&self, side: Result<Value, Failure>) -> Result<bool, Failure> {
        self.is_true(&side?)
    }
}

/// An object in messages and reports.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectInfo {
    /// Path of the type: `png::chunk`.
    pub type_name: String,
    /// Bytes of the object.
    pub span: Span,
    /// Path of the unpacked field that holds the bytes; `None` for those of the file.
    pub source: Option<String>,
}
