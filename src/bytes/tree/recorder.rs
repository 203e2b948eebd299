//! Nodes, and the recorders that collect them while a file is read.

use std::ops::Range;
use std::sync::Arc;

use crate::bytes::cursor::Element;
use crate::bytes::{Endian, Hint, Repr, Value};

/// Told about every field as it is read.
pub trait Recorder {
    /// False when recording compiles to nothing.
    const ON: bool;
    fn open(&mut self, node: NewNode);
    fn close(&mut self, end: u64);
    fn leaf(&mut self, node: NewNode, end: u64);
    /// Words for the innermost open group.
    fn describe(&mut self, text: String);
    /// Words for the leaf recorded last.
    fn explain(&mut self, text: String);
}

/// Records nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRecorder;

impl Recorder for NoRecorder {
    const ON: bool = false;
    fn open(&mut self, _: NewNode) {}
    fn close(&mut self, _: u64) {}
    fn leaf(&mut self, _: NewNode, _: u64) {}
    fn describe(&mut self, _: String) {}
    fn explain(&mut self, _: String) {}
}

/// A field name, or the index of an array element.
#[derive(Clone, Debug, PartialEq)]
pub struct Name(Label);

#[derive(Clone, Debug, PartialEq)]
enum Label {
    Static(&'static str),
    Element(u32),
}

impl Name {
    pub(in crate::bytes) fn element(index: usize) -> Self {
        Self(Label::Element(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    pub(super) fn index(&self) -> Option<u32> {
        match self.0 {
            Label::Element(index) => Some(index),
            _ => None,
        }
    }

    pub(super) fn label(&self) -> &str {
        match &self.0 {
            Label::Static(label) => label,
            Label::Element(_) => "",
        }
    }

    /// Adds this name to a field path: `.name` or `[index]`.
    pub(in crate::bytes) fn append_to(&self, path: &mut String) {
        match self.index() {
            Some(index) => path.push_str(&format!("[{index}]")),
            None => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(self.label());
            }
        }
    }
}

impl From<&'static str> for Name {
    fn from(label: &'static str) -> Self {
        Self(Label::Static(label))
    }
}

/// A node as the cursor hands it over.
pub struct NewNode {
    pub name: Name,
    pub type_name: &'static str,
    pub start: u64,
    pub endian: Endian,
    pub kind: NodeKind,
}

#[derive(Clone)]
pub enum NodeKind {
    Group,
    Array,
    Scalar {
        repr: Repr,
        hint: Hint,
    },
    /// Not whole bytes; neighbours may share some.
    Bits {
        bit: u8,
        bits: u32,
        value: Value,
    },
    Bytes,
    Text,
    Run(Run),
    Padding,
    Unread,
    Link {
        target: u64,
    },
}

impl NodeKind {
    pub(in crate::bytes) fn type_name(&self) -> &'static str {
        match self {
            NodeKind::Group => "group",
            NodeKind::Array => "array",
            NodeKind::Scalar { repr, .. } => repr.name(),
            NodeKind::Bits { .. } => "bits",
            NodeKind::Bytes => "bytes",
            NodeKind::Text => "text",
            NodeKind::Run(run) => run.element.type_name(),
            NodeKind::Padding => "padding",
            NodeKind::Unread => "unread",
            NodeKind::Link { .. } => "link",
        }
    }
}

/// A run of elements that are described on demand.
#[derive(Clone)]
pub struct Run {
    pub count: usize,
    pub starts: Starts,
    pub element: Arc<dyn Element>,
}

/// Where the elements of a run start, from the start of the run.
#[derive(Clone)]
pub enum Starts {
    /// All have this size.
    Even(u64),
    /// One start each; an element ends where the next begins.
    Table(Arc<[u32]>),
    /// The first bit of each, of which neighbours may share 32-bit words; spans are whole words.
    Bits(Arc<[u32]>),
}

impl Run {
    /// Bytes of element `index` from the start of the run, whose length is `len`.
    pub(super) fn range(&self, index: usize, len: u64) -> Option<Range<u64>> {
        if index >= self.count {
            return None;
        }
        match &self.starts {
            Starts::Even(size) => {
                let start = (index as u64).checked_mul(*size)?;
                Some(start..start.checked_add(*size)?)
            }
            Starts::Table(starts) => {
                let start = u64::from(*starts.get(index)?);
                let end = starts.get(index + 1).map_or(len, |end| u64::from(*end));
                Some(start..end)
            }
            Starts::Bits(starts) => {
                let word = |bit: u32| u64::from(bit) / 32 * 4;
                let end = starts.get(index + 1).map_or(len, |end| word(end.saturating_add(31)));
                Some(word(*starts.get(index)?)..end.min(len))
            }
        }
    }

    /// The element that holds the byte at `offset` from the start of the run.
    pub(super) fn index_at(&self, offset: u64) -> usize {
        let index = match &self.starts {
            Starts::Even(size) => usize::try_from(offset / (*size).max(1)).unwrap_or(usize::MAX),
            Starts::Table(starts) => {
                starts.partition_point(|start| u64::from(*start) <= offset).saturating_sub(1)
            }
            Starts::Bits(starts) => {
                let word = offset / 4;
                starts.partition_point(|bit| u64::from(*bit) / 32 <= word).saturating_sub(1)
            }
        };
        index.min(self.count.saturating_sub(1))
    }
}

impl NodeKind {
    /// May share bytes with others of its kind.
    pub(super) fn is_of_bits(&self) -> bool {
        match self {
            NodeKind::Bits { .. } => true,
            NodeKind::Run(run) => matches!(run.starts, Starts::Bits(_)),
            _ => false,
        }
    }
}

pub(super) struct Node {
    pub(super) name: Name,
    pub(super) type_name: &'static str,
    pub(super) start: u64,
    pub(super) len: u64,
    pub(super) parent: u32,
    pub(super) endian: Endian,
    pub(super) kind: NodeKind,
    pub(super) note: Option<Box<str>>,
}

pub(super) const NONE: u32 = u32::MAX;

/// Collects nodes while a file is read.
#[derive(Default)]
pub struct TreeRecorder {
    pub(super) nodes: Vec<Node>,
    pub(super) open: Vec<u32>,
}

impl TreeRecorder {
    pub(super) fn push(&mut self, new: NewNode, len: u64) -> u32 {
        let id = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        self.nodes.push(Node {
            name: new.name,
            type_name: new.type_name,
            start: new.start,
            len,
            parent: self.open.last().copied().unwrap_or(NONE),
            endian: new.endian,
            kind: new.kind,
            note: None,
        });
        id
    }
}

impl Recorder for TreeRecorder {
    const ON: bool = true;

    fn open(&mut self, node: NewNode) {
        let id = self.push(node, 0);
        self.open.push(id);
    }

    fn close(&mut self, end: u64) {
        let Some(id) = self.open.pop() else { return };
        let nodes = self.nodes.get_mut(id as usize..);
        let Some((node, inner)) = nodes.and_then(|nodes| nodes.split_first_mut()) else { return };
        node.len = end.saturating_sub(node.start);
        let of_bits = || inner.iter().any(|inner| inner.parent == id && inner.kind.is_of_bits());
        if node.len == 0 && (matches!(node.kind, NodeKind::Array) || of_bits()) {
            // Its elements are reached by pointers, or by bits: it spans what they span.
            let stored = inner.iter().filter(|inner| inner.parent == id && inner.len > 0);
            let ends = stored.clone().map(|inner| inner.start.saturating_add(inner.len));
            if let (Some(start), Some(end)) = (stored.map(|inner| inner.start).min(), ends.max()) {
                (node.start, node.len) = (start, end - start);
            }
        }
    }

    fn leaf(&mut self, node: NewNode, end: u64) {
        let len = end.saturating_sub(node.start);
        self.push(node, len);
    }

    fn describe(&mut self, text: String) {
        let open = self.open.last().and_then(|id| self.nodes.get_mut(*id as usize));
        if let Some(node) = open {
            node.note = Some(text.into());
        }
    }

    fn explain(&mut self, text: String) {
        if let Some(node) = self.nodes.last_mut() {
            node.note = Some(text.into());
        }
    }
}
