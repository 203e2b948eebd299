//! Bytes with a known origin, and readers that record what they read.
//!
//! * [`Source`]: shared bytes: a file, a member of a container, a decoded buffer.
//! * [`Span`]: a range of one source. Every element of the scene has one.
//! * [`Cursor`]: reads a field and, with a [`TreeRecorder`], records it in the same call.
//! * [`record!`](crate::record): a fixed layout, declared once: struct, reader, writer, field list.
//! * [`layout!`](crate::layout): a layout of varying length, declared once in the same way.
//! * [`Arrangement`]: the order of blocks and the gaps between them, in files with tables of offsets.
//! * [`Tree`]: the recorded fields, with lazy runs, look-up by byte and by path, and coverage.
//! * [`Problem`], [`ReadError`]: violated rules with their spans.

mod arrangement;
mod bits;
mod colour;
pub mod cp1252;
mod cursor;
mod hint;
pub mod layout;
mod node;
pub mod notation;
mod plain;
mod problem;
mod record;
mod recorder;
pub mod reference;
mod scalar;
mod source;
mod span;
mod tree;
mod writer;

pub use arrangement::{
    Arrangement, Gap, common_alignment, overlapping, refitted, unclaimed, use_counts,
};
pub use bits::{BitReader, BitWriter};
pub use colour::{Colour15, ColourWord, expand5};
pub use cursor::{Cursor, Element, RecordReader, RunOf, limits};
pub use hint::{Bit, Confidence, Hint, Symbol};
pub use node::{
    BitCoding, BitOrder, BitPlace, ElementPlace, Label, Name, NameElement, Node, Starts,
};
pub use plain::{Plain, display_value, float_text, plain};
pub use problem::{Problem, Problems, ReadError, Result, Severity};
pub use record::{Record, RecordField, RecordLayout, Shape, Shaped};
pub use recorder::{NoRecorder, Recorder, TreeRecorder};
pub use scalar::{Endian, Repr, Scalar, Value, count32, stale_count};
pub use source::{
    Attached, Failure, Origin, Pieces, ReadAt, Reader, Run, Source, Store, Substitutions,
    WeakSource,
};
pub use span::{SourceId, Span};
pub use tree::{
    Branch, Coverage, ElementFields, Field, FieldContent, FieldId, FieldKind, NewField, NewKind,
    PathMiss, Referred, RunElements, Tree, TreeBuilder, Visitor, flaw_of_path, is_pattern,
};
pub use writer::{Slot, Writer};
