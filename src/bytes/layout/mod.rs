//! Layouts: descriptions with which records are read, named, written and measured.
//!
//! A [`Layout`] lists its fields once, in file order, by passing each to a [`Pass`]. Each pass decides
//! what to do with a field: [`Reading`] reads it and names it in the tree, [`Writing`] writes it with its
//! counts recomputed, [`Measuring`] only steps over it, so that a probe learns how far a layout is valid.
//! Without a recorder, reading compiles to plain reads, and elements of a list are named on demand.
//!
//! A regular layout is declared with [`layout!`](crate::layout). An irregular one (a field that exists
//! only in some versions, counts that are stored together in front, a footer that must be guessed)
//! implements [`Layout::pass`] manually: this is plain Rust, and still a single description.

mod edit_list;
mod measure;
mod read;
mod text;
mod write;

pub use edit_list::{ListEdit, relist};
pub use measure::{Extent, Measuring};
pub use read::{Reading, read};
pub use text::Text;
pub use write::{Writing, write};

use super::record::place;
use super::{
    Cursor, Endian, Hint, Problem, ReadError, Recorder, Result, Scalar, Severity, Shaped, Span,
    Writer,
};

/// Additional input of a layout: a version, a platform; `()` for nothing.
pub trait Context: Copy + Send + Sync + 'static {}

impl<T: Copy + Send + Sync + 'static> Context for T {}

/// A value with a stored layout. Every [`Shaped`] type has one.
pub trait Layout<C: Context = ()>: Default + Send + Sync + 'static {
    /// Type shown in the tree.
    const TYPE: &'static str;
    /// Minimum size in bytes, which limits the number of elements in a list.
    const MIN_SIZE: u64;

    /// Passes its fields, in file order.
    ///
    /// # Errors
    /// When reading: if the bytes end before a field does, or violate a rule so that reading cannot
    /// continue. When writing: if the value cannot be stored, such as a list that is too long for its
    /// count.
    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()>;

    /// The names of its fields with their minimum sizes, if it is declared.
    const FIELDS: &'static [(&'static str, u64)] = &[];

    /// Offset and length of a field, if the fields before it have a fixed size; of the whole layout if
    /// the field does not exist.
    fn place(field: &str) -> (u64, u64) {
        place(Self::FIELDS.iter().copied(), field)
    }

    /// Type shown in the tree for the next element to be read, if elements differ.
    fn type_ahead<P: Pass>(_pass: &P) -> &'static str {
        Self::TYPE
    }

    /// Description of the value; empty if the fields are sufficient.
    fn summary(&self) -> String {
        String::new()
    }

    /// Passes the value as the field `name`.
    ///
    /// # Errors
    /// See [`Layout::pass`].
    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, context: C) -> Result<()> {
        pass.group(named.name, self, context)
    }

    /// Passes `count` consecutive values as the field `name`.
    ///
    /// # Errors
    /// See [`Layout::pass`].
    fn list<P: Pass>(
        list: &mut Vec<Self>,
        named: Named,
        count: usize,
        pass: &mut P,
        context: C,
    ) -> Result<()> {
        pass.items(named.name, list, count, context)
    }
}

impl<T: Shaped, C: Context> Layout<C> for T {
    const TYPE: &'static str = T::SHAPE.type_name();
    const MIN_SIZE: u64 = T::SIZE as u64;

    fn place(field: &str) -> (u64, u64) {
        T::SHAPE.place(field)
    }

    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        pass.value("value", self)
    }

    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, _: C) -> Result<()> {
        pass.value(named, self)
    }

    fn list<P: Pass>(
        list: &mut Vec<Self>,
        named: Named,
        count: usize,
        pass: &mut P,
        _: C,
    ) -> Result<()> {
        pass.run(named, list, count)
    }
}

/// Offset and length of a field of a `T` that starts at `start`, if the fields before it have a fixed
/// size; of the whole `T` if the field does not exist.
pub fn field_span<T: Layout>(start: u64, field: &str) -> (u64, u64) {
    element_span::<T>(start, 0, field)
}

/// Like [`field_span`], for element `index` of a list that starts at `start`, with elements of fixed
/// size.
pub fn element_span<T: Layout>(start: u64, index: usize, field: &str) -> (u64, u64) {
    let (at, len) = T::place(field);
    let element = T::MIN_SIZE.saturating_mul(index as u64);
    (start.saturating_add(element).saturating_add(at), len)
}

/// The name of a field, and the interpretation of its number.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Name in the tree and in paths.
    pub name: &'static str,
    /// Interpretation of the number.
    pub hint: Hint,
}

impl From<&'static str> for Named {
    #[inline]
    fn from(name: &'static str) -> Self {
        Self { name, hint: Hint::Dec }
    }
}

impl From<(&'static str, Hint)> for Named {
    #[inline]
    fn from((name, hint): (&'static str, Hint)) -> Self {
        Self { name, hint }
    }
}

/// A number that counts the elements of a list.
pub trait Count: Scalar + Shaped + Into<u64> + TryFrom<usize> {}

impl<T: Scalar + Shaped + Into<u64> + TryFrom<usize>> Count for T {}

/// Bytes that are preserved as stored: a `Vec`, a `Box` or an `Arc`.
pub trait Blob: std::ops::Deref<Target = [u8]> + for<'b> From<&'b [u8]> {}

impl<T: std::ops::Deref<Target = [u8]> + for<'b> From<&'b [u8]>> Blob for T {}

/// A block whose fields are not consecutive, such as the targets of offsets.
pub trait ManualLayout {
    /// Reads it, up to the cursor's limit.
    ///
    /// # Errors
    /// When nothing of it can be used.
    fn read<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>) -> Result<()>;

    /// Writes it.
    fn write(&self, out: &mut Writer);
}

/// Processes a layout step by step. Each step passes a field: reading sets its value from the bytes, and
/// writing appends it to them. The default of a step is that of a pass which visits existing values.
///
/// # Errors
/// See [`Layout::pass`] for all steps.
pub trait Pass: Sized {
    /// `true` if values come from bytes; when writing, the values determine the bytes.
    fn is_reading(&self) -> bool;

    /// Byte order.
    fn endian(&self) -> Endian;

    /// Offset of the next byte; 0 in a pass without bytes.
    fn pos(&self) -> u64 {
        0
    }

    /// The available bytes ahead; empty when writing.
    fn ahead(&self) -> &[u8] {
        &[]
    }

    /// Number of bytes ahead; 0 when writing.
    fn remaining(&self) -> u64 {
        0
    }

    /// The next value without advancing; `None` at the end and when writing.
    fn peek<T: Scalar>(&self) -> Option<T> {
        T::take(&mut self.ahead(), self.endian())
    }

    /// A scalar, an array of scalars, or a record.
    fn value<T: Shaped>(&mut self, named: impl Into<Named>, value: &mut T) -> Result<()>;

    /// The count of a list: `len` when writing, the stored one when reading.
    fn count<N: Count>(&mut self, _name: &'static str, len: usize) -> Result<usize> {
        Ok(len)
    }

    /// `count` consecutive values of equal size. If there are too few, the existing ones are kept.
    fn run<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        count: usize,
    ) -> Result<()>;

    /// `len` bytes that are preserved as stored and named as consecutive values, such as the colours of a
    /// palette; bytes that are left over are named `rest_name`. If there are too few, the existing ones
    /// are kept.
    fn packed<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        _rest_name: &'static str,
        bytes: &mut Vec<u8>,
        len: usize,
    ) -> Result<()> {
        self.bytes(named.into().name, bytes, len)
    }

    /// `count` consecutive elements of varying size. If there are too few, the existing ones are kept.
    fn items<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        count: usize,
        context: C,
    ) -> Result<()>;

    /// Passes elements while `more` returns `true` for those read so far and the bytes ahead; when
    /// writing, all elements. The part of an incomplete element that was read is kept.
    fn items_while<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        _more: impl Fn(&[T], &[u8]) -> bool,
        context: C,
    ) -> Result<()> {
        let count = list.len();
        self.items(name, list, count, context)
    }

    /// Up to `most` elements, whose fields are named on demand. The list ends at the end of the bytes, at
    /// an element that takes no bytes, or at one that cannot be read, which becomes a problem.
    fn items_up_to<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        _most: usize,
        context: C,
    ) -> Result<()> {
        let count = list.len();
        self.items(name, list, count, context)
    }

    /// Values up to one that is equal to `end`, which is a separate field and not in the list.
    fn until<T: Shaped + Scalar + PartialEq>(
        &mut self,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        (end_name, mut end): (&'static str, T),
    ) -> Result<()> {
        let count = list.len();
        self.run(named, list, count)?;
        self.value(end_name, &mut end)
    }

    /// A group of fields.
    fn group<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        value: &mut T,
        context: C,
    ) -> Result<()>;

    /// `len` raw bytes; no field if there are none. If there are too few, the existing ones are kept.
    fn bytes<B: Blob>(&mut self, name: &'static str, bytes: &mut B, len: usize) -> Result<()>;

    /// A block with its length in a `u32` in front: `part` cannot access bytes after its end, and bytes
    /// that it leaves are skipped.
    fn sized(
        &mut self,
        _name: &'static str,
        part: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        part(self)
    }

    /// A block with separate code for reading and writing.
    fn manual<T: ManualLayout>(&mut self, _part: &mut T) -> Result<()> {
        Ok(())
    }

    /// When reading, continues after an error: it becomes a problem, and missing data is lost for
    /// writing. When writing, returns the error.
    fn lose(&mut self, error: ReadError) -> Result<()> {
        Err(error)
    }

    /// A text of a fixed length, preserved with its padding.
    fn text(&mut self, name: &'static str, text: &mut Vec<u8>, len: usize) -> Result<()> {
        self.bytes(name, text, len)
    }

    /// A text that ends with a NUL, which is not part of the value.
    fn c_text(&mut self, name: &'static str, text: &mut Vec<u8>) -> Result<()> {
        let len = text.len();
        self.bytes(name, text, len)?;
        self.value("end", &mut 0u8)
    }

    /// `len` bytes of padding; stored only if not all zeros.
    fn padding(&mut self, fill: &mut Vec<u8>, len: usize) -> Result<()> {
        self.bytes("padding", fill, len)
    }

    /// All remaining bytes; no field if there are none.
    fn rest(&mut self, name: &'static str, bytes: &mut Vec<u8>) -> Result<()> {
        let len = bytes.len();
        self.bytes(name, bytes, len)
    }

    /// Reports a problem of a `field` (a path below the innermost group) at `(offset, len)`; does nothing
    /// when writing.
    fn tell(
        &mut self,
        _severity: Severity,
        _span: (u64, u64),
        _field: &str,
        _message: std::fmt::Arguments<'_>,
    ) {
    }

    /// Describes the field that was just passed; only called with a recorder.
    fn explain(&mut self, _words: impl FnOnce() -> String) {}

    /// An error of a field of the innermost group, for `return Err(..)`.
    fn fail(&self, field: &str, message: std::fmt::Arguments<'_>) -> ReadError {
        error_of(field.to_owned(), message)
    }

    /// Like [`Pass::fail`], for these bytes: `(offset, len)`.
    fn fail_at(
        &self,
        (start, len): (u64, u64),
        field: &str,
        message: std::fmt::Arguments<'_>,
    ) -> ReadError {
        let mut error = self.fail(field, message);
        (error.0.span.start, error.0.span.len) = (start, len);
        error
    }

    /// `len` bytes of padding that are preserved even if they are zeros: white space between words.
    fn filler(&mut self, fill: &mut Vec<u8>, len: usize) -> Result<()> {
        if self.is_reading() {
            let stored = self.ahead();
            *fill = stored.get(..len).unwrap_or(stored).to_vec();
        }
        self.padding(&mut fill.clone(), len)
    }

    /// Unexpected bytes up to the end; `last` names the element after which they are.
    fn leftover(&mut self, last: &str, bytes: &mut Vec<u8>) -> Result<()> {
        let left = usize::try_from(self.remaining()).unwrap_or(usize::MAX);
        let len = if self.is_reading() { left } else { bytes.len() };
        if self.is_reading() && len > 0 {
            let message = format_args!("{len} bytes after {last}");
            self.tell(Severity::Note, (self.pos(), len as u64), "padding", message);
        }
        self.filler(bytes, len)
    }

    /// Padding up to the next offset that is a multiple of `to`.
    fn align(&mut self, to: usize, fill: &mut Vec<u8>) -> Result<()> {
        let len = self.pos().next_multiple_of(to.max(1) as u64) - self.pos();
        self.padding(fill, usize::try_from(len).unwrap_or(usize::MAX))
    }

    /// Passes as many values as the remaining bytes hold.
    fn run_to_end<T: Shaped>(&mut self, named: impl Into<Named>, list: &mut Vec<T>) -> Result<()> {
        let there = self.remaining() / T::SIZE.max(1) as u64;
        let there = usize::try_from(there).unwrap_or(usize::MAX);
        let count = if self.is_reading() { there } else { list.len() };
        self.run(named, list, count)
    }

    /// Maximum number of elements of at least `min_size` bytes that can follow, at most `count`; reports
    /// a problem of `field` if there are fewer.
    fn bounded(&mut self, field: &str, count: usize, min_size: u64) -> usize {
        let (there, missing) = self.fitting(field, count, min_size);
        if let Some(error) = missing {
            let span = (error.0.span.start, error.0.span.len);
            self.tell(Severity::Error, span, field, format_args!("{}", error.0.message));
        }
        there
    }

    /// Like [`Pass::bounded`]; missing elements are [lost](Pass::lose).
    fn bounded_or_lost(&mut self, field: &str, count: usize, min_size: u64) -> Result<usize> {
        let (there, missing) = self.fitting(field, count, min_size);
        missing.map_or(Ok(()), |error| self.lose(error))?;
        Ok(there)
    }

    /// Number of elements that can follow, at most `count`, and an error if there are fewer.
    fn fitting(&self, field: &str, count: usize, min_size: u64) -> (usize, Option<ReadError>) {
        let left = self.remaining();
        let most = usize::try_from(left / min_size.max(1)).unwrap_or(usize::MAX);
        if !self.is_reading() || count <= most {
            return (count, None);
        }
        let message = format_args!(
            "expected {count} elements of at least {min_size} bytes; {left} bytes are left"
        );
        (most, Some(self.fail_at((self.pos(), left), field, message)))
    }

    /// Passes as many of `count` elements as the bytes allow; reports a problem of `field` if there are fewer,
    /// and the missing ones are lost.
    fn counted_list<T: Layout<C>, C: Context>(
        &mut self,
        field: &str,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        count: usize,
        context: C,
    ) -> Result<()> {
        let there = self.bounded_or_lost(field, count, T::MIN_SIZE)?;
        T::list(list, named.into(), there, self, context)
    }

    /// A text of a fixed length, preserved with its padding in an array.
    fn chars<const N: usize>(&mut self, name: &'static str, text: &mut [u8; N]) -> Result<()> {
        let mut bytes = text.to_vec();
        self.text(name, &mut bytes, N)?;
        if bytes.len() < N {
            bytes.resize(N, 0);
        }
        let too_long = |bytes: Vec<u8>| {
            self.fail(name, format_args!("expected at most {N} bytes, found {}", bytes.len()))
        };
        *text = bytes.try_into().map_err(too_long)?;
        Ok(())
    }

    /// A count and that many elements; returns the stored count.
    fn counted<N: Count, T: Layout>(
        &mut self,
        count_name: &'static str,
        named: impl Into<Named>,
        list: &mut Vec<T>,
    ) -> Result<usize> {
        self.counted_in::<N, T, ()>(count_name, named, list, ())
    }

    /// Like [`Pass::counted`], for elements with a context.
    fn counted_in<N: Count, T: Layout<C>, C: Context>(
        &mut self,
        count_name: &'static str,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        context: C,
    ) -> Result<usize> {
        let count = self.count::<N>(count_name, list.len())?;
        T::list(list, named.into(), count, self, context)?;
        Ok(count)
    }

    /// An optional field: when reading it exists if `is_stored`, when writing if it is `Some`.
    fn optional<T: Layout<C>, C: Context>(
        &mut self,
        named: impl Into<Named>,
        is_stored: bool,
        value: &mut Option<T>,
        context: C,
    ) -> Result<()> {
        if self.is_reading() {
            *value = is_stored.then(T::default);
        }
        match value {
            Some(value) => value.field(named.into(), self, context),
            None => Ok(()),
        }
    }
}

/// An error of a field that has no bytes yet.
fn error_of(field: String, message: std::fmt::Arguments<'_>) -> ReadError {
    let message = message.to_string();
    let (severity, span) = (Severity::Error, Span::default());
    ReadError::from(Problem::new(severity, span, field, message))
}

/// Declares regular layouts: the structs, and the pass that reads, names and writes them.
///
/// A field is a scalar, an array of scalars, a record or another layout; `Vec<T> [u32 "name"]` is a list
/// with its count, called `name`, in front; `Vec<T> [until 0 "name"]` ends before a field with the value
/// 0; `[u8; 4] [text]` is a text, `Vec<u8> [c_text]` one that ends with a NUL; `Vec<u8> [align 4]` is
/// padding; `Vec<u8> [..]` is all remaining bytes. A hint may follow any of them, and a description of
/// the whole may follow the struct. A layout that depends on a context names its type: `struct Name in
/// Version { .. }`.
///
/// ```
/// use gouraud::bytes::{Hint, Source, layout};
/// gouraud::layout! {
///     /// Positions, and which of them are corners.
///     pub struct Outline {
///         pub closed: u8,
///         pub points: Vec<[f32; 2]> [u32 "point_count"],
///         pub corners: Vec<u16> [u16 "corner_count"] => Hint::Index("points"),
///     } => |outline: &Outline| format!("{} points", outline.points.len())
/// }
/// let outline = Outline { closed: 1, points: vec![[0.5, 2.0]], corners: vec![0, 0] };
/// let bytes = layout::write(&outline, Default::default(), ()).unwrap();
/// assert_eq!(bytes.len(), 1 + 4 + 8 + 2 + 4);
/// ```
#[macro_export]
macro_rules! layout {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident $(in $context:ty)? {
        $($(#[$fmeta:meta])* $fvis:vis $field:ident : $ty:ty $([$($how:tt)+])? $(=> $hint:expr)?),*
        $(,)?
    } $(=> $summary:expr)?)*) => {$(
        $(#[$meta])*
        #[allow(missing_docs, reason = "fields are documented in docs/formats")]
        #[derive(Clone, Debug, Default, PartialEq)]
        $vis struct $name { $($(#[$fmeta])* $fvis $field: $ty),* }

        $crate::layout! {
            @context [$($context)?] $name [
                $($field : $ty, [$($($how)+)?] [$($hint)?];)*
            ] [$($summary)?]
        }
    )*};
    (@context [] $name:ident $fields:tt $summary:tt) => {
        impl<C: $crate::bytes::layout::Context> $crate::bytes::layout::Layout<C> for $name {
            $crate::layout! { @items C, $name $fields $summary }
        }
    };
    (@context [$context:ty] $name:ident $fields:tt $summary:tt) => {
        impl $crate::bytes::layout::Layout<$context> for $name {
            $crate::layout! { @items $context, $name $fields $summary }
        }
    };
    (@items $c:ty, $name:ident [
        $($field:ident : $ty:ty, [$($how:tt)*] [$($hint:expr)?];)*
    ] [$($summary:expr)?]) => {
        const TYPE: &'static str = stringify!($name);
        const MIN_SIZE: u64 = 0 $(+ $crate::layout!(@min $c, $ty, $($how)*))*;
        const FIELDS: &'static [(&'static str, u64)] =
            &[$((stringify!($field), $crate::layout!(@min $c, $ty, $($how)*))),*];

        fn pass<P: $crate::bytes::layout::Pass>(
            &mut self,
            pass: &mut P,
            context: $c,
        ) -> $crate::bytes::Result<()> {
            // The context is unused if all fields take the rest.
            let _ = context;
            $($crate::layout!(
                @take self.$field, pass, context,
                $crate::bytes::layout::Named {
                    name: stringify!($field),
                    hint: $crate::record!(@hint $($hint)?),
                },
                $($how)*
            );)*
            Ok(())
        }

        $(fn summary(&self) -> String {
            let words: fn(&Self) -> String = $summary;
            words(self)
        })?
    };
    (@min $c:ty, $ty:ty,) => { <$ty as $crate::bytes::layout::Layout<$c>>::MIN_SIZE };
    (@min $c:ty, $ty:ty, ..) => { 0 };
    (@min $c:ty, $ty:ty, text) => { size_of::<$ty>() as u64 };
    (@min $c:ty, $ty:ty, c_text) => { 1 };
    (@min $c:ty, $ty:ty, align $to:literal) => { 0 };
    (@min $c:ty, $ty:ty, until $end:literal $name:literal) => { 0 };
    (@min $c:ty, $ty:ty, $count:ident $name:literal) => { size_of::<$count>() as u64 };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr,) => {
        $crate::bytes::layout::Layout::field(&mut $value, $named, $pass, $context)?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, ..) => {
        $crate::bytes::layout::Pass::rest($pass, $named.name, &mut $value)?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, text) => {
        $crate::bytes::layout::Pass::chars($pass, $named.name, &mut $value)?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, c_text) => {
        $crate::bytes::layout::Pass::c_text($pass, $named.name, &mut $value)?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, align $to:literal) => {
        $crate::bytes::layout::Pass::align($pass, $to, &mut $value)?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, until $end:literal $name:literal)
    => {
        $crate::bytes::layout::Pass::until($pass, $named, &mut $value, ($name, $end))?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, $count:ident $name:literal) => {
        $crate::bytes::layout::Pass::counted_in::<$count, _, _>(
            $pass, $name, $named, &mut $value, $context,
        )?
    };
}
