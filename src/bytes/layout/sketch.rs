//! Layouts as lists of types, to describe them in another language.

use crate::bytes::{Hint, Repr};

/// A layout as a list of types.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// Fields of the root.
    pub root: Vec<SketchField>,
    /// Types of groups and elements.
    pub types: Vec<SketchType>,
}

/// A type with fields.
#[derive(Clone, Debug, PartialEq)]
pub struct SketchType {
    /// Type shown in the tree.
    pub name: String,
    /// The fields, in file order.
    pub fields: Vec<SketchField>,
}

/// A field of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct SketchField {
    /// Name in the tree and in paths.
    pub name: &'static str,
    /// Kind of the field, or of its elements.
    pub kind: SketchKind,
    /// Number of elements, if it is a list.
    pub repeat: Option<Amount>,
    /// Interpretation of the field's number.
    pub hint: Hint,
    /// Documentation, or empty.
    pub doc: &'static str,
    /// Another field of the type, and bits of it: this field exists if one of them is set.
    pub condition: Option<(&'static str, u64)>,
}

/// Kind of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum SketchKind {
    /// A number.
    Number(Repr),
    /// Index in [`Sketch::types`].
    Type(usize),
    /// Bytes.
    Bytes(Amount),
    /// A text of a fixed length, padded with NULs.
    Text(Amount),
    /// A text that ends with a NUL.
    TextToNul,
    /// Bytes up to the next offset that is a multiple of this number.
    Padding(usize),
    /// All remaining bytes.
    Rest,
}

/// A number of elements or bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// The same in all files.
    Fixed(usize),
    /// The number in the field with this path below the type.
    Field(String),
    /// The number in the field with this path below the root.
    OfRoot(String),
}
