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

mod declare;
mod edit_list;
mod measure;
mod pass;
mod read;
mod sketch;
mod sketching;
mod text;
mod write;

pub use edit_list::{ListEdit, relist};
pub use measure::{Extent, Measuring};
pub use pass::Pass;
pub use read::{Reading, read};
pub use sketch::{Amount, Sketch, SketchField, SketchKind, SketchType};
pub use text::Text;
pub use write::{Writing, write};

use super::record::place;
use super::{Cursor, Hint, Recorder, Result, Scalar, Shaped, Writer};

/// Additional input of a layout: a version, a platform; `()` for nothing.
pub trait Context: Copy + Send + Sync + 'static {}

impl<T: Copy + Send + Sync + 'static> Context for T {}

/// A value with a stored layout. Every [`Shaped`] type has one.
pub trait Layout<C: Context = ()>: Default + Send + Sync + 'static {
    /// Type shown in the tree.
    const TYPE: &'static str;
    /// Minimum size in bytes, which limits the number of elements in a list.
    const MIN_SIZE: u64;

    /// Processes the fields of the value, in file order.
    ///
    /// # Errors
    /// When reading: if the bytes end before a field does, or violate a rule so that reading cannot
    /// continue. When writing: if the value cannot be stored, such as a list that is too long for its
    /// count.
    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()>;

    /// The names of its fields with their minimum sizes, if it is declared.
    const FIELDS: &'static [(&'static str, u64)] = &[];

    /// Documentation of the fields, if any is declared.
    const DOCS: &'static [(&'static str, &'static str)] = &[];

    /// `true` if its fields follow from nothing but stored counts, sizes and [conditions](Pass::when), so
    /// that a [`Sketch`] describes it completely.
    const IS_FIXED: bool = false;

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

    /// Processes the value as the field `name`.
    ///
    /// # Errors
    /// See [`Layout::pass`].
    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, context: C) -> Result<()> {
        pass.group(named.name, self, context)
    }

    /// Processes `count` consecutive values as the field `name`.
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
    const IS_FIXED: bool = true;

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
    /// Reads the block, up to the cursor's limit.
    ///
    /// # Errors
    /// When nothing of it can be used.
    fn read<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>) -> Result<()>;

    /// Writes it.
    fn write(&self, out: &mut Writer);
}
