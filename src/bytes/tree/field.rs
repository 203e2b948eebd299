//! Fields for display.

use crate::bytes::{BitPlace, Hint, Repr, Span, Value};

/// Identifies a field of a [`Tree`](super::Tree): the number of a node, then for each array on the way
/// to the field the index of its element and the number of a node in that element.
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

    /// The innermost run of elements that contains the field.
    pub fn enclosing_run(&self) -> Option<Self> {
        let run = self.0.get(..self.0.len().checked_sub(2)?)?;
        Some(Self(run.to_vec()))
    }

    /// `true` if `run` is the innermost run that contains the field.
    pub fn is_in_run(&self, run: &Self) -> bool {
        self.0.len() == run.0.len() + 2 && self.0.starts_with(&run.0)
    }

    /// `true` if the field is in an element of the run `run`.
    pub fn is_below(&self, run: &Self) -> bool {
        self.0.len() > run.0.len() && self.0.starts_with(&run.0)
    }
}

/// Kind of a field, for colours and icons.
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
    /// Bytes without a known structure.
    Bytes,
    /// Characters.
    Text,
    /// Padding.
    Padding,
    /// Bytes that no field claims.
    Unread,
    /// Stored elsewhere, at this offset.
    Link(u64),
    /// A value that is computed from other fields.
    Value,
}

/// A field for display. Owned, since fields of a run's element exist only temporarily.
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
    /// For [`FieldKind::Bits`]: their position.
    pub bits: Option<BitPlace>,
    /// Interpretation of the field's number.
    pub hint: Hint,
    /// The stored value.
    pub value: Value,
    /// The scaled number of fixed-point and angle fields.
    pub scaled: Option<f64>,
    /// Description of the value, or empty.
    pub meaning: String,
    /// Number of children.
    pub children: usize,
}

/// Content of a field, without the texts for display.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldContent {
    /// Bytes of the field.
    pub span: Span,
    /// Kind of the field.
    pub kind: FieldKind,
    /// Interpretation of the field's number.
    pub hint: Hint,
    /// The stored value.
    pub value: Value,
}

impl Field {
    /// Its content.
    pub fn content(&self) -> FieldContent {
        let Self { span, kind, hint, ref value, .. } = *self;
        FieldContent { span, kind, hint, value: value.clone() }
    }
}

/// Coverage of the bytes of a source. `fields + padding + unread` is its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Bytes in fields.
    pub fields: u64,
    /// Padding bytes.
    pub padding: u64,
    /// Bytes that no field claims.
    pub unread: u64,
    /// Bytes claimed more than once; included in `fields`.
    pub overlap: u64,
}

/// A path without a field; `deepest` is its longest valid part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathMiss {
    /// The longest part that names a field.
    pub deepest: String,
    /// The whole path.
    pub wanted: String,
}

impl std::fmt::Display for PathMiss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.deepest.is_empty() {
            write!(f, "unknown field {:?}", self.wanted)
        } else {
            write!(
                f,
                "unknown field {:?}; the deepest existing part is {:?}",
                self.wanted, self.deepest
            )
        }
    }
}

impl std::error::Error for PathMiss {}
