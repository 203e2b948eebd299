//! Passes over a layout: the operations from which a layout is built.

use super::{Blob, Context, Count, Layout, ManualLayout, Named};
use crate::bytes::{Endian, Problem, ReadError, Result, Scalar, Severity, Shaped, Span};

/// Processes a layout step by step. Each step processes a field: reading sets its value from the
/// bytes, and writing appends it to them. The default implementation of each step is for passes
/// that visit existing values.
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

    /// Visits the type of a field before its content. Only a [`Sketch`](super::Sketch) needs it.
    fn visit<T: Layout<C>, C: Context>(&mut self) -> Result<()> {
        Ok(())
    }

    /// A field of any type.
    fn field<T: Layout<C>, C: Context>(
        &mut self,
        named: Named,
        value: &mut T,
        context: C,
    ) -> Result<()> {
        self.visit::<T, C>()?;
        value.field(named, self, context)
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

    /// Processes elements while `more` returns `true` for those read so far and the bytes ahead; when
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

    /// When reading, continues after an error: it becomes a problem, and the file can no longer be
    /// written from its records. When writing, returns the error.
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
    fn report(
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
            self.report(Severity::Note, (self.pos(), len as u64), "padding", message);
        }
        self.filler(bytes, len)
    }

    /// Padding up to the next offset that is a multiple of `to`.
    fn align(&mut self, to: usize, fill: &mut Vec<u8>) -> Result<()> {
        let len = self.pos().next_multiple_of(to.max(1) as u64) - self.pos();
        self.padding(fill, usize::try_from(len).unwrap_or(usize::MAX))
    }

    /// Processes as many values as the remaining bytes hold.
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
            self.report(Severity::Error, span, field, format_args!("{}", error.0.message));
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

    /// Processes as many of `count` elements as the bytes allow. If there are fewer, reports a problem
    /// of `field`; the missing elements are lost.
    fn counted_list<T: Layout<C>, C: Context>(
        &mut self,
        field: &str,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        count: usize,
        context: C,
    ) -> Result<()> {
        self.visit::<T, C>()?;
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
        self.visit::<T, C>()?;
        let count = self.count::<N>(count_name, list.len())?;
        T::list(list, named.into(), count, self, context)?;
        Ok(count)
    }

    /// Fields that exist if the number in `field`, which was passed before, has any bit of `mask`.
    fn when(
        &mut self,
        _field: &'static str,
        number: u64,
        mask: u64,
        part: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if number & mask != 0 { part(self) } else { Ok(()) }
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
pub(super) fn error_of(field: String, message: std::fmt::Arguments<'_>) -> ReadError {
    let message = message.to_string();
    let (severity, span) = (Severity::Error, Span::default());
    ReadError::from(Problem::new(severity, span, field, message))
}
