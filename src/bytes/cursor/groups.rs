//! Groups, arrays and links; descriptions of fields.

use super::{Cursor, limits};
use crate::bytes::node::{Name, NewNode, NodeKind};
use crate::bytes::{Hint, Recorder, Result, Shape};

impl<R: Recorder> Cursor<'_, R> {
    /// A named group of fields. Its length is what `f` reads.
    pub fn group<T>(
        &mut self,
        name: &'static str,
        type_name: &'static str,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.open(name.into(), type_name, NodeKind::Group, f)
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
            let (start, endian, type_name) = (self.pos(), self.endian, type_name.into());
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

    pub(super) fn check_depth(&self) -> Result<()> {
        if self.path.len() < limits::MAX_DEPTH {
            return Ok(());
        }
        Err(self.fail(format_args!("groups nest deeper than {}", limits::MAX_DEPTH)))
    }

    /// `true` if descriptions are recorded.
    pub(in crate::bytes) fn has_notes(&self) -> bool {
        R::ON && self.recorder.has_notes()
    }

    /// Describes the innermost open group. `text` is called only if descriptions are recorded.
    pub fn describe(&mut self, text: impl FnOnce() -> String) {
        if self.has_notes() {
            self.recorder.describe(text());
        }
    }

    /// Describes the field that was just read. `text` is called only if descriptions are recorded.
    pub fn explain(&mut self, text: impl FnOnce() -> String) {
        if self.has_notes() {
            self.recorder.explain(text());
        }
    }

    /// Records padding between blocks that are reached through pointers, as the array `padding` of the
    /// innermost group.
    pub fn paddings(&mut self, ranges: &[(u64, u64)]) {
        if !R::ON || ranges.is_empty() {
            return;
        }
        let (start, end) = (ranges.first().map_or(0, |r| r.0), ranges.last().map_or(0, |r| r.1));
        let (endian, kind) = (self.endian, NodeKind::Array);
        let node =
            NewNode { name: "padding".into(), type_name: "array".into(), start, endian, kind };
        self.recorder.open(node);
        for (index, (start, end)) in ranges.iter().copied().enumerate() {
            let (name, kind) = (Name::element(index), NodeKind::Padding);
            let node = NewNode { name, type_name: "padding".into(), start, endian, kind };
            self.recorder.leaf(node, end);
        }
        self.recorder.close(end);
    }

    /// Records that `name` is stored elsewhere and was already read there.
    pub fn link(&mut self, name: &'static str, target: u64) {
        if R::ON {
            let pos = self.pos();
            self.leaf(name.into(), pos, NodeKind::Link { target });
        }
    }

    /// Records that element `index` of the innermost array is stored at `target`, shared with an earlier
    /// one.
    pub fn link_element(&mut self, index: usize, target: u64) {
        if R::ON {
            let pos = self.pos();
            self.leaf(Name::element(index), pos, NodeKind::Link { target });
        }
    }

    pub(super) fn leaf(&mut self, name: Name, start: u64, kind: NodeKind) {
        if R::ON {
            let (end, endian) = (self.pos(), self.endian);
            let type_name = kind.type_name().into();
            self.recorder.leaf(NewNode { name, type_name, start, endian, kind }, end);
        }
    }

    /// Records the shape at the cursor and advances past it.
    pub(super) fn record_shape(&mut self, name: Name, shape: &Shape, hint: Hint) -> Result<()> {
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
                        // The hint of a record applies to those of its numbers that have no hint
                        // themselves.
                        let is_bare =
                            field.hint == Hint::Dec && matches!(field.shape, Shape::Scalar(_));
                        let hint = if is_bare { hint } else { field.hint };
                        cur.record_shape(field.name.into(), &field.shape, hint)?;
                    }
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
}
