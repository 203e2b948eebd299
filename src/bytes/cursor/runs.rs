//! Runs: consecutive elements whose fields are named on demand.

use std::ops::Range;
use std::sync::Arc;

use super::Cursor;
use crate::bytes::node::{ElementPlace, Name, NameElement, Node, NodeKind, Run, Starts};
use crate::bytes::{Hint, NoRecorder, Recorder, Result, Shape, Shaped, TreeRecorder};

/// Reads one element of a run of records of varying length, with or without a recorder.
pub trait RecordReader: Send + Sync + 'static {
    /// Type of the element.
    type Out;
    /// Type name shown in the tree.
    const TYPE: &'static str;
    /// Reads the element at the cursor and advances past it.
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, index: usize) -> Result<Self::Out>;
}

/// Names the fields of one element of a run on demand.
pub trait Element: Send + Sync {
    /// Type shown in the tree.
    fn type_name(&self) -> &'static str;
    /// Distinguishes elements with the same bytes but other fields, which depend on data elsewhere.
    fn context(&self) -> u64 {
        0
    }
    /// Hint for elements that are numbers.
    fn hint(&self) -> Hint {
        Hint::Dec
    }
    /// Names the fields of the element at the cursor.
    ///
    /// # Errors
    /// When the element cannot be read.
    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()>;
}

impl<T: Element> NameElement for T {
    fn type_name(&self) -> &'static str {
        Element::type_name(self)
    }

    fn context(&self) -> u64 {
        Element::context(self)
    }

    fn hint(&self) -> Hint {
        Element::hint(self)
    }

    fn name(&self, place: &ElementPlace<'_>) -> Vec<Node> {
        let mut cur = Cursor::over(place);
        // Errors were reported when the file was read; here the rest is just unread.
        let _ = self.element(&mut cur, place.index);
        cur.finish().0.nodes
    }
}

/// Names the fields of a shaped element; used by all runs of elements of equal size.
pub struct ShapeElement {
    pub shape: Shape,
    pub hint: Hint,
}

impl Element for ShapeElement {
    fn type_name(&self) -> &'static str {
        self.shape.type_name()
    }
    fn hint(&self) -> Hint {
        self.hint
    }
    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        cur.shape_element(index, &self.shape, self.hint)
    }
}

impl<T: RecordReader> Element for T {
    fn type_name(&self) -> &'static str {
        T::TYPE
    }
    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        cur.element(index, T::TYPE, |cur| self.read(cur, index).map(drop))
    }
}

/// Result of [`Cursor::run`]: the elements, and the start of each.
#[derive(Clone, Debug, Default)]
pub struct RunOf<T> {
    /// The elements that could be read.
    pub items: Vec<T>,
    /// Offset of the run in its source.
    pub start: u64,
    /// Start of each element, relative to the run.
    pub starts: Arc<[u32]>,
    /// End of the last element.
    pub end: u64,
}

impl<'a, R: Recorder> Cursor<'a, R> {
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

    /// Records `count` values of equal size as one lazy run without reading them.
    pub fn name_values<T: Shaped>(
        &mut self,
        name: &'static str,
        count: usize,
        hint: Hint,
    ) -> Result<()> {
        let start = self.pos();
        self.take_bytes(name, count.saturating_mul(T::SIZE))?;
        self.even_run(name.into(), start, T::SHAPE, count, hint);
        Ok(())
    }

    /// Reads up to `count` elements of varying length. An element that reads nothing ends the run. So
    /// does one that cannot be read, which becomes a problem; earlier elements are kept.
    pub fn run<E: RecordReader>(
        &mut self,
        name: &'static str,
        count: usize,
        reader: E,
    ) -> RunOf<E::Out> {
        let start = self.pos;
        // Reserves at most three times the remaining bytes, whatever the count: an element in memory is
        // about that much larger than it is stored.
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

    /// Records a run whose elements were found by other means: `len` bytes from here, with the elements
    /// at `starts` (relative to here).
    pub fn run_of(
        &mut self,
        name: &'static str,
        len: usize,
        starts: Arc<[u32]>,
        element: impl Element + 'static,
    ) -> Result<&'a [u8]> {
        self.found_run(name, len, (starts.len(), Starts::Table(starts)), element)
    }

    /// Like [`Cursor::run_of`] in a stream of bits, most significant first: elements are located by their
    /// first bits, and may share the byte in which one ends and the next begins.
    pub fn run_of_bits(
        &mut self,
        name: &'static str,
        len: usize,
        starts: Arc<[u32]>,
        element: impl Element + 'static,
    ) -> Result<&'a [u8]> {
        self.found_run(name, len, (starts.len(), Starts::Bits { starts, unit: 8 }), element)
    }

    fn found_run(
        &mut self,
        name: &'static str,
        len: usize,
        (count, starts): (usize, Starts),
        element: impl Element + 'static,
    ) -> Result<&'a [u8]> {
        let start = self.pos();
        let bytes = self.take_bytes(name, len)?;
        if R::ON && count > 0 {
            let run = Run { count, starts, element: Arc::new(element) };
            self.leaf(name.into(), start, NodeKind::Run(run));
        }
        Ok(bytes)
    }

    /// A cursor at the same position without a recorder; it takes over the path and the problems.
    fn quiet(&mut self) -> Cursor<'a, NoRecorder> {
        Cursor {
            source: self.source,
            page: self.page.clone(),
            len: self.len,
            pos: self.pos,
            limit: self.limit,
            endian: self.endian,
            path: std::mem::take(&mut self.path),
            problems: std::mem::take(&mut self.problems),
            recorder: NoRecorder,
        }
    }

    pub(super) fn even_run(
        &mut self,
        name: Name,
        start: u64,
        shape: Shape,
        count: usize,
        hint: Hint,
    ) {
        if R::ON && count > 0 {
            let run = Run {
                count,
                starts: Starts::Even(shape.size() as u64),
                element: Arc::new(ShapeElement { shape, hint }),
            };
            self.leaf(name, start, NodeKind::Run(run));
        }
    }
}

impl<'a> Cursor<'a, TreeRecorder> {
    /// A cursor over one element of a run, for naming its fields.
    fn over(place: &ElementPlace<'a>) -> Self {
        let recorder = TreeRecorder::for_record(place.part, place.is_brief);
        let mut cur = Cursor::new(place.source, place.endian, recorder);
        let Range { start, end } = place.range;
        cur.limit = usize::try_from(end).map_or(cur.limit, |end| end.min(cur.limit));
        cur.pos = usize::try_from(start).map_or(cur.limit, |start| start.min(cur.limit));
        cur
    }

    fn shape_element(&mut self, index: usize, shape: &Shape, hint: Hint) -> Result<()> {
        if self.remaining() < shape.size() as u64 {
            return Err(self.fail(format_args!("truncated element")));
        }
        self.record_shape(Name::element(index), shape, hint)
    }
}
