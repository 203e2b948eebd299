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

    /// Adds this name to a field path: `.name` or `[index]`.
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

/// A node as the cursor hands it over.
pub struct NewNode {
    pub name: Name,
    pub type_name: &'static str,
    pub start: u64,
    pub endian: Endian,
    pub kind: NodeKind,
}

/// Where bits that are not whole bytes stand among the bytes of their field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitPlace {
    /// The first bit, 0 being the first of the first byte, or of the first word.
    pub first: u8,
    /// How many there are.
    pub count: u32,
    /// Which bit of a byte or word is its first.
    pub order: BitOrder,
    /// What number they stand for.
    pub coding: BitCoding,
}

/// What number bits stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitCoding {
    /// The number, or what a decoder knows how to make one of.
    Plain,
    /// The number, in two's complement.
    Signed,
    /// Its magnitude, and behind that a bit that is set where it is negative.
    SignLast,
    /// All bits of a number of four bytes, the least significant byte first.
    Bytes(Repr),
}

impl BitCoding {
    /// The number that the lowest `count` bits of `stored` stand for.
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

/// How bits follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitOrder {
    /// From the most significant bit of each byte down; the first is the number's highest.
    High,
    /// From the least significant bit of each byte up; the first is the number's lowest.
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
    /// Bits that are not whole bytes; neighbours may share some.
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

/// Names the fields of one element of a run, when somebody looks.
pub trait NameElement: Send + Sync {
    fn type_name(&self) -> &'static str;
    /// See [`Element::context`](crate::bytes::Element::context).
    fn context(&self) -> u64;
    /// See [`Element::hint`](crate::bytes::Element::hint).
    fn hint(&self) -> Hint;
    /// The fields of element `index`, which is these bytes of the source; as many as can be read.
    fn name(&self, source: &Source, range: Range<u64>, endian: Endian, index: usize) -> Vec<Node>;
}

/// A run of elements that are described on demand.
#[derive(Clone)]
pub struct Run {
    pub count: usize,
    pub starts: Starts,
    pub element: Arc<dyn NameElement>,
}

/// Where the elements of a run start, from the start of the run.
#[derive(Clone)]
pub enum Starts {
    /// All have this size.
    Even(u64),
    /// The start of each element; it ends where the next begins.
    Table(Arc<[u32]>),
    /// The first bit of each, of which neighbours may share bytes or, in streams of 32-bit words,
    /// words; spans are whole ones.
    Bits {
        /// From the start of the run.
        starts: Arc<[u32]>,
        /// Bits of what is shared: 8 or 32.
        unit: u32,
    },
}

impl Run {
    /// Bytes of element `index` from the start of the run, whose length is `len`.
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

    /// The element that holds the byte at `offset` from the start of the run.
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
    /// May share bytes with others of its kind.
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
