//! Nodes of a tree: named fields, and runs of elements whose fields are named on demand.

use std::ops::Range;
use std::sync::Arc;

use super::{Endian, Hint, Repr, Source, Value};

/// A field name, or the index of an array element.
#[derive(Clone, Debug, PartialEq)]
pub struct Name(Label);

#[derive(Clone, Debug, PartialEq)]
enum Label {
    Static(&'static str),
    Element(u32),
}

impl Name {
    pub(in crate::bytes) fn element(index: usize) -> Self {
        Self(Label::Element(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    pub(in crate::bytes) fn index(&self) -> Option<u32> {
        match self.0 {
            Label::Element(index) => Some(index),
            _ => None,
        }
    }

    pub(in crate::bytes) fn label(&self) -> &str {
        match &self.0 {
            Label::Static(label) => label,
            Label::Element(_) => "",
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
        Self(Label::Static(label))
    }
}

/// A node as the cursor creates it.
pub struct NewNode {
    pub name: Name,
    pub type_name: &'static str,
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
    Array,
    Scalar {
        repr: Repr,
        hint: Hint,
    },
    /// A field that is not made of whole bytes; neighbours may share bytes.
    Bits {
        place: BitPlace,
        value: Value,
    },
    Bytes,
    Text,
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
            NodeKind::Group => "group",
            NodeKind::Array => "array",
            NodeKind::Scalar { repr, .. } => repr.name(),
            NodeKind::Bits { .. } => "bits",
            NodeKind::Bytes => "bytes",
            NodeKind::Text => "text",
            NodeKind::Run(run) => run.element.type_name(),
            NodeKind::Padding => "padding",
            NodeKind::Unread => "unread",
            NodeKind::Link { .. } => "link",
        }
    }
}

/// Names the fields of one element of a run on demand.
pub trait NameElement: Send + Sync {
    fn type_name(&self) -> &'static str;
    /// See [`Element::context`](crate::bytes::Element::context).
    fn context(&self) -> u64;
    /// See [`Element::hint`](crate::bytes::Element::hint).
    fn hint(&self) -> Hint;
    /// The fields of element `index`, which has these bytes of the source; as many as can be read.
    fn name(&self, source: &Source, range: Range<u64>, endian: Endian, index: usize) -> Vec<Node>;
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
                Some(start..start.checked_add(*size)?)
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
            NodeKind::Run(run) => matches!(run.starts, Starts::Bits { .. }),
            _ => false,
        }
    }
}

pub struct Node {
    pub(in crate::bytes) name: Name,
    pub(in crate::bytes) type_name: &'static str,
    pub(in crate::bytes) start: u64,
    pub(in crate::bytes) len: u64,
    pub(in crate::bytes) parent: u32,
    pub(in crate::bytes) endian: Endian,
    pub(in crate::bytes) kind: NodeKind,
    pub(in crate::bytes) note: Option<Box<str>>,
}

pub(in crate::bytes) const NONE: u32 = u32::MAX;
