//! Fixed layouts, declared once.
//!
//! [`record!`](crate::record) generates the struct, its size, its field list, a raw reader and a writer.
//! A run of records is one node of the tree; its fields are named on demand.

use super::{Endian, Hint, Repr, Scalar};

/// Stored shape of a fixed-size value.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A number.
    Scalar(Repr),
    /// Array of elements of one shape, with its length.
    Array(&'static Shape, usize),
    /// Consecutive fields.
    Record(&'static RecordLayout),
}

impl Shape {
    /// Size in bytes.
    pub fn size(&self) -> usize {
        match self {
            Shape::Scalar(repr) => repr.size(),
            Shape::Array(of, n) => of.size() * n,
            Shape::Record(layout) => layout.size,
        }
    }

    /// Offset and length of a field of a record; of the whole record if the field does not exist.
    pub fn place(&self, field: &str) -> (u64, u64) {
        match self {
            Shape::Record(layout) => {
                let sizes = layout.fields.iter().map(|field| field.shape.size() as u64);
                place(layout.fields.iter().map(|field| field.name).zip(sizes), field)
            }
            _ => (0, self.size() as u64),
        }
    }

    /// Type shown in the tree; for an array, that of its elements.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Shape::Scalar(repr) => repr.name(),
            Shape::Array(of, _) => of.type_name(),
            Shape::Record(layout) => layout.name,
        }
    }
}

/// Offset and length of the field `name` among consecutive fields; of all fields if it does not exist.
pub(super) fn place<'a>(fields: impl Iterator<Item = (&'a str, u64)>, name: &str) -> (u64, u64) {
    let mut at = 0;
    for (field, size) in fields {
        if field == name {
            return (at, size);
        }
        at += size;
    }
    (0, at)
}

/// The fields of a record, in file order, without gaps.
#[derive(Debug)]
pub struct RecordLayout {
    /// Type shown in the tree.
    pub name: &'static str,
    /// Size in bytes.
    pub size: usize,
    /// The fields, in file order.
    pub fields: &'static [RecordField],
}

/// A field of a record.
#[derive(Clone, Copy, Debug)]
pub struct RecordField {
    /// Name in the tree and in paths.
    pub name: &'static str,
    /// Stored shape.
    pub shape: Shape,
    /// Interpretation of the field's number.
    pub hint: Hint,
    /// Documentation, or empty.
    pub doc: &'static str,
}

/// A type with a fixed shape on disk: scalars, arrays of them, records.
pub trait Shaped: Default + Send + Sync + 'static {
    /// Stored shape.
    const SHAPE: Shape;
    /// Size in bytes.
    const SIZE: usize;
    /// Reads a value from the front of `bytes`; `None` if there are too few.
    fn take(bytes: &mut &[u8], endian: Endian) -> Option<Self>;
    /// Appends the value.
    fn put(&self, out: &mut Vec<u8>, endian: Endian);
}

/// A struct made by [`record!`](crate::record).
pub trait Record: Shaped {
    /// The fields.
    const LAYOUT: &'static RecordLayout;
}

macro_rules! shaped_scalar {
    ($($t:ty),*) => {$(
        impl Shaped for $t {
            const SHAPE: Shape = Shape::Scalar(<$t as Scalar>::REPR);
            const SIZE: usize = size_of::<$t>();
            #[inline]
            fn take(bytes: &mut &[u8], endian: Endian) -> Option<Self> {
                <$t as Scalar>::take(bytes, endian)
            }
            #[inline]
            fn put(&self, out: &mut Vec<u8>, endian: Endian) {
                <$t as Scalar>::put(*self, out, endian);
            }
        }
    )*};
}
shaped_scalar!(u8, i8, u16, i16, u32, i32, u64, f32);

impl<T: Shaped + Copy, const N: usize> Shaped for [T; N]
where
    [T; N]: Default,
{
    const SHAPE: Shape = Shape::Array(&T::SHAPE, N);
    const SIZE: usize = T::SIZE * N;
    #[inline]
    fn take(bytes: &mut &[u8], endian: Endian) -> Option<Self> {
        let mut all = Self::default();
        for one in &mut all {
            *one = T::take(bytes, endian)?;
        }
        Some(all)
    }
    #[inline]
    fn put(&self, out: &mut Vec<u8>, endian: Endian) {
        for one in self {
            one.put(out, endian);
        }
    }
}

/// Declares a fixed layout: the struct, and the code that reads, writes and names its fields.
///
/// ```
/// use gouraud::bytes::{Hint, Shaped};
/// gouraud::record! {
///     /// A vertex.
///     pub struct Vertex {
///         /// Model space, right.
///         pub x: i16,
///         pub y: i16,
///         pub kind: u16 => Hint::Hex,
///     }
/// }
/// assert_eq!(Vertex::SIZE, 6);
/// ```
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[doc = $doc:literal])* $fvis:vis $field:ident : $ty:ty $(=> $hint:expr)?),* $(,)?
    }) => {
        $(#[$meta])*
        #[allow(missing_docs, reason = "fields are documented in docs/formats")]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        $vis struct $name { $($(#[doc = $doc])* $fvis $field: $ty),* }

        impl $crate::bytes::Record for $name {
            const LAYOUT: &'static $crate::bytes::RecordLayout = &$crate::bytes::RecordLayout {
                name: stringify!($name),
                size: <$name as $crate::bytes::Shaped>::SIZE,
                fields: &[$($crate::bytes::RecordField {
                    name: stringify!($field),
                    shape: <$ty as $crate::bytes::Shaped>::SHAPE,
                    hint: $crate::record!(@hint $($hint)?),
                    doc: concat!($($doc),*),
                }),*],
            };
        }

        impl $crate::bytes::Shaped for $name {
            const SHAPE: $crate::bytes::Shape =
                $crate::bytes::Shape::Record(<$name as $crate::bytes::Record>::LAYOUT);
            const SIZE: usize = 0 $(+ <$ty as $crate::bytes::Shaped>::SIZE)*;
            #[inline]
            fn take(bytes: &mut &[u8], endian: $crate::bytes::Endian) -> Option<Self> {
                Some(Self { $($field: <$ty as $crate::bytes::Shaped>::take(bytes, endian)?),* })
            }
            #[inline]
            fn put(&self, out: &mut Vec<u8>, endian: $crate::bytes::Endian) {
                $(<$ty as $crate::bytes::Shaped>::put(&self.$field, out, endian);)*
            }
        }
    };
    (@hint) => { $crate::bytes::Hint::Dec };
    (@hint $hint:expr) => { $hint };
}
