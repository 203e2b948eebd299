//! Nodes of a tree: named fields, and runs of elements whose fields are named on demand.

use std::ops::{Deref, Range};
use std::sync::Arc;

use super::{Endian, Hint, Repr, Source, Value};

/// Name of a field or type: of a compiled format, or shared with a description.
#[derive(Clone, Debug)]
pub enum Label {
    /// Text of a compiled format.
    Static(&'static str),
    /// Text of a description.
    Shared(Arc<str>),
}

impl Deref for Label {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Label::Static(label) => label,
            Label::Shared(label) => label,
        }
    }
}

impl PartialEq for Label {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl From<&'static str> for Label {
    fn from(label: &'static str) -> Self {
        Label::Static(label)
    }
}

impl From<Arc<str>> for Label {
    fn from(label: Arc<str>) -> Self {
        Label::Shared(label)
    }
}

/// A field name, or the index of an array element.
#[derive(Clone, Debug, PartialEq)]
pub enum Name {
    /// A name.
    Label(Label),
    /// An index.
    Element(u32),
}

impl Name {
    pub(in crate::bytes) fn element(index: usize) -> Self {
        Name::Element(u32::try_from(index).unwrap_or(u32::MAX))
    }

    pub(in crate::bytes) fn index(&self) -> Option<u32> {
        match self {
            Name::Element(index) => Some(*index),
            Name::Label(_) => None,
        }
    }

    pub(in crate::bytes) fn label(&self) -> &str {
        match self {
            Name::Label(label) => label,
            Name::Element(_) => "",
        }
    }

    /// Appends this name to a field path: `.name` or `[index]`.
    pub(in crate::bytes) fn append_to(&self, path: &mut String) {
        match self.index() {
            Some(index) => path.push_str(&format!("[{index}]")),
            None => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(self.label());
            }
        }
    }
}

impl From<&'static str> for Name {
    fn from(label: &'static str) -> Self {
        Name::Label(label.into())
    }
}

/// A node as the cursor creates it.
pub struct NewNode {
    pub name: Name,
    pub type_name: Label,
    pub start: u64,
    pub endian: Endian,
    pub kind: NodeKind,
}

/// Position of a bit field within the bytes of its field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitPlace {
    /// The first bit; 0 is the first of the first byte, or of the first word.
    pub first: u8,
    /// Number of bits.
    pub count: u32,
    /// Bit order in a byte or word.
    pub order: BitOrder,
    /// Conversion of the bits to a number.
    pub coding: BitCoding,
}

/// Conversion of bits to a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitCoding {
    /// An unsigned number, or a number that the decoder has computed.
    Plain,
    /// A number in two's complement.
    Signed,
    /// A magnitude, followed by a sign bit.
    SignLast,
    /// A number of four bytes, the least significant byte first.
    Bytes(Repr),
}

impl BitCoding {
    /// The number in the lowest `count` bits of `stored`.
    pub fn value(self, stored: u32, count: u32) -> Value {
        match self {
            BitCoding::Plain => Value::Uint(stored.into()),
            BitCoding::Signed => {
                let unused = 32u32.saturating_sub(count).min(31);
                Value::Int(((stored << unused) as i32 >> unused).into())
            }
            BitCoding::SignLast => {
                let magnitude = i64::from(stored >> 1);
                Value::Int(if stored & 1 != 0 { -magnitude } else { magnitude })
            }
            BitCoding::Bytes(repr) => repr.value(&stored.to_be_bytes(), Endian::Little),
        }
    }
}

/// Order of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitOrder {
    /// From the most significant bit of each byte down; the first one is the highest of the number.
    High,
    /// From the least significant bit of each byte up; the first one is the lowest of the number.
    Low,
    /// From the most significant bit of each little-endian 32-bit word down.
    Words,
}

#[derive(Clone)]
pub enum NodeKind {
    Group,
    /// A group whose bytes are unpacked; its fields are in the unpacked part.
    Packed,
    Array,
    Scalar {
        repr: Repr,
        hint: Hint,
    },
    /// A field that is not made of whole bytes; neighbours may share bytes.
    Bits {
        place: BitPlace,
        value: Value,
        hint: Hint,
    },
    Bytes,
    Text,
    /// A value that was decoded or computed when the file was read.
    Given {
        is_text: bool,
        value: Value,
    },
    Run(Run),
    Padding,
    Unread,
    Link {
        target: u64,
    },
}

impl NodeKind {
    pub(in crate::bytes) fn type_name(&self) -> &'static str {
        match self {
            NodeKind::Group | NodeKind::Packed => "group",
            NodeKind::Array => "array",
            NodeKind::Scalar { repr, .. } => repr.name(),
            NodeKind::Bits { .. } => "bits",
            NodeKind::Bytes => "bytes",
            NodeKind::Text | NodeKind::Given { is_text: true, .. } => "text",
            NodeKind::Given { .. } => "value",
            NodeKind::Run(run) => run.element.type_name(),
            NodeKind::Padding => "padding",
            NodeKind::Unread => "unread",
            NodeKind::Link { .. } => "link",
        }
    }
}

/// Names the fields of one element of a run on demand.
pub trait NameElement: Send + Sync {
    /// See [`Element::type_name`](crate::bytes::Element::type_name).
    fn type_name(&self) -> &'static str;
    /// See [`Element::context`](crate::bytes::Element::context).
    fn context(&self) -> u64;
    /// See [`Element::hint`](crate::bytes::Element::hint).
    fn hint(&self) -> Hint;
    /// The fields of an element; as many as can be read.
    fn name(&self, element: &ElementPlace<'_>) -> Vec<Node>;
}

/// Location of an element of a run.
pub struct ElementPlace<'a> {
    /// The source of the node's bytes.
    pub source: &'a Source,
    /// See [`Node::part`].
    pub part: u32,
    /// The bytes.
    pub range: Range<u64>,
    /// Byte order of the run.
    pub endian: Endian,
    /// Index in the run.
    pub index: usize,
    /// Descriptions of the fields are not needed.
    pub is_brief: bool,
}

/// Elements whose fields are named on demand.
#[derive(Clone)]
pub struct Run {
    pub count: usize,
    pub starts: Starts,
    pub element: Arc<dyn NameElement>,
}

/// Starts of the elements of a run, relative to the run.
#[derive(Clone)]
pub enum Starts {
    /// All elements have this size.
    Even(u64),
    /// The start of each element, which ends at the next start.
    Table(Arc<[u32]>),
    /// All elements have the same number of bits, and are consecutive.
    EvenBits {
        /// Position of the first element's first bit in the first byte.
        first: u8,
        /// Number of bits.
        size: u8,
    },
    /// The first bit of each element. Neighbours may share bytes or, in streams of 32-bit words, words;
    /// spans consist of whole ones.
    Bits {
        /// Relative to the start of the run.
        starts: Arc<[u32]>,
        /// Size of the shared units in bits: 8 or 32.
        unit: u32,
    },
}

impl Run {
    /// Bytes of element `index`, relative to the start of the run, whose length is `len`.
    pub(in crate::bytes) fn range(&self, index: usize, len: u64) -> Option<Range<u64>> {
        if index >= self.count {
            return None;
        }
        match &self.starts {
            Starts::Even(size) => {
                let start = (index as u64).checked_mul(*size)?;
                Some(start..start.checked_add(*size)?.min(len.max(start)))
            }
            Starts::EvenBits { first, size } => {
                let size = u64::from(*size);
                let start = (index as u64).checked_mul(size)?.checked_add(u64::from(*first))?;
                Some(start / 8..start.checked_add(size)?.div_ceil(8).min(len))
            }
            Starts::Table(starts) => {
                let start = u64::from(*starts.get(index)?);
                let end = starts.get(index + 1).map_or(len, |end| u64::from(*end));
                Some(start..end)
            }
            Starts::Bits { starts, unit } => {
                let whole = |units: u32| u64::from(units) * u64::from(unit / 8);
                let end = starts.get(index + 1).map_or(len, |end| whole(end.div_ceil(*unit)));
                Some(whole(*starts.get(index)? / unit)..end.min(len))
            }
        }
    }

    /// The element with the byte at `offset` from the start of the run.
    pub(in crate::bytes) fn index_at(&self, offset: u64) -> usize {
        let index = match &self.starts {
            Starts::Even(size) => usize::try_from(offset / (*size).max(1)).unwrap_or(usize::MAX),
            Starts::EvenBits { first, size } => {
                let last =
                    offset.saturating_mul(8).saturating_add(7).saturating_sub((*first).into());
                usize::try_from(last / u64::from((*size).max(1))).unwrap_or(usize::MAX)
            }
            Starts::Table(starts) => {
                starts.partition_point(|start| u64::from(*start) <= offset).saturating_sub(1)
            }
            Starts::Bits { starts, unit } => {
                let at = offset / u64::from(unit / 8);
                starts.partition_point(|bit| u64::from(bit / unit) <= at).saturating_sub(1)
            }
        };
        index.min(self.count.saturating_sub(1))
    }
}

impl NodeKind {
    /// `true` if it may share bytes with other bit fields.
    pub(in crate::bytes) fn is_of_bits(&self) -> bool {
        match self {
            NodeKind::Bits { .. } => true,
            NodeKind::Run(run) => {
                matches!(run.starts, Starts::Bits { .. } | Starts::EvenBits { .. })
            }
            _ => false,
        }
    }
}

/// A field in a tree.
pub struct Node {
    pub(in crate::bytes) name: Name,
    pub(in crate::bytes) type_name: Label,
    /// Source of the bytes: 0 for that of the tree, or the number of an unpacked part.
    pub(in crate::bytes) part: u32,
    pub(in crate::bytes) start: u64,
    pub(in crate::bytes) len: u64,
    pub(in crate::bytes) parent: u32,
    pub(in crate::bytes) endian: Endian,
    pub(in crate::bytes) kind: NodeKind,
    pub(in crate::bytes) note: Option<Box<str>>,
}

pub(in crate::bytes) const NONE: u32 = u32::MAX;
