//! Bytes and field paths of elements.

use super::sizes::size_of_text;
use crate::bytes::{SourceId, Span as FileSpan};
use crate::ksy::expr::Expr;
use crate::ksy::reader::Reader;
use crate::ksy::slots::{Object, Owner};
use crate::ksy::value::{Blob, BufferId, Env, ObjectId, Span, Value};
use crate::scene::{ListedSpan, Origin, Spans};

/// An element of a list, or the root: the field that holds it, and its bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Item {
    pub owner: Option<Owner>,
    pub span: Span,
}

impl Reader {
    /// The element that is an object.
    pub(super) fn item_of(&self, id: ObjectId) -> Item {
        let owner = self.objects.get(id).and_then(Object::owner);
        let own = || self.objects.get(id).map_or(Span::default(), Object::span);
        Item { owner, span: owner.and_then(|owner| self.owner_span(owner)).unwrap_or_else(own) }
    }

    /// Bytes of a field, or of an element of it.
    fn owner_span(&self, owner: Owner) -> Option<Span> {
        let slot = self.slot(owner.object, owner.slot)?;
        let Some(index) = owner.index else { return Some(slot.span()) };
        match self.value_in(owner.object, owner.slot)? {
            Value::Array(array) => array.span(index),
            Value::Records(records) => Some(self.record_span(&records, index)),
            _ => None,
        }
    }

    /// The field or object that an expression names.
    pub(super) fn item_named(&mut self, expr: &Expr, env: &Env) -> Option<Item> {
        if let Some((owner, span)) = self.field_of(expr, env) {
            return Some(Item { owner: Some(owner), span });
        }
        match self.eval(expr, env).ok()? {
            Value::Object(id) => Some(self.item_of(id)),
            _ => None,
        }
    }

    /// Bytes of the file; those of the packed field for bytes of an unpacked part.
    pub(super) fn in_file(&self, span: Span) -> Span {
        let mut span = span;
        // A packed field is in an earlier buffer than its unpacked part.
        while span.buffer > 0 {
            let packed = self.buffers.get(span.buffer).and_then(|buffer| buffer.packed);
            let packed = packed.map(|(_, outer)| outer).filter(|outer| outer.buffer < span.buffer);
            span = packed.unwrap_or_default();
        }
        span
    }

    /// The buffer that contains `blob`, and its offset there; `None` if its bytes are computed.
    pub(super) fn place_of(&self, blob: &Blob) -> Option<(BufferId, usize)> {
        let mut buffers = self.buffers.iter().enumerate();
        buffers.find_map(|(id, buffer)| Some((id, blob.offset_in(&buffer.data)?)))
    }

    /// Offset in the file of bytes that are not computed or unpacked.
    pub(super) fn file_offset(&self, blob: &Blob) -> Option<usize> {
        blob.offset_in(&self.buffers.first()?.data)
    }

    pub(super) fn item_path(&self, item: Item) -> String {
        item.owner.map_or_else(String::new, |owner| self.path(owner))
    }
}

/// Converts bytes of the file to those of its source.
pub(super) fn file_span(source: SourceId, span: Span) -> FileSpan {
    FileSpan::new(source, span.start as u64, span.len as u64)
}

/// Spans of elements, collected one at a time: consecutive elements of one field share its path.
#[derive(Default)]
pub(super) struct SpanList {
    parts: Vec<(usize, Spans)>,
    /// The field of the current run.
    field: Option<Owner>,
    path: String,
    run: Vec<ListedSpan>,
    /// Memory that was added and released since the last [`SpanList::changed_memory`].
    added: usize,
    released: usize,
}

impl SpanList {
    pub fn push(&mut self, reader: &Reader, source: SourceId, item: Item) {
        let same = match (item.owner, self.field) {
            (Some(new), Some(old)) => {
                (new.object, new.slot) == (old.object, old.slot)
                    && new.index.is_some()
                    && old.index.is_some()
            }
            _ => false,
        };
        if !same {
            self.end_run(source);
            self.field = item.owner;
            let field = item.owner.map(|owner| Owner { index: None, ..owner });
            self.path = field.map_or_else(String::new, |field| reader.path(field));
        }
        let span = reader.in_file(item.span);
        let index = item.owner.and_then(|owner| owner.index);
        self.added += size_of::<ListedSpan>();
        self.run.push(ListedSpan {
            start: span.start as u64,
            len: u32::try_from(span.len).unwrap_or(u32::MAX),
            index: index.and_then(|index| u32::try_from(index).ok()),
        });
    }

    /// Ends the run, whose field may be released.
    pub fn end_run(&mut self, source: SourceId) {
        let run = std::mem::take(&mut self.run);
        self.field = None;
        if !run.is_empty() {
            let count = run.len();
            self.released += count * size_of::<ListedSpan>();
            self.added += size_of::<(usize, Spans)>() + size_of_text(&self.path);
            let spans = Spans::listed(source, run, std::mem::take(&mut self.path));
            self.added += spans.table_bytes();
            self.parts.push((count, spans));
        }
    }

    /// Memory that was added and released since the last call, in bytes.
    pub fn changed_memory(&mut self) -> (usize, usize) {
        (std::mem::take(&mut self.added), std::mem::take(&mut self.released))
    }

    pub fn finish(mut self, source: SourceId) -> Spans {
        self.end_run(source);
        match self.parts.len() {
            1 => self.parts.pop().map(|(_, spans)| spans).unwrap_or_default(),
            _ => Spans::joined(self.parts),
        }
    }
}

impl Item {
    pub fn origin(self, reader: &Reader, source: SourceId) -> Origin {
        Origin::new(file_span(source, reader.in_file(self.span)), reader.item_path(self))
    }
}
