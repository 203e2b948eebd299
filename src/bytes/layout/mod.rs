//! One description of a layout: it reads, names, writes and measures.
//!
//! A [`Layout`] lists its fields once, in file order, by asking a [`Pass`] to take the next one.
//! What the pass then does is its own affair: [`Reading`] reads the field and names it in the
//! tree, [`Writing`] writes it with its counts computed anew, [`Skimming`] only steps over it, so
//! that a probe learns how far a layout holds. Where nobody looks, reading compiles to plain
//! reads, and elements of a list are named one by one only when somebody does.
//!
//! A regular layout is declared with [`layout!`](crate::layout). An irregular one (a part that is
//! there for some versions, counts that stand together in front, a footer that must be guessed)
//! implements [`Layout::pass`] by hand: it is plain Rust, and still says everything once.

mod read;
mod relist;
mod skim;
mod text;
mod write;

pub use read::{Reading, read};
pub use relist::{Relist, relist};
pub use skim::{Extent, Skimming};
pub use text::Text;
pub use write::{Writing, write};

use super::record::place;
use super::{Cursor, Endian, Hint, ReadError, Recorder, Result, Scalar, Severity, Shaped, Writer};

/// What a layout depends on besides its own bytes: a version, a platform; `()` for nothing.
pub trait Context: Copy + Send + Sync + 'static {}

impl<T: Copy + Send + Sync + 'static> Context for T {}

/// A value that knows how it is stored. Everything [`Shaped`] is one.
pub trait Layout<C: Context = ()>: Default + Send + Sync + 'static {
    /// Type shown in the tree.
    const TYPE: &'static str;
    /// The fewest bytes it takes; a promise of more elements than fit is known by it.
    const MIN_SIZE: u64;

    /// Takes its fields, in file order.
    ///
    /// # Errors
    /// While reading: where the bytes end before a field does, or break a rule that leaves nothing
    /// to go on with. While writing: where the value cannot be stored, such as a list that is
    /// longer than its count can say.
    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()>;

    /// The names of its fields, each with the fewest bytes it takes, where they are declared.
    const FIELDS: &'static [(&'static str, u64)] = &[];

    /// Where a field is and how long it is, where those before it are of a fixed length; all of it
    /// where it has no such field.
    fn place(field: &str) -> (u64, u64) {
        place(Self::FIELDS.iter().copied(), field)
    }

    /// Type shown in the tree for the element that is about to be read, where elements differ.
    fn type_ahead<P: Pass>(_pass: &P) -> &'static str {
        Self::TYPE
    }

    /// What it is, in words; empty where its fields say all.
    fn summary(&self) -> String {
        String::new()
    }

    /// Takes it as the field `name`.
    ///
    /// # Errors
    /// As [`Layout::pass`].
    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, context: C) -> Result<()> {
        pass.group(named.name, self, context)
    }

    /// Takes `count` of it in a row as the field `name`.
    ///
    /// # Errors
    /// As [`Layout::pass`].
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

/// Offset and length of a field of a `T` that starts at `start`, where what stands before the field
/// is of a fixed length; of all of it where it has no such field.
pub fn field_span<T: Layout>(start: u64, field: &str) -> (u64, u64) {
    element_span::<T>(start, 0, field)
}

/// Like [`field_span`], of element `index` of a list that starts at `start`, whose elements are of a
/// fixed length.
pub fn element_span<T: Layout>(start: u64, index: usize, field: &str) -> (u64, u64) {
    let (at, len) = T::place(field);
    let element = T::MIN_SIZE.saturating_mul(index as u64);
    (start.saturating_add(element).saturating_add(at), len)
}

/// The name of a field, and how its numbers are to be understood.
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

/// Bytes that are kept as they are stored: a `Vec`, a `Box` or an `Arc` of them.
pub trait Blob: std::ops::Deref<Target = [u8]> + for<'b> From<&'b [u8]> {}

impl<T: std::ops::Deref<Target = [u8]> + for<'b> From<&'b [u8]>> Blob for T {}

/// A part whose fields do not simply follow one another, such as what offsets lead to.
pub trait ByHand {
    /// Reads it, up to the cursor's limit.
    ///
    /// # Errors
    /// Where what was read of it is not worth keeping.
    fn read<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>) -> Result<()>;

    /// Writes it.
    fn write(&self, out: &mut Writer);
}

/// One step at a time over a layout. Each step names a field and takes its value: from the bytes
/// while reading, to them while writing.
///
/// # Errors
/// Every step fails where [`Layout::pass`] says so.
pub trait Pass: Sized {
    /// Whether values come from bytes. While writing it is they that decide.
    fn is_reading(&self) -> bool;

    /// Byte order.
    fn endian(&self) -> Endian;

    /// Offset of the next byte.
    fn pos(&self) -> u64;

    /// The bytes to come, as many as are at hand; none while writing.
    fn ahead(&self) -> &[u8];

    /// How many bytes are to come; 0 while writing.
    fn remaining(&self) -> u64;

    /// The next value, which stays to be taken; `None` at the end and while writing.
    fn peek<T: Scalar>(&self) -> Option<T> {
        T::take(&mut self.ahead(), self.endian())
    }

    /// A scalar, an array of scalars, or a record.
    fn value<T: Shaped>(&mut self, named: impl Into<Named>, value: &mut T) -> Result<()>;

    /// The count of a list: `len` while writing, what is stored while reading.
    fn count<N: Count>(&mut self, name: &'static str, len: usize) -> Result<usize>;

    /// `count` values of equal size in a row. Reading too few of them keeps those that are there.
    fn run<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        count: usize,
    ) -> Result<()>;

    /// `len` bytes that are kept as stored and named as values of one kind in a row, such as the
    /// colours of a palette; what is left over for a last one is `rest_name`. Reading too few keeps
    /// those that are there.
    fn packed<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        rest_name: &'static str,
        bytes: &mut Vec<u8>,
        len: usize,
    ) -> Result<()>;

    /// `count` elements of varying size in a row. Reading too few keeps those that are there.
    fn items<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        count: usize,
        context: C,
    ) -> Result<()>;

    /// Elements for as long as `more` says so of those read and of the bytes to come; while writing,
    /// all that are there. An element that breaks off is kept as far as it was read.
    fn items_while<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        more: impl Fn(&[T], &[u8]) -> bool,
        context: C,
    ) -> Result<()>;

    /// Up to `most` elements, named one by one only when somebody looks. The end of the bytes and an
    /// element that takes nothing end the list; so does one that cannot be read, which becomes a
    /// problem.
    fn items_up_to<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        most: usize,
        context: C,
    ) -> Result<()>;

    /// Values up to one that is equal to `end`, which is a field of its own and not in the list.
    fn until<T: Shaped + Scalar + PartialEq>(
        &mut self,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        end: (&'static str, T),
    ) -> Result<()>;

    /// A group of fields.
    fn group<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        value: &mut T,
        context: C,
    ) -> Result<()>;

    /// `len` raw bytes; no field where there are none. Reading too few keeps those that are there.
    fn bytes<B: Blob>(&mut self, name: &'static str, bytes: &mut B, len: usize) -> Result<()>;

    /// What `part` takes, behind its length in a `u32`: nothing behind its end is in reach, and what
    /// it leaves there is passed over.
    fn sized(
        &mut self,
        name: &'static str,
        part: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()>;

    /// A part that has its own way of being read and written.
    fn by_hand<T: ByHand>(&mut self, part: &mut T) -> Result<()>;

    /// Goes on behind an error while reading: it becomes a problem, and what could not be read is
    /// lost for writing. Else it is the error.
    fn lose(&mut self, error: ReadError) -> Result<()> {
        Err(error)
    }

    /// A text of a fixed length, kept with its padding.
    fn text(&mut self, name: &'static str, text: &mut Vec<u8>, len: usize) -> Result<()>;

    /// A text that a NUL ends; it is kept without.
    fn c_text(&mut self, name: &'static str, text: &mut Vec<u8>) -> Result<()>;

    /// `len` bytes that only fill up; what differs from zeros is kept.
    fn padding(&mut self, fill: &mut Vec<u8>, len: usize) -> Result<()>;

    /// Everything up to the end; no field where there is nothing.
    fn rest(&mut self, name: &'static str, bytes: &mut Vec<u8>) -> Result<()>;

    /// Tells of a `field` (a path below the innermost group) that is at `(offset, len)`; says
    /// nothing while writing.
    fn tell(
        &mut self,
        severity: Severity,
        span: (u64, u64),
        field: &str,
        message: std::fmt::Arguments<'_>,
    );

    /// Says in words what the field just taken means here, where somebody looks.
    fn explain(&mut self, _words: impl FnOnce() -> String) {}

    /// An error about a field of the innermost group, for `return Err(..)`.
    fn fail(&self, field: &str, message: std::fmt::Arguments<'_>) -> ReadError;

    /// Like [`Pass::fail`], about these bytes: `(offset, len)`.
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

    /// `len` bytes that only fill up and are kept as stored, zeros too: white space between words.
    fn filler(&mut self, fill: &mut Vec<u8>, len: usize) -> Result<()> {
        if self.is_reading() {
            let stored = self.ahead();
            *fill = stored.get(..len).unwrap_or(stored).to_vec();
        }
        self.padding(&mut fill.clone(), len)
    }

    /// What is left up to the end, where nothing should be; `last` is what should be the last.
    fn leftover(&mut self, last: &str, bytes: &mut Vec<u8>) -> Result<()> {
        let left = usize::try_from(self.remaining()).unwrap_or(usize::MAX);
        let len = if self.is_reading() { left } else { bytes.len() };
        if self.is_reading() && len > 0 {
            let message = format_args!("{len} bytes stand behind {last}");
            self.tell(Severity::Note, (self.pos(), len as u64), "padding", message);
        }
        self.filler(bytes, len)
    }

    /// Padding up to the next offset that is a multiple of `to`.
    fn align(&mut self, to: usize, fill: &mut Vec<u8>) -> Result<()> {
        let len = self.pos().next_multiple_of(to.max(1) as u64) - self.pos();
        self.padding(fill, usize::try_from(len).unwrap_or(usize::MAX))
    }

    /// As many values as the bytes to come hold.
    fn run_to_end<T: Shaped>(&mut self, named: impl Into<Named>, list: &mut Vec<T>) -> Result<()> {
        let there = self.remaining() / T::SIZE.max(1) as u64;
        let there = usize::try_from(there).unwrap_or(usize::MAX);
        let count = if self.is_reading() { there } else { list.len() };
        self.run(named, list, count)
    }

    /// How many of `count` elements of at least `min_size` bytes can follow; tells of the `field`
    /// that promises more.
    fn bounded(&mut self, field: &str, count: usize, min_size: u64) -> usize {
        let (there, missing) = self.fitting(field, count, min_size);
        if let Some(error) = missing {
            let span = (error.0.span.start, error.0.span.len);
            self.tell(Severity::Error, span, field, format_args!("{}", error.0.message));
        }
        there
    }

    /// Like [`Pass::bounded`]; what is missing is [lost](Pass::lose).
    fn promised(&mut self, field: &str, count: usize, min_size: u64) -> Result<usize> {
        let (there, missing) = self.fitting(field, count, min_size);
        missing.map_or(Ok(()), |error| self.lose(error))?;
        Ok(there)
    }

    /// How many of `count` elements can follow, and what is wrong where that is not all of them.
    fn fitting(&self, field: &str, count: usize, min_size: u64) -> (usize, Option<ReadError>) {
        let left = self.remaining();
        let most = usize::try_from(left / min_size.max(1)).unwrap_or(usize::MAX);
        if !self.is_reading() || count <= most {
            return (count, None);
        }
        let message = format_args!(
            "{count} elements of at least {min_size} bytes cannot follow, only {left} bytes are \
             left"
        );
        (most, Some(self.fail_at((self.pos(), left), field, message)))
    }

    /// As many of `count` elements as there are bytes for; the `field` that promises more is told
    /// of it, and the others are lost.
    fn promised_list<T: Layout<C>, C: Context>(
        &mut self,
        field: &str,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        count: usize,
        context: C,
    ) -> Result<()> {
        let there = self.promised(field, count, T::MIN_SIZE)?;
        T::list(list, named.into(), there, self, context)
    }

    /// A text of a fixed length, kept with its padding in an array.
    fn chars<const N: usize>(&mut self, name: &'static str, text: &mut [u8; N]) -> Result<()> {
        let mut bytes = text.to_vec();
        self.text(name, &mut bytes, N)?;
        if bytes.len() < N {
            bytes.resize(N, 0);
        }
        let too_long = |_| self.fail(name, format_args!("there is room for {N} bytes"));
        *text = bytes.try_into().map_err(too_long)?;
        Ok(())
    }

    /// A count and as many elements; returns how many are stored.
    fn counted<N: Count, T: Layout>(
        &mut self,
        count_name: &'static str,
        named: impl Into<Named>,
        list: &mut Vec<T>,
    ) -> Result<usize> {
        self.counted_in::<N, T, ()>(count_name, named, list, ())
    }

    /// Like [`Pass::counted`], for elements that depend on something.
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

    /// A part that is there where `is_stored` says so while reading, and where it is `Some` while
    /// writing.
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

/// Declares regular layouts once: the structs, and the pass that reads, names and writes them.
///
/// A field is a scalar, an array of scalars, a record or another layout; `Vec<T> [u32 "name"]` is
/// a list with its count, called `name`, in front; `Vec<T> [until 0 "name"]` goes on up to a field
/// that is 0; `[u8; 4] [text]` is a text, `Vec<u8> [c_text]` one that a NUL ends;
/// `Vec<u8> [align 4]` is fill; `Vec<u8> [..]` is everything that follows. A hint may stand behind
/// any of them, and words for the whole behind the struct. A layout with a field that depends on
/// something names what: `struct Name in Version { .. }`.
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
            // Fields that are all of the rest do not ask for it.
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
