//! Static types.

use super::description::{ClassId, Description, EnumId};

/// Type of a value, as far as it is known before reading.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    Int,
    /// An integer that fits an element of a byte array: a literal or `u1`.
    Byte,
    Float,
    Bool,
    Text,
    Bytes,
    Enum(EnumId),
    Array(Box<Ty>),
    Object(ClassId),
    /// An object of some class.
    Struct,
    Stream,
    /// Known when reading.
    Any,
}

impl Ty {
    pub(super) fn is_int(&self) -> bool {
        matches!(self, Ty::Int | Ty::Byte | Ty::Any)
    }

    pub(super) fn is_number(&self) -> bool {
        self.is_int() || *self == Ty::Float
    }

    pub(super) fn is_bool(&self) -> bool {
        matches!(self, Ty::Bool | Ty::Any)
    }

    pub(super) fn name(&self, description: &Description) -> String {
        match self {
            Ty::Int | Ty::Byte => "an integer".to_owned(),
            Ty::Float => "a float".to_owned(),
            Ty::Bool => "a boolean".to_owned(),
            Ty::Text => "a text".to_owned(),
            Ty::Bytes => "bytes".to_owned(),
            Ty::Enum(id) => {
                let name = description.enums.get(*id).map_or("", |found| &found.name);
                format!("a value of `{name}`")
            }
            Ty::Array(_) => "an array".to_owned(),
            Ty::Object(class) => {
                let name = description.classes.get(*class).map_or("", |class| &class.name);
                format!("an object of `{name}`")
            }
            Ty::Struct => "an object".to_owned(),
            Ty::Stream => "a stream".to_owned(),
            Ty::Any => "a value".to_owned(),
        }
    }

    /// Nesting depth of arrays.
    pub(super) fn levels(&self) -> usize {
        let (mut ty, mut levels) = (self, 0);
        while let Ty::Array(element) = ty {
            (ty, levels) = (element, levels + 1);
        }
        levels
    }

    /// Type of a value that has one of two types.
    pub(super) fn or(self, other: Ty) -> Ty {
        use Ty::{Any, Array, Byte, Float, Int, Object, Struct};
        match (self, other) {
            (a, b) if a == b => a,
            (Int | Byte, Int | Byte) => Int,
            (Int | Byte | Float, Int | Byte | Float) => Float,
            (Object(_) | Struct, Object(_) | Struct) => Struct,
            (Array(a), Array(b)) => Array(Box::new(a.or(*b))),
            _ => Any,
        }
    }
}
