//! Fields as they are named and shown.

use crate::bytes::{BitPlace, Hint, Repr, Span, Value};

/// Names one field of a [`Tree`](super::Tree): a node, then for each run passed through the element's index and
/// a node of that element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldId(pub(super) Vec<u32>);

impl FieldId {
    /// The whole file.
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
    /// Fields that belong together.
    Group,
    /// Elements of one type.
    Array,
    /// A number.
    Scalar(Repr),
    /// A number that begins or ends inside a byte.
    Bits,
    /// Bytes without a meaning of their own.
    Bytes,
    /// Characters.
    Text,
    /// Bytes that only fill up.
    Padding,
    /// Bytes that no field claims.
    Unread,
    /// Stored elsewhere; `span.start` of the link's target is in the meaning.
    Link(u64),
}

/// A field, ready to be shown. Owned: it may come from a run that exists only while looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Identifier in the tree.
    pub id: FieldId,
    /// `models[3].faces[7].flags`; empty for the root.
    pub path: String,
    /// Last part of the path, with the array's name: `faces[7]`.
    pub name: String,
    /// Type as in the description of the format.
    pub type_name: String,
    /// Bytes of the field.
    pub span: Span,
    /// Kind of the field.
    pub kind: FieldKind,
    /// For [`FieldKind::Bits`]: which ones.
    pub bits: Option<BitPlace>,
    /// Interpretation of its number.
    pub hint: Hint,
    /// The stored value.
    pub value: Value,
    /// Fixed-point and angle fields: the stored number scaled.
    pub scaled: Option<f64>,
    /// What it means, in words; empty where that is unknown.
    pub meaning: String,
    /// Number of children.
    pub children: usize,
}

/// How the bytes of a source are accounted for. `fields + padding + unread` is its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Bytes in fields.
    pub fields: u64,
    /// Bytes that only fill up.
    pub padding: u64,
    /// Bytes that nothing explains.
    pub unread: u64,
    /// Bytes claimed more than once; counted within `fields`.
    pub overlap: u64,
}

/// A path that names nothing; `deepest` is the longest part of it that does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathMiss {
    /// The longest part that names something.
    pub deepest: String,
    /// The whole path.
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
