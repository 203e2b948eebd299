//! Fields as they are named and shown.

use crate::bytes::{Hint, Repr, Span, Value};

/// Names one field of a [`Tree`](super::Tree): a node, then for each run passed through the element's index and
/// a node of that element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldId(pub(super) Vec<u32>);

impl FieldId {
    pub fn root() -> Self {
        Self(vec![0])
    }

    pub(super) fn node(&self) -> u32 {
        self.0.last().copied().unwrap_or(0)
    }
}

/// What sort of thing a field is, for colours and icons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FieldKind {
    Group,
    Array,
    /// A number.
    Scalar(Repr),
    Bits,
    Bytes,
    Text,
    Padding,
    /// Bytes that no field claims.
    Unread,
    /// Stored elsewhere; `span.start` of the link's target is in the meaning.
    Link(u64),
}

/// A field, ready to be shown. Owned: it may come from a run that exists only while looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub id: FieldId,
    /// `models[3].faces[7].flags`; empty for the root.
    pub path: String,
    /// Last part of the path, with the array's name: `faces[7]`.
    pub name: String,
    pub type_name: String,
    pub span: Span,
    pub kind: FieldKind,
    /// For [`FieldKind::Bits`]: first bit (0 = most significant of the first byte) and number.
    pub bits: Option<(u8, u32)>,
    pub hint: Hint,
    pub value: Value,
    /// Fixed-point and angle fields: the stored number scaled.
    pub scaled: Option<f64>,
    pub meaning: String,
    /// Number of children.
    pub children: usize,
}

/// How the bytes of a source are accounted for. `fields + padding + unread` is its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub fields: u64,
    pub padding: u64,
    pub unread: u64,
    /// Bytes claimed more than once; counted within `fields`.
    pub overlap: u64,
}

/// A path that names nothing; `deepest` is the longest part of it that does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathMiss {
    pub deepest: String,
    pub wanted: String,
}

impl std::fmt::Display for PathMiss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.deepest.is_empty() {
            write!(f, "there is no field {:?}, not even its first part", self.wanted)
        } else {
            write!(
                f,
                "there is no field {:?}; the deepest part that exists is {:?}",
                self.wanted, self.deepest
            )
        }
    }
}

impl std::error::Error for PathMiss {}
