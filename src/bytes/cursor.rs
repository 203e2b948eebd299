//! The reading cursor. One call names a field, reads it, and (with a recorder) explains it.

mod bits;
mod problems;

use std::sync::Arc;

use super::record::ShapeElement;
use super::tree::{Name, NewNode, NodeKind, Run, Starts};
use super::{
    Endian, Hint, NoRecorder, Problem, Problems, ReadError, Record, Recorder, Result, Scalar,
    Severity, Shape, Shaped, Source, SourceId, Span, TreeRecorder,
};

/// Bounds that hold for every format.
pub mod limits {
    /// How deep groups may nest: a loop in a file's pointers ends here at the latest.
    pub const MAX_DEPTH: usize = 64;
}

/// Reads one element of a run of records of varying length, recording or not.
pub trait RecordReader: Send + Sync + 'static {
    type Out;
    /// Type name shown in the tree.
    const TYPE: &'static str;
    /// Reads the element at the cursor and leaves the cursor behind it.
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, index: usize) -> Result<Self::Out>;
}

/// Names the fields of one element of a run, when somebody looks.
pub trait Element: Send + Sync {
    fn type_name(&self) -> &'static str;
    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()>;
}

impl<T: RecordReader> Element for T {
    fn type_name(&self) -> &'static str {
        T::TYPE
    }
    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        cur.element(index, T::TYPE, |cur| self.read(cur, index).map(drop))
    }
}

/// What [`Cursor::run`] read: the elements, and where each one starts.
#[derive(Clone, Debug, Default)]
pub struct RunOf<T> {
    pub items: Vec<T>,
    /// Offset of the run in its source.
    pub start: u64,
    /// Start of each element, from the start of the run.
    pub starts: Arc<[u32]>,
    /// One past the last byte of the last element.
    pub end: u64,
}

/// A position in the bytes of one source, with the path of names that led there.
pub struct Cursor<'a, R: Recorder = NoRecorder> {
    data: &'a [u8],
    source: SourceId,
    pos: usize,
    /// Reads may not pass this; the end of the source unless narrowed.
    limit: usize,
    endian: Endian,
    path: Vec<Name>,
    problems: Problems,
    recorder: R,
}

impl<'a, R: Recorder> Cursor<'a, R> {
    /// A cursor at the start of `source`.
    pub fn new(source: &'a Source, endian: Endian, recorder: R) -> Self {
        let data = source.bytes();
        Self {
            data,
            source: source.id(),
            pos: 0,
            limit: data.len(),
            endian,
            path: Vec::new(),
            problems: Problems::default(),
            recorder,
        }
    }

    /// The recorder and the problems met.
    pub fn finish(self) -> (R, Problems) {
        (self.recorder, self.problems)
    }

    // --- place -------------------------------------------------------------------------------

    pub fn pos(&self) -> u64 {
        self.pos as u64
    }

    /// Where reads must stop: the source's end, or the end given to [`Cursor::within`].
    pub fn limit(&self) -> u64 {
        self.limit as u64
    }

    pub fn remaining(&self) -> u64 {
        self.limit.saturating_sub(self.pos) as u64
    }

    /// The source that is read.
    pub fn source_id(&self) -> SourceId {
        self.source
    }

    pub fn source_len(&self) -> u64 {
        self.data.len() as u64
    }

    pub fn endian(&self) -> Endian {
        self.endian
    }

    /// The next `n` bytes without reading them; fewer at the end.
    pub fn peek(&self, n: usize) -> &'a [u8] {
        let end = self.pos.saturating_add(n).min(self.limit);
        self.data.get(self.pos..end).unwrap_or(&[])
    }

    /// A scalar at `offset` from here, without reading it.
    pub fn peek_at<T: Scalar>(&self, offset: usize) -> Option<T> {
        let start = self.pos.checked_add(offset)?;
        let mut bytes = self.data.get(start..self.limit)?;
        T::take(&mut bytes, self.endian)
    }

    pub fn span_from(&self, start: u64) -> Span {
        Span::new(self.source, start, self.pos().saturating_sub(start))
    }

    /// Moves to `offset` without recording anything; past the limit is an error.
    pub fn seek(&mut self, offset: u64) -> Result<()> {
        match usize::try_from(offset) {
            Ok(pos) if pos <= self.limit => {
                self.pos = pos;
                Ok(())
            }
            _ => Err(self.fail(format_args!("the offset {offset:#x} is outside the data"))),
        }
    }

    /// Runs `f` at `offset`, with the whole source in reach, and comes back here after it.
    pub fn at<T>(&mut self, offset: u64, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.within(offset, self.source_len(), f)
    }

    /// Runs `f` at `start` with nothing after `end` in reach, and comes back here after it.
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

    // --- fields ------------------------------------------------------------------------------

    #[inline]
    fn take_bytes(&mut self, name: &str, len: usize) -> Result<&'a [u8]> {
        let end = self.pos.checked_add(len).filter(|end| *end <= self.limit);
        match end.and_then(|end| self.data.get(self.pos..end)) {
            Some(bytes) => {
                self.pos += len;
                Ok(bytes)
            }
            None => Err(self.too_short(name, len)),
        }
    }

    #[cold]
    fn too_short(&self, name: &str, len: usize) -> ReadError {
        ReadError::from(Problem {
            severity: Severity::Error,
            span: Span::new(self.source, self.pos(), len as u64),
            available: Some(self.remaining()),
            field: self.field_path(name),
            message: format!(
                "{} ends before this field does",
                if self.limit == self.data.len() { "the file" } else { "the enclosing part" }
            ),
        })
    }

    /// Reads a scalar named `name`.
    #[inline]
    pub fn get<T: Scalar>(&mut self, name: &'static str) -> Result<T> {
        self.get_as(name, Hint::Dec)
    }

    /// Reads a scalar and says how to understand it.
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

    /// Reads `count` values of equal size as one lazy run.
    pub fn records<T: Shaped>(&mut self, name: &'static str, count: usize) -> Result<Vec<T>> {
        self.records_as(name, count, Hint::Dec)
    }

    /// Like [`Cursor::records`], with a hint for runs of plain scalars.
    pub fn records_as<T: Shaped>(
        &mut self,
        name: &'static str,
        count: usize,
        hint: Hint,
    ) -> Result<Vec<T>> {
        let start = self.pos();
        let len = count.saturating_mul(T::SIZE);
        let mut bytes = self.take_bytes(name, len)?;
        let mut all = Vec::with_capacity(count);
        for _ in 0..count {
            all.push(T::take(&mut bytes, self.endian).unwrap_or_default());
        }
        self.even_run(name.into(), start, T::SHAPE, count, hint);
        Ok(all)
    }

    /// Reads up to `count` elements of varying length. An element that reads nothing ends the run.
    /// So does one that cannot be read, which becomes a problem; what was read before it stays.
    pub fn run<E: RecordReader>(
        &mut self,
        name: &'static str,
        count: usize,
        reader: E,
    ) -> RunOf<E::Out> {
        let start = self.pos;
        // A promise of many elements reserves no more than three times the bytes that are left: an
        // element in memory is about as much larger than it is stored.
        let left = self.limit.saturating_sub(start).saturating_mul(3);
        let reserve = count.min(left / size_of::<E::Out>().max(size_of::<u32>()));
        let (mut items, mut starts) = (Vec::with_capacity(reserve), Vec::with_capacity(reserve));
        let too_deep = self.check_depth().map_err(|error| self.keep(error)).is_err();
        let mut quick = self.quiet();
        quick.path.extend([name.into(), Name::element(0)]);
        for index in 0..if too_deep { 0 } else { count } {
            let here = quick.pos;
            if let Some(last) = quick.path.last_mut() {
                *last = Name::element(index);
            }
            let item = reader.read(&mut quick, index);
            match item {
                Ok(item) if quick.pos > here => items.push(item),
                Ok(_) => {
                    quick.pos = here;
                    break;
                }
                Err(error) => {
                    quick.pos = here;
                    quick.keep(error);
                    break;
                }
            }
            starts.push(u32::try_from(here - start).unwrap_or(u32::MAX));
        }
        quick.path.truncate(quick.path.len().saturating_sub(2));
        self.pos = quick.pos;
        (self.path, self.problems) = (quick.path, quick.problems);
        let starts: Arc<[u32]> = starts.into();
        if R::ON {
            let run = Run {
                count: starts.len(),
                starts: Starts::Table(starts.clone()),
                element: Arc::new(reader),
            };
            self.leaf(name.into(), start as u64, NodeKind::Run(run));
        }
        RunOf { items, start: start as u64, starts, end: self.pos() }
    }

    /// A run whose elements were found by other means, in a bit stream for one: `len` bytes from
    /// here, one element from each of `starts` (from here) on. Elements may share the byte in which
    /// one ends and the next begins.
    pub fn run_of(
        &mut self,
        name: &'static str,
        len: usize,
        starts: Arc<[u32]>,
        element: impl Element + 'static,
    ) -> Result<&'a [u8]> {
        let start = self.pos();
        let bytes = self.take_bytes(name, len)?;
        if R::ON && !starts.is_empty() {
            let element = Arc::new(element);
            let run = Run { count: starts.len(), starts: Starts::Table(starts), element };
            self.leaf(name.into(), start, NodeKind::Run(run));
        }
        Ok(bytes)
    }

    /// A cursor at the same place that records nothing; takes the path and the problems along.
    fn quiet(&mut self) -> Cursor<'a, NoRecorder> {
        Cursor {
            data: self.data,
            source: self.source,
            pos: self.pos,
            limit: self.limit,
            endian: self.endian,
            path: std::mem::take(&mut self.path),
            problems: std::mem::take(&mut self.problems),
            recorder: NoRecorder,
        }
    }

    /// Reads `len` raw bytes (pixels, samples, packed data).
    pub fn bytes(&mut self, name: &'static str, len: usize) -> Result<&'a [u8]> {
        let start = self.pos();
        let bytes = self.take_bytes(name, len)?;
        self.leaf(name.into(), start, NodeKind::Bytes);
        Ok(bytes)
    }

    /// Reads the bytes up to `end` of the source; records nothing when there are none.
    pub fn bytes_if_any(&mut self, name: &'static str, end: u64) -> Result<&'a [u8]> {
        match usize::try_from(end.saturating_sub(self.pos())) {
            Ok(0) => Ok(&[]),
            Ok(len) => self.bytes(name, len),
            Err(_) => self.bytes(name, usize::MAX),
        }
    }

    /// Reads a text of fixed length, padded with NULs.
    pub fn text(&mut self, name: &'static str, len: usize) -> Result<&'a [u8]> {
        let start = self.pos();
        let bytes = self.take_bytes(name, len)?;
        self.leaf(name.into(), start, NodeKind::Text);
        let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
        Ok(bytes.get(..end).unwrap_or(bytes))
    }

    /// Reads a text up to and including its NUL; returns it without.
    pub fn c_string(&mut self, name: &'static str) -> Result<&'a [u8]> {
        let rest = self.peek(usize::MAX);
        let Some(end) = rest.iter().position(|b| *b == 0) else {
            return Err(self.fail(format_args!("no NUL ends {name}")));
        };
        self.text(name, end + 1)
    }

    /// Bytes that only fill up to an alignment, or that nothing uses.
    pub fn padding(&mut self, len: usize) -> Result<&'a [u8]> {
        let start = self.pos();
        let bytes = self.take_bytes("padding", len)?;
        if len > 0 {
            self.leaf("padding".into(), start, NodeKind::Padding);
        }
        Ok(bytes)
    }

    /// What nothing explains up to `end` of the source: padding where it is zeros, else `rest`.
    pub fn bytes_or_padding(&mut self, end: u64) -> Result<&'a [u8]> {
        let bytes = self.slice(self.pos(), end);
        if bytes.iter().all(|byte| *byte == 0) {
            self.padding(bytes.len())
        } else {
            self.bytes_if_any("rest", end)
        }
    }

    /// Padding up to the next file offset that is a multiple of `align`.
    pub fn align(&mut self, align: usize) -> Result<&'a [u8]> {
        self.padding(self.pos.next_multiple_of(align.max(1)) - self.pos)
    }

    /// Bytes between two offsets of the source, without reading them; cut to what exists.
    pub fn slice(&self, start: u64, end: u64) -> &'a [u8] {
        let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(self.data.len());
        self.data.get(at(start)..at(end)).unwrap_or(&[])
    }

    /// Padding between pieces that are reached by pointers, as the array `padding` of the
    /// innermost group.
    pub fn paddings(&mut self, ranges: &[(u64, u64)]) {
        if !R::ON || ranges.is_empty() {
            return;
        }
        let (start, end) = (ranges.first().map_or(0, |r| r.0), ranges.last().map_or(0, |r| r.1));
        let (endian, kind) = (self.endian, NodeKind::Array);
        let node = NewNode { name: "padding".into(), type_name: "array", start, endian, kind };
        self.recorder.open(node);
        for (index, (start, end)) in ranges.iter().copied().enumerate() {
            let (name, kind) = (Name::element(index), NodeKind::Padding);
            let node = NewNode { name, type_name: "padding", start, endian, kind };
            self.recorder.leaf(node, end);
        }
        self.recorder.close(end);
    }

    /// Notes that `name` is stored elsewhere and was already read there.
    pub fn link(&mut self, name: &'static str, target: u64) {
        if R::ON {
            let pos = self.pos();
            self.leaf(name.into(), pos, NodeKind::Link { target });
        }
    }

    /// Element `index` of the innermost array is stored at `target`, with an earlier one.
    pub fn link_element(&mut self, index: usize, target: u64) {
        if R::ON {
            let pos = self.pos();
            self.leaf(Name::element(index), pos, NodeKind::Link { target });
        }
    }

    // --- groups ------------------------------------------------------------------------------

    /// A named group of fields. Its length is what `f` reads in a row.
    pub fn group<T>(
        &mut self,
        name: &'static str,
        type_name: &'static str,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.open(name.into(), type_name, NodeKind::Group, f)
    }

    /// A group whose name is made at run time.
    pub fn named<T>(
        &mut self,
        name: String,
        type_name: &'static str,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.open(Name::owned(name), type_name, NodeKind::Group, f)
    }

    /// An array whose elements are read one by one with [`Cursor::element`].
    pub fn array<T>(
        &mut self,
        name: &'static str,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.open(name.into(), "array", NodeKind::Array, f)
    }

    /// Element `index` of the innermost array.
    pub fn element<T>(
        &mut self,
        index: usize,
        type_name: &'static str,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.open(Name::element(index), type_name, NodeKind::Group, f)
    }

    fn open<T>(
        &mut self,
        name: Name,
        type_name: &'static str,
        kind: NodeKind,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.check_depth()?;
        if R::ON {
            let (start, endian) = (self.pos(), self.endian);
            self.recorder.open(NewNode { name: name.clone(), type_name, start, endian, kind });
        }
        self.path.push(name);
        let result = f(self);
        self.path.pop();
        if R::ON {
            self.recorder.close(self.pos());
        }
        result
    }

    fn check_depth(&self) -> Result<()> {
        if self.path.len() < limits::MAX_DEPTH {
            return Ok(());
        }
        Err(self.fail(format_args!("parts nest deeper than {}", limits::MAX_DEPTH)))
    }

    /// Says in words what the innermost open group is. Built only when somebody looks.
    pub fn describe(&mut self, text: impl FnOnce() -> String) {
        if R::ON {
            self.recorder.describe(text());
        }
    }

    /// Says in words what the field just read means here.
    pub fn explain(&mut self, text: impl FnOnce() -> String) {
        if R::ON {
            self.recorder.explain(text());
        }
    }

    // --- recording ---------------------------------------------------------------------------

    fn leaf(&mut self, name: Name, start: u64, kind: NodeKind) {
        if R::ON {
            let (end, endian) = (self.pos(), self.endian);
            let type_name = kind.type_name();
            self.recorder.leaf(NewNode { name, type_name, start, endian, kind }, end);
        }
    }

    fn even_run(&mut self, name: Name, start: u64, shape: Shape, count: usize, hint: Hint) {
        if R::ON && count > 0 {
            let run = Run {
                count,
                starts: Starts::Even(shape.size() as u64),
                element: Arc::new(ShapeElement { shape, hint }),
            };
            self.leaf(name, start, NodeKind::Run(run));
        }
    }

    /// Records the shape at the cursor and moves behind it.
    fn record_shape(&mut self, name: Name, shape: &Shape, hint: Hint) -> Result<()> {
        let start = self.pos;
        match shape {
            Shape::Scalar(repr) => {
                self.pos += repr.size();
                self.leaf(name, start as u64, NodeKind::Scalar { repr: *repr, hint });
            }
            Shape::Array(of, count) => {
                self.pos += of.size() * count;
                self.even_run(name, start as u64, **of, *count, hint);
            }
            Shape::Record(layout) => {
                self.open(name, layout.name, NodeKind::Group, |cur| {
                    for field in layout.fields {
                        cur.record_shape(field.name.into(), &field.shape, field.hint)?;
                    }
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
}

impl<'a> Cursor<'a, TreeRecorder> {
    /// A cursor over one element of a run, for naming its fields.
    pub(super) fn over(source: &'a Source, start: u64, end: u64, endian: Endian) -> Self {
        let mut cur = Cursor::new(source, endian, TreeRecorder::default());
        cur.limit = usize::try_from(end).map_or(cur.limit, |end| end.min(cur.limit));
        cur.pos = usize::try_from(start).map_or(cur.limit, |start| start.min(cur.limit));
        cur
    }

    pub(super) fn shape_element(&mut self, index: usize, shape: &Shape, hint: Hint) -> Result<()> {
        if self.remaining() < shape.size() as u64 {
            return Err(self.fail(format_args!("the element is cut off")));
        }
        self.record_shape(Name::element(index), shape, hint)
    }
}
