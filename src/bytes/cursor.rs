//! The reading cursor. One call names a field, reads it, and (with a recorder) records it.

mod bits;
mod groups;
mod problems;
mod runs;

use std::cell::Cell;

pub(in crate::bytes) use runs::ShapeElement;
pub use runs::{Element, RecordReader, RunOf};

use super::node::{Name, NodeKind};
use super::{
    Endian, Hint, NoRecorder, Origin, Problem, Problems, ReadError, Record, Recorder, Result,
    Scalar, Severity, Shaped, Source, SourceId, Span,
};

/// Limits for all formats.
pub mod limits {
    /// Maximum nesting of groups, which stops cycles of pointers.
    pub const MAX_DEPTH: usize = 64;
}

/// Initial search distance for the end of a text.
const NAME_LENGTH: usize = 256;

/// A position in the bytes of one source, with the field path that led there.
pub struct Cursor<'a, R: Recorder = NoRecorder> {
    source: &'a Source,
    /// Bytes of the source that are in memory, with the offset of the first one: all of them, or the last
    /// page that was read.
    page: Cell<(usize, &'a [u8])>,
    len: usize,
    pos: usize,
    /// Offset at which reads end: the end of the source unless narrowed.
    limit: usize,
    endian: Endian,
    path: Vec<Name>,
    problems: Problems,
    recorder: R,
}

impl<'a, R: Recorder> Cursor<'a, R> {
    /// A cursor at the start of `source`.
    pub fn new(source: &'a Source, endian: Endian, recorder: R) -> Self {
        let len = usize::try_from(source.len()).unwrap_or(usize::MAX);
        Self {
            source,
            page: Cell::new((0, source.in_memory().unwrap_or(&[]))),
            len,
            pos: 0,
            limit: len,
            endian,
            path: Vec::new(),
            problems: Problems::default(),
            recorder,
        }
    }

    /// `true` if a problem was found so far.
    pub fn has_problem(&self) -> bool {
        !self.problems.is_empty()
    }

    /// The recorder and the problems found.
    pub fn finish(self) -> (R, Problems) {
        (self.recorder, self.problems)
    }

    /// Offset of the next byte in the source.
    pub fn pos(&self) -> u64 {
        self.pos as u64
    }

    /// Offset at which reads end: the end of the source, or the end passed to [`Cursor::within`].
    pub fn limit(&self) -> u64 {
        self.limit as u64
    }

    /// Sets the end of reads, at most the end of the source.
    pub(in crate::bytes) fn narrow(&mut self, end: u64) {
        self.limit = usize::try_from(end).unwrap_or(usize::MAX).min(self.len);
    }

    /// Number of bytes up to the limit.
    pub fn remaining(&self) -> u64 {
        self.limit.saturating_sub(self.pos) as u64
    }

    /// Id of the source.
    pub fn source_id(&self) -> SourceId {
        self.source.id()
    }

    /// Name of the codec that unpacked the source, if any.
    pub fn unpacked_by(&self) -> Option<&'static str> {
        match self.source.origin() {
            Origin::Decoded { codec, .. } => Some(codec),
            _ => None,
        }
    }

    /// Length of the whole source.
    pub fn source_len(&self) -> u64 {
        self.len as u64
    }

    /// Byte order.
    pub fn endian(&self) -> Endian {
        self.endian
    }

    /// The next `n` bytes without advancing; fewer at the end.
    pub fn peek(&self, n: usize) -> &'a [u8] {
        let end = self.pos.saturating_add(n).min(self.limit);
        self.get_range(self.pos, end).unwrap_or(&[])
    }

    /// The bytes between two offsets, if they are within the source.
    #[inline]
    fn get_range(&self, start: usize, end: usize) -> Option<&'a [u8]> {
        let known = within(self.page.get(), start, end);
        known.or_else(|| self.read_range(start, end))
    }

    /// Reads the bytes between two offsets, which are not in the last page.
    #[cold]
    fn read_range(&self, start: usize, end: usize) -> Option<&'a [u8]> {
        if self.source.in_memory().is_some() {
            return None;
        }
        let page = self.source.page(start);
        self.page.set(page);
        let read = || self.source.window(start as u64, end as u64);
        Some(within(page, start, end).unwrap_or_else(read))
    }

    /// A scalar at `offset` from here, without advancing.
    pub fn peek_at<T: Scalar>(&self, offset: usize) -> Option<T> {
        let start = self.pos.checked_add(offset)?;
        let end = start.checked_add(T::REPR.size()).filter(|end| *end <= self.limit)?;
        let mut bytes = self.get_range(start, end)?;
        T::take(&mut bytes, self.endian)
    }

    /// Moves to `offset` without recording anything.
    ///
    /// # Errors
    /// When it is beyond the limit.
    pub fn seek(&mut self, offset: u64) -> Result<()> {
        match usize::try_from(offset) {
            Ok(pos) if pos <= self.limit => {
                self.pos = pos;
                Ok(())
            }
            _ => {
                let end = self.limit;
                let message = format_args!(
                    "the offset {offset:#x} is outside the data, which ends at {end:#x}"
                );
                Err(self.fail(message))
            }
        }
    }

    /// Runs `f` at `offset` with access to the whole source, and returns to this position afterwards.
    pub fn at<T>(&mut self, offset: u64, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.within(offset, self.source_len(), f)
    }

    /// Runs `f` at `start` without access to bytes after `end`, and returns to this position afterwards.
    pub fn within<T>(
        &mut self,
        start: u64,
        end: u64,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let back = (self.pos, self.limit);
        let end = end.min(self.source_len());
        if start > end {
            return Err(self.fail(format_args!(
                "the offset {start:#x} is outside the data, which ends at {end:#x}"
            )));
        }
        // Both fit: they are at most the length of a slice.
        (self.pos, self.limit) = (start as usize, end as usize);
        let result = f(self);
        (self.pos, self.limit) = back;
        result
    }

    #[inline]
    fn take_bytes(&mut self, name: &str, len: usize) -> Result<&'a [u8]> {
        let end = self.pos.checked_add(len).filter(|end| *end <= self.limit);
        match end.and_then(|end| self.get_range(self.pos, end)) {
            Some(bytes) => {
                self.pos += len;
                Ok(bytes)
            }
            None => Err(self.too_short(name, len as u64)),
        }
    }

    #[cold]
    pub(in crate::bytes) fn too_short(&self, name: &str, len: u64) -> ReadError {
        ReadError::from(Problem {
            severity: Severity::Error,
            span: Span::new(self.source_id(), self.pos(), len),
            available: Some(self.remaining()),
            field: self.field_path(name),
            message: format!(
                "{} ends before the end of this field",
                if self.limit == self.len { "the file" } else { "the enclosing block" }
            ),
            kind: None,
        })
    }

    /// Reads a scalar named `name`.
    #[inline]
    pub fn get<T: Scalar>(&mut self, name: &'static str) -> Result<T> {
        self.get_as(name, Hint::Dec)
    }

    /// Reads a scalar with a hint.
    #[inline]
    pub fn get_as<T: Scalar>(&mut self, name: &'static str, hint: Hint) -> Result<T> {
        let start = self.pos();
        let mut bytes = self.take_bytes(name, T::REPR.size())?;
        let value = T::take(&mut bytes, self.endian).unwrap_or_default();
        self.leaf(name.into(), start, NodeKind::Scalar { repr: T::REPR, hint });
        Ok(value)
    }

    /// Reads one fixed-size value: a record, or an array of scalars.
    #[inline]
    pub fn shaped<T: Shaped>(&mut self, name: &'static str, hint: Hint) -> Result<T> {
        let start = self.pos;
        let mut bytes = self.take_bytes(name, T::SIZE)?;
        let value = T::take(&mut bytes, self.endian).unwrap_or_default();
        if R::ON {
            let end = std::mem::replace(&mut self.pos, start);
            self.record_shape(name.into(), &T::SHAPE, hint)?;
            self.pos = end;
        }
        Ok(value)
    }

    /// Reads one record.
    pub fn record<T: Record>(&mut self, name: &'static str) -> Result<T> {
        self.shaped(name, Hint::Dec)
    }

    /// Reads `len` raw bytes (pixels, samples, packed data).
    pub fn bytes(&mut self, name: &'static str, len: usize) -> Result<&'a [u8]> {
        let start = self.pos();
        let bytes = self.take_bytes(name, len)?;
        self.leaf(name.into(), start, NodeKind::Bytes);
        Ok(bytes)
    }

    /// Reads the bytes up to `end` of the source; records nothing if there are none.
    pub fn bytes_if_any(&mut self, name: &'static str, end: u64) -> Result<&'a [u8]> {
        match usize::try_from(end.saturating_sub(self.pos())) {
            Ok(0) => Ok(&[]),
            Ok(len) => self.bytes(name, len),
            Err(_) => self.bytes(name, usize::MAX),
        }
    }

    /// Reads a text of fixed length, padded with NULs.
    pub fn text(&mut self, name: &'static str, len: usize) -> Result<&'a [u8]> {
        let bytes = self.whole_text(name, len)?;
        let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
        Ok(bytes.get(..end).unwrap_or(bytes))
    }

    /// Like [`Cursor::text`], including the bytes after its NUL. May return a
    /// [substitute](Source::substituted) for the stored text.
    pub(in crate::bytes) fn whole_text(
        &mut self,
        name: &'static str,
        len: usize,
    ) -> Result<&'a [u8]> {
        let start = self.pos;
        let stored = self.take_bytes(name, len)?;
        self.leaf(name.into(), start as u64, NodeKind::Text);
        Ok(self.source.substitute(start, stored).unwrap_or(stored))
    }

    /// Reads a text up to and including its NUL; returns it without the NUL.
    pub fn c_string(&mut self, name: &'static str) -> Result<&'a [u8]> {
        let mut reach = NAME_LENGTH;
        loop {
            let ahead = self.peek(reach);
            if let Some(end) = ahead.iter().position(|b| *b == 0) {
                return self.text(name, end + 1);
            } else if ahead.len() < reach {
                return Err(self.fail(format_args!("missing NUL at the end of {name}")));
            }
            reach = reach.saturating_mul(16);
        }
    }

    /// Records `len` bytes without reading them: the data of a member.
    pub fn skip(&mut self, name: &'static str, len: u64) -> Result<()> {
        let start = self.pos();
        let end = usize::try_from(len).ok().and_then(|len| self.pos.checked_add(len));
        match end.filter(|end| *end <= self.limit) {
            Some(end) => self.pos = end,
            None => return Err(self.too_short(name, len)),
        }
        self.leaf(name.into(), start, NodeKind::Bytes);
        Ok(())
    }

    /// Records alignment or unused bytes.
    pub fn padding(&mut self, len: usize) -> Result<&'a [u8]> {
        let start = self.pos();
        let bytes = self.take_bytes("padding", len)?;
        if len > 0 {
            self.leaf("padding".into(), start, NodeKind::Padding);
        }
        Ok(bytes)
    }

    /// Records unknown bytes up to `end` of the source: as padding if they are zeros, otherwise as `rest`.
    pub fn bytes_or_padding(&mut self, end: u64) -> Result<&'a [u8]> {
        let bytes = self.slice(self.pos(), end);
        if bytes.iter().all(|byte| *byte == 0) {
            self.padding(bytes.len())
        } else {
            self.bytes_if_any("rest", end)
        }
    }

    /// Records padding up to the next file offset that is a multiple of `align`.
    pub fn align(&mut self, align: usize) -> Result<&'a [u8]> {
        self.padding(self.pos.next_multiple_of(align.max(1)) - self.pos)
    }

    /// Bytes between two offsets of the source, without advancing; limited to the source.
    pub fn slice(&self, start: u64, end: u64) -> &'a [u8] {
        let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(self.len);
        self.get_range(at(start), at(end)).unwrap_or(&[])
    }
}

/// The bytes between two offsets, if they are within a page with the offset of its first byte.
#[inline]
fn within((first, page): (usize, &[u8]), start: usize, end: usize) -> Option<&[u8]> {
    page.get(start.checked_sub(first)?..end.checked_sub(first)?)
}
