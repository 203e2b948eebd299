//! The pass that records a layout without bytes.
//!
//! Every number that may be a count or a size has a unique value, so that the length of a list or
//! block shows which field it comes from.

use std::cell::Cell;

use super::pass::error_of;
use super::sketch::{Amount, Sketch, SketchField, SketchKind, SketchType};
use super::{Blob, Context, Count, Layout, ManualLayout, Named, Pass};
use crate::bytes::{Endian, Hint, ReadError, RecordLayout, Repr, Result, Scalar, Shape, Shaped};

/// Maximum depth of types.
const MAX_DEPTH: usize = 16;
/// Smallest value of a number that may be a count.
const MIN_MARK: usize = 0x4000;

impl Sketch {
    /// The layout of a `T`.
    ///
    /// # Errors
    /// When its fields follow from more than counts and sizes, with the reason.
    pub fn of<T: Layout>() -> std::result::Result<Self, String> {
        let mut pass = Sketching::default();
        let root = pass.visit::<T, ()>().and_then(|()| pass.fields_of(&mut T::default(), ()));
        let root = root.map_err(|error| error.0.message.clone())?;
        if root.iter().all(|field| field.kind == SketchKind::Rest) {
            return Err("it has no known fields".to_owned());
        }
        match pass.is_open.get() {
            true => Err(by_hand(T::TYPE)),
            false => Ok(Self { root, types: pass.types }),
        }
    }
}

fn by_hand(type_name: &str) -> String {
    format!("implemented in code: the fields of {type_name} depend on their values")
}

/// A number that may be a count, with its field.
struct Mark {
    number: usize,
    /// Number of enclosing types.
    depth: usize,
    path: String,
}

#[derive(Default)]
struct Sketching {
    types: Vec<SketchType>,
    /// Fields of the enclosing types.
    open: Vec<Vec<SketchField>>,
    marks: Vec<Mark>,
    /// Number of values that were marked.
    marked: usize,
    /// `true` if the layout has examined bytes.
    is_open: Cell<bool>,
}

impl Sketching {
    fn push(&mut self, named: Named, kind: SketchKind, repeat: Option<Amount>) {
        let Named { name, hint } = named;
        if let Some(fields) = self.open.last_mut() {
            fields.push(SketchField { name, kind, repeat, hint, doc: "", condition: None });
        }
    }

    /// The fields that `value` passes.
    fn fields_of<T: Layout<C>, C: Context>(
        &mut self,
        value: &mut T,
        context: C,
    ) -> Result<Vec<SketchField>> {
        if self.open.len() >= MAX_DEPTH {
            return Err(self.fail("", format_args!("implemented in code: {} is nested", T::TYPE)));
        }
        self.open.push(Vec::new());
        value.pass(self, context)?;
        let mut fields = self.open.pop().unwrap_or_default();
        for field in &mut fields {
            let doc = T::DOCS.iter().find(|(name, _)| *name == field.name);
            field.doc = doc.map_or("", |(_, doc)| doc.trim());
        }
        Ok(fields)
    }

    /// The type of a group or element, which is the field `name` if it is a group.
    fn type_of<T: Layout<C>, C: Context>(
        &mut self,
        name: Option<&str>,
        value: &mut T,
        context: C,
    ) -> Result<usize> {
        self.visit::<T, C>()?;
        let fields = self.fields_of(value, context)?;
        let depth = self.open.len();
        self.marks.retain(|mark| mark.depth <= depth || name.is_some());
        for mark in self.marks.iter_mut().filter(|mark| mark.depth > depth) {
            mark.depth = depth;
            mark.path = format!("{}.{}", name.unwrap_or_default(), mark.path);
        }
        Ok(self.add(T::TYPE.to_owned(), fields))
    }

    /// Index of the type, which is added unless an equal one exists.
    fn add(&mut self, name: String, fields: Vec<SketchField>) -> usize {
        let new = SketchType { name, fields };
        let known = self.types.iter().position(|known| *known == new);
        known.unwrap_or_else(|| {
            self.types.push(new);
            self.types.len() - 1
        })
    }

    /// Kind of a value, or of the elements of an array of it.
    fn kind_of(&mut self, shape: &Shape, hint: Hint) -> SketchKind {
        match shape {
            Shape::Scalar(repr) => SketchKind::Number(*repr),
            Shape::Array(of, count) => {
                self.open.push(Vec::new());
                self.shape(Named { name: "values", hint }, shape);
                let fields = self.open.pop().unwrap_or_default();
                SketchKind::Type(self.add(format!("{}x{count}", of.type_name()), fields))
            }
            Shape::Record(layout) => SketchKind::Type(self.record(layout, hint)),
        }
    }

    fn record(&mut self, layout: &RecordLayout, hint: Hint) -> usize {
        self.open.push(Vec::new());
        for field in layout.fields {
            // The hint of a record applies to those of its numbers that have none.
            let is_bare = field.hint == Hint::Dec && matches!(field.shape, Shape::Scalar(_));
            let hint = if is_bare { hint } else { field.hint };
            self.shape(Named { name: field.name, hint }, &field.shape);
            if let Some(new) = self.open.last_mut().and_then(|fields| fields.last_mut()) {
                new.doc = field.doc.trim();
            }
        }
        let fields = self.open.pop().unwrap_or_default();
        self.add(layout.name.to_owned(), fields)
    }

    fn shape(&mut self, named: Named, shape: &Shape) {
        let (of, repeat) = match shape {
            Shape::Array(of, count) => (*of, Some(Amount::Fixed(*count))),
            one => (one, None),
        };
        let kind = self.kind_of(of, named.hint);
        self.push(named, kind, repeat);
    }

    /// Appends a value to `bytes` in which every number that may be a count is marked.
    fn mark(&mut self, path: &str, shape: &Shape, bytes: &mut Vec<u8>) {
        match shape {
            Shape::Scalar(repr @ (Repr::U16 | Repr::I16 | Repr::U32 | Repr::I32)) => {
                self.marked += 1;
                let number = match repr.size() {
                    2 => MIN_MARK + 1 + self.marked * 0x11,
                    _ => 0x1000_0001 + self.marked * 0x1_0001,
                };
                let stored = number.to_le_bytes();
                bytes.extend(stored.iter().take(repr.size()));
                let (depth, path) = (self.open.len(), path.to_owned());
                self.marks.push(Mark { number, depth, path });
            }
            Shape::Scalar(_) | Shape::Array(..) => bytes.resize(bytes.len() + shape.size(), 0),
            Shape::Record(layout) => {
                for field in layout.fields {
                    self.mark(&format!("{path}.{}", field.name), &field.shape, bytes);
                }
            }
        }
    }

    /// The source of a number of elements or bytes.
    fn amount(&self, name: &str, number: usize) -> Result<Amount> {
        let depth = self.open.len();
        match self.marks.iter().find(|mark| mark.number == number) {
            Some(mark) if mark.depth == depth => Ok(Amount::Field(mark.path.clone())),
            Some(mark) if mark.depth == 1 => Ok(Amount::OfRoot(mark.path.clone())),
            None if (1..MIN_MARK).contains(&number) => Ok(Amount::Fixed(number)),
            _ => Err(self
                .fail(name, format_args!("implemented in code: the size of {name} is computed"))),
        }
    }

    fn by_hand<T>(&self, name: &str) -> Result<T> {
        Err(self.fail(name, format_args!("implemented in code: {name} is computed")))
    }
}

impl Pass for Sketching {
    fn is_reading(&self) -> bool {
        true
    }

    fn endian(&self) -> Endian {
        Endian::Little
    }

    fn pos(&self) -> u64 {
        self.is_open.set(true);
        0
    }

    fn ahead(&self) -> &[u8] {
        self.is_open.set(true);
        &[]
    }

    fn remaining(&self) -> u64 {
        self.is_open.set(true);
        0
    }

    fn visit<T: Layout<C>, C: Context>(&mut self) -> Result<()> {
        match T::IS_FIXED {
            true => Ok(()),
            false => Err(error_of(String::new(), format_args!("{}", by_hand(T::TYPE)))),
        }
    }

    fn value<T: Shaped>(&mut self, named: impl Into<Named>, value: &mut T) -> Result<()> {
        let named = named.into();
        self.shape(named, &T::SHAPE);
        let mut bytes = Vec::new();
        self.mark(named.name, &T::SHAPE, &mut bytes);
        *value = T::take(&mut bytes.as_slice(), Endian::Little).unwrap_or_default();
        Ok(())
    }

    fn count<N: Count>(&mut self, name: &'static str, _: usize) -> Result<usize> {
        let mut count = N::default();
        self.value(name, &mut count)?;
        // One byte is too small for a unique value.
        self.marked += 1;
        let number = 0x1000_0001 + self.marked * 0x1_0001;
        self.marks.push(Mark { number, depth: self.open.len(), path: name.to_owned() });
        Ok(number)
    }

    fn run<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        _: &mut Vec<T>,
        count: usize,
    ) -> Result<()> {
        let named = named.into();
        let repeat = self.amount(named.name, count)?;
        let kind = self.kind_of(&T::SHAPE, named.hint);
        self.push(named, kind, Some(repeat));
        Ok(())
    }

    fn packed<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        _: &'static str,
        _: &mut Vec<u8>,
        _: usize,
    ) -> Result<()> {
        self.by_hand(named.into().name)
    }

    fn items<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        _: &mut Vec<T>,
        count: usize,
        context: C,
    ) -> Result<()> {
        let repeat = self.amount(name, count)?;
        let kind = SketchKind::Type(self.type_of(None, &mut T::default(), context)?);
        self.push(name.into(), kind, Some(repeat));
        Ok(())
    }

    fn items_while<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        _: &mut Vec<T>,
        _: impl Fn(&[T], &[u8]) -> bool,
        _: C,
    ) -> Result<()> {
        self.by_hand(name)
    }

    fn items_up_to<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        _: &mut Vec<T>,
        _: usize,
        _: C,
    ) -> Result<()> {
        self.by_hand(name)
    }

    fn until<T: Shaped + Scalar + PartialEq>(
        &mut self,
        named: impl Into<Named>,
        _: &mut Vec<T>,
        _: (&'static str, T),
    ) -> Result<()> {
        self.by_hand(named.into().name)
    }

    fn group<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        value: &mut T,
        context: C,
    ) -> Result<()> {
        let kind = SketchKind::Type(self.type_of(Some(name), value, context)?);
        self.push(name.into(), kind, None);
        Ok(())
    }

    fn bytes<B: Blob>(&mut self, name: &'static str, _: &mut B, len: usize) -> Result<()> {
        let kind = SketchKind::Bytes(self.amount(name, len)?);
        self.push(name.into(), kind, None);
        Ok(())
    }

    fn sized(&mut self, name: &'static str, _: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.by_hand(name)
    }

    fn manual<T: ManualLayout>(&mut self, _: &mut T) -> Result<()> {
        self.by_hand("a block")
    }

    fn text(&mut self, name: &'static str, _: &mut Vec<u8>, len: usize) -> Result<()> {
        let kind = SketchKind::Text(self.amount(name, len)?);
        self.push(name.into(), kind, None);
        Ok(())
    }

    fn c_text(&mut self, name: &'static str, _: &mut Vec<u8>) -> Result<()> {
        self.push(name.into(), SketchKind::TextToNul, None);
        Ok(())
    }

    fn rest(&mut self, name: &'static str, _: &mut Vec<u8>) -> Result<()> {
        self.push(name.into(), SketchKind::Rest, None);
        Ok(())
    }

    fn leftover(&mut self, last: &str, _: &mut Vec<u8>) -> Result<()> {
        self.by_hand(last)
    }

    fn align(&mut self, to: usize, _: &mut Vec<u8>) -> Result<()> {
        self.push("padding".into(), SketchKind::Padding(to.max(1)), None);
        Ok(())
    }

    fn when(
        &mut self,
        field: &'static str,
        _: u64,
        mask: u64,
        part: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let before = self.open.last().map_or(0, Vec::len);
        part(self)?;
        let fields = self.open.last_mut().into_iter().flatten().skip(before);
        fields.for_each(|new| new.condition = Some((field, mask)));
        Ok(())
    }

    fn fitting(&self, _: &str, count: usize, _: u64) -> (usize, Option<ReadError>) {
        (count, None)
    }

    fn optional<T: Layout<C>, C: Context>(
        &mut self,
        named: impl Into<Named>,
        _: bool,
        _: &mut Option<T>,
        _: C,
    ) -> Result<()> {
        self.by_hand(named.into().name)
    }
}
