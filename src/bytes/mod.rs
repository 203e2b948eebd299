//! Bytes that know where they come from, and readers that explain what they read.
//!
//! * [`Source`]: shared bytes: a file, a member of a container, a decoded buffer.
//! * [`Span`]: a range of one source. Every element of the scene carries one.
//! * [`Cursor`]: reads a field and, with a [`TreeRecorder`], names it in the same call.
//! * [`record!`](crate::record): a fixed layout, declared once: struct, reader, writer, field list.
//! * [`layout!`](crate::layout): a layout of varying length, declared once, the same way.
//! * [`Arrangement`]: what the records of a file leave open whose tables point at pieces.
//! * [`Tree`]: what was read, with lazy runs, byte → field and path → field look-up, coverage.
//! * [`Problem`], [`ReadError`]: what is wrong, where, by which rule.

mod arrangement;
mod bits;
mod colour;
pub mod cp1252;
mod cursor;
mod hint;
pub mod layout;
mod node;
mod plain;
mod problem;
mod record;
mod recorder;
mod scalar;
mod source;
mod span;
mod tree;
mod writer;

pub use arrangement::{Arrangement, Gap, common_alignment, overlapping, refitted, unclaimed};
pub use bits::{BitReader, BitWriter};
pub use colour::{Colour15, ColourWord, expand5};
pub use cursor::{Cursor, Element, RecordReader, RunOf, limits};
pub use hint::{Bit, Confidence, Hint, Symbol};
pub use node::{BitCoding, BitOrder, BitPlace, Starts};
pub use plain::{Plain, plain, shown};
pub use problem::{Problem, Problems, ReadError, Result, Severity};
pub use record::{Record, RecordField, RecordLayout, Shape, Shaped};
pub use recorder::{NoRecorder, Recorder, TreeRecorder};
pub use scalar::{Endian, Repr, Scalar, Value, count32, stale_count};
pub use source::{
    Attached, Failure, Grafts, Origin, Pieces, ReadAt, Reader, Run, Source, Store, WeakSource,
};
pub use span::{SourceId, Span};
pub use tree::{
    Coverage, Field, FieldId, FieldKind, PathMiss, Tree, Visitor, flaw_of_path, is_pattern,
};
pub use writer::{Slot, Writer};
