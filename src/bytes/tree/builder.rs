//! Builds trees of fields that were read without a cursor.

use std::sync::Arc;

use super::Tree;
use super::claims::{Use, add_unread};
use crate::bytes::cursor::ShapeElement;
use crate::bytes::node::{Label, Name, NameElement, NewNode, Node, NodeKind, Run, Starts};
use crate::bytes::recorder::TreeRecorder;
use crate::bytes::{BitPlace, Endian, Hint, Repr, Shape, Source, Value};

/// A field for a [`TreeBuilder`].
pub struct NewField {
    /// Name, or index in an array.
    pub name: Name,
    /// Type for display; for numbers, their representation.
    pub type_name: Label,
    /// Source of the node's bytes: 0 for the source of the tree, or the number of an unpacked part.
    pub part: u32,
    /// First byte.
    pub start: u64,
    /// Number of bytes.
    pub len: u64,
    /// Byte order.
    pub endian: Endian,
    /// Description of the value, or empty.
    pub meaning: String,
}

/// Kind of a field with children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branch {
    /// A group.
    Group,
    /// A group whose bytes are unpacked; its fields are in the unpacked part.
    Packed,
    /// An array.
    Array,
}

/// Kind of a field without children that are built.
pub enum NewKind {
    /// A number.
    Scalar(Repr, Hint),
    /// Bits, with their value.
    Bits(BitPlace, Value, Hint),
    /// Bytes.
    Bytes,
    /// A decoded text.
    Text(String),
    /// A computed value.
    Value(Value),
    /// Numbers.
    Scalars(Repr, usize, Hint),
    /// Elements that are named on demand.
    Run(usize, Starts, Arc<dyn NameElement>),
}

/// Fields of a tree, or of an element of a run.
#[derive(Default)]
pub struct TreeBuilder {
    recorder: TreeRecorder,
    uses: Vec<Use>,
}

impl TreeBuilder {
    fn node(&mut self, field: NewField, kind: NodeKind) {
        let NewField { name, type_name, part, start, len, endian, meaning } = field;
        self.recorder.part = part;
        let id = self.recorder.push(NewNode { name, type_name, start, endian, kind }, len);
        if !meaning.is_empty()
            && let Some(node) = self.recorder.nodes.get_mut(id as usize)
        {
            node.note = Some(meaning.into());
        }
    }

    /// Begins a field with children: the following ones.
    pub fn open(&mut self, field: NewField, branch: Branch) {
        let id = u32::try_from(self.recorder.nodes.len()).unwrap_or(u32::MAX);
        let kind = match branch {
            Branch::Group => NodeKind::Group,
            Branch::Packed => NodeKind::Packed,
            Branch::Array => NodeKind::Array,
        };
        self.node(field, kind);
        self.recorder.open.push(id);
    }

    /// Ends the innermost open field.
    pub fn close(&mut self) {
        self.recorder.open.pop();
    }

    /// Adds a field without children.
    pub fn leaf(&mut self, mut field: NewField, kind: NewKind) {
        let kind = match kind {
            NewKind::Scalar(repr, hint) => {
                field.type_name = repr.name().into();
                NodeKind::Scalar { repr, hint }
            }
            NewKind::Bits(place, value, hint) => NodeKind::Bits { place, value, hint },
            NewKind::Bytes => NodeKind::Bytes,
            NewKind::Text(text) => NodeKind::Given { is_text: true, value: Value::Text(text) },
            NewKind::Value(value) => NodeKind::Given { is_text: false, value },
            NewKind::Scalars(repr, count, hint) => {
                field.type_name = repr.name().into();
                let element = ShapeElement { shape: Shape::Scalar(repr), hint };
                let starts = Starts::Even(repr.size() as u64);
                NodeKind::Run(Run { count, starts, element: Arc::new(element) })
            }
            NewKind::Run(count, starts, element) => NodeKind::Run(Run { count, starts, element }),
        };
        self.node(field, kind);
    }

    /// Counts bytes of the tree's source as read. Bits may share bytes.
    pub fn cover(&mut self, start: u64, len: u64, is_of_bits: bool) {
        if len > 0 {
            let end = start.saturating_add(len);
            self.uses.push(Use { start, end, is_padding: false, is_of_bits });
        }
    }

    /// The fields of an element, the first of which is the element itself.
    pub fn into_nodes(self) -> Vec<Node> {
        self.recorder.nodes
    }

    /// The tree of a source, whose first field is its root. Bytes that are not [covered](Self::cover) are
    /// added as `unread[i]`.
    pub fn into_tree(mut self, source: &Source, parts: Vec<Source>) -> Tree {
        self.uses.sort_by_key(|used| used.start);
        self.recorder.part = 0;
        self.recorder.open.clear();
        let coverage = add_unread(&mut self.recorder, source.len(), self.uses);
        Tree::of(source, parts, self.recorder.nodes, coverage)
    }
}
