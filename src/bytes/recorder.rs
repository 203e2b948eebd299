//! Recorders collect nodes while a file is read.

use super::node::{NONE, NewNode, Node, NodeKind};

/// Receives each field as it is read.
pub trait Recorder {
    /// `false` if recording compiles to nothing.
    const ON: bool;
    /// `false` if descriptions are dropped, so that they need not be written.
    fn has_notes(&self) -> bool;
    /// Begins a group, array or run.
    fn open(&mut self, node: NewNode);
    /// Ends the innermost group, array or run before `end`.
    fn close(&mut self, end: u64);
    /// Adds a field without children, which ends before `end`.
    fn leaf(&mut self, node: NewNode, end: u64);
    /// Describes the innermost open group.
    fn describe(&mut self, text: String);
    /// Describes the leaf that was recorded last.
    fn explain(&mut self, text: String);
}

/// Records nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRecorder;

impl Recorder for NoRecorder {
    const ON: bool = false;
    fn has_notes(&self) -> bool {
        false
    }
    fn open(&mut self, _: NewNode) {}
    fn close(&mut self, _: u64) {}
    fn leaf(&mut self, _: NewNode, _: u64) {}
    fn describe(&mut self, _: String) {}
    fn explain(&mut self, _: String) {}
}

/// Initial capacity: most records have fewer fields.
const FIELDS: usize = 16;

/// Collects nodes while a file is read.
#[derive(Default)]
pub struct TreeRecorder {
    pub(in crate::bytes) nodes: Vec<Node>,
    pub(in crate::bytes) open: Vec<u32>,
    /// See [`Node::part`].
    pub(in crate::bytes) part: u32,
    /// Descriptions are dropped.
    is_brief: bool,
}

impl TreeRecorder {
    /// A recorder for a record, which has few fields.
    pub(in crate::bytes) fn for_record(part: u32, is_brief: bool) -> Self {
        Self { nodes: Vec::with_capacity(FIELDS), open: Vec::new(), part, is_brief }
    }

    pub(in crate::bytes) fn push(&mut self, new: NewNode, len: u64) -> u32 {
        let id = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        self.nodes.push(Node {
            name: new.name,
            type_name: new.type_name,
            part: self.part,
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

    fn has_notes(&self) -> bool {
        !self.is_brief
    }

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
            // The elements are found through pointers or have bit sizes: the node spans all of theirs.
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
