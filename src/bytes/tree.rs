//! Tree of named fields over the bytes of one source.
//!
//! Headers and tables are nodes. A run of records is one node; the fields of its elements are created on
//! demand, by running the element's reader again on just those bytes.

mod builder;
mod claims;
mod content;
mod element;
mod field;
mod find;
mod keys;
mod leaves;
mod nodes;
mod pattern;
mod reference;
mod shape;
mod steps;
mod walk;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::node::{ElementPlace, NONE, NewNode, Node, NodeKind};
use super::recorder::{Recorder, TreeRecorder};
use super::{Cursor, Endian, Source, Span};
pub use builder::{Branch, NewField, NewKind, TreeBuilder};
use claims::{Claim, add_unread, claims, uses};
pub use element::{ElementFields, RunElements};
pub use field::{Coverage, Field, FieldContent, FieldId, FieldKind, PathMiss};
use keys::{KeyTables, Preparation};
use nodes::Nodes;
pub use pattern::{flaw_of_path, is_pattern};
pub use reference::Referred;
pub use walk::Visitor;

/// All fields that were read from one source.
pub struct Tree {
    source: Source,
    /// Unpacked parts of the source, whose fields are named too; the first one has the number 1.
    parts: Vec<Source>,
    nodes: Arc<Nodes>,
    /// Leaves and runs by start.
    claims: Vec<Claim>,
    coverage: Coverage,
    /// Cached elements.
    elements: Mutex<HashMap<Vec<u32>, Arc<Nodes>>>,
    /// Elements by key, for references.
    tables: Mutex<KeyTables>,
    preparation: Preparation,
    /// The last list in which a label was searched, the label, and the elements with it.
    last_label: Mutex<Option<(FieldId, String, Vec<usize>)>>,
}

/// Number of cached elements after which the cache is cleared.
const ELEMENT_CACHE: usize = 512;

impl Tree {
    /// Memory used by the tree in bytes, without the source.
    pub fn memory(&self) -> usize {
        let looked_at: usize = self.elements().values().map(|nodes| nodes.memory()).sum();
        self.nodes.memory() + size_of_val(&self.claims[..]) + looked_at
    }

    /// Reads `source` from its start with a recording cursor. `read` names the fields; bytes outside of
    /// all fields are added as `unread[i]`. The root is a `type_name` that spans the source.
    pub fn record<T>(
        source: &Source,
        endian: Endian,
        type_name: &'static str,
        read: impl FnOnce(&mut Cursor<'_, TreeRecorder>) -> T,
    ) -> (Self, super::Problems, T) {
        let mut recorder = TreeRecorder::default();
        let kind = NodeKind::Group;
        let type_name = type_name.into();
        recorder.open(NewNode { name: "".into(), type_name, start: 0, endian, kind });
        let mut cur = Cursor::new(source, endian, recorder);
        let out = read(&mut cur);
        let (mut recorder, problems) = cur.finish();
        recorder.open.truncate(1);
        recorder.close(source.len());
        let uses = uses(&recorder.nodes);
        let coverage = add_unread(&mut recorder, source.len(), uses);
        (Self::of(source, Vec::new(), recorder.nodes, coverage), problems, out)
    }

    /// A tree of these nodes.
    fn of(source: &Source, parts: Vec<Source>, nodes: Vec<Node>, coverage: Coverage) -> Self {
        let claims = claims(&nodes);
        Self {
            source: source.clone(),
            parts,
            nodes: Arc::new(Nodes::new(nodes)),
            claims,
            coverage,
            elements: Mutex::default(),
            tables: Mutex::default(),
            preparation: Preparation::default(),
            last_label: Mutex::default(),
        }
    }

    /// A tree with a single field of raw bytes.
    pub fn raw(source: &Source) -> Self {
        let len = usize::try_from(source.len()).unwrap_or(usize::MAX);
        Self::record(source, Endian::Little, "bytes", |cur| cur.bytes("data", len).map(drop)).0
    }

    /// The source of the tree.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Unpacked parts of the source whose fields the tree names too.
    pub fn parts(&self) -> &[Source] {
        &self.parts
    }

    /// The source that a span of the tree refers to.
    pub fn source_of_span(&self, span: Span) -> &Source {
        self.parts.iter().find(|part| part.id() == span.source).unwrap_or(&self.source)
    }

    fn source_of(&self, node: &Node) -> &Source {
        let part = (node.part as usize).checked_sub(1).and_then(|part| self.parts.get(part));
        part.unwrap_or(&self.source)
    }

    fn span_of(&self, node: &Node) -> Span {
        Span::new(self.source_of(node).id(), node.start, node.len)
    }

    /// Coverage of the source's bytes by fields.
    pub fn coverage(&self) -> Coverage {
        self.coverage
    }

    /// The nodes into which the last part of `id` is an index.
    fn nodes_of(&self, id: &FieldId) -> Option<Arc<Nodes>> {
        match id.0.split_last()? {
            (_, []) => Some(self.nodes.clone()),
            (_, element) => self.element(element),
        }
    }

    /// The nodes of a run's element; `key` is the run's id and the element's index.
    fn element(&self, key: &[u32]) -> Option<Arc<Nodes>> {
        if let Some(found) = self.elements().get(key) {
            return Some(found.clone());
        }
        let (index, run_id) = key.split_last()?;
        let run_id = FieldId(run_id.to_vec());
        let nodes = self.nodes_of(&run_id)?;
        let node = nodes.node(run_id.node())?;
        let made = Arc::new(self.read_element(node, *index as usize)?);
        let mut elements = self.elements();
        if elements.len() >= ELEMENT_CACHE {
            elements.clear();
        }
        elements.insert(key.to_vec(), made.clone());
        Some(made)
    }

    /// Names the fields of element `index` of the run `node`.
    fn read_element(&self, node: &Node, index: usize) -> Option<Nodes> {
        self.nodes_in_element(node, index, false).map(Nodes::new)
    }

    fn nodes_in_element(&self, node: &Node, index: usize, is_brief: bool) -> Option<Vec<Node>> {
        let NodeKind::Run(run) = &node.kind else { return None };
        let range = run.range(index, node.len)?;
        let range = node.start + range.start..node.start + range.end;
        let (source, part, endian) = (self.source_of(node), node.part, node.endian);
        Some(run.element.name(&ElementPlace { source, part, range, endian, index, is_brief }))
    }

    fn elements(&self) -> std::sync::MutexGuard<'_, HashMap<Vec<u32>, Arc<Nodes>>> {
        self.elements.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of children.
    pub fn child_count(&self, id: &FieldId) -> usize {
        self.nodes_of(id).map_or(0, |nodes| count_children(&nodes, id.node()))
    }

    /// Child `index` of `id`, in file order.
    pub fn child(&self, id: &FieldId, index: usize) -> Option<FieldId> {
        let nodes = self.nodes_of(id)?;
        let here = id.node();
        let mut next = id.0.clone();
        if let NodeKind::Run(run) = &nodes.node(here)?.kind {
            if index >= run.count {
                return None;
            }
            next.extend([u32::try_from(index).ok()?, 0]);
        } else {
            *next.last_mut()? = *nodes.children(here).get(index)?;
        }
        Some(FieldId(next))
    }

    /// The bytes of element `index` of the run `id`, without naming its fields. `None` if `id` is not a
    /// run, or has no such element.
    pub fn element_span(&self, id: &FieldId, index: usize) -> Option<Span> {
        let nodes = self.nodes_of(id)?;
        let node = nodes.node(id.node())?;
        let NodeKind::Run(run) = &node.kind else { return None };
        let range = run.range(index, node.len)?;
        let source = self.source_of(node).id();
        Some(Span::new(source, node.start + range.start, range.end - range.start))
    }

    /// The children of `id` in `range`, for display.
    pub fn children(&self, id: &FieldId, range: Range<usize>) -> Vec<Field> {
        let range = range.start..range.end.min(self.child_count(id));
        range.filter_map(|i| self.field(&self.child(id, i)?)).collect()
    }

    /// The parent of a field; `None` for the root.
    pub fn parent(&self, id: &FieldId) -> Option<FieldId> {
        let nodes = self.nodes_of(id)?;
        let parent = nodes.node(id.node())?.parent;
        let mut up = id.0.clone();
        if parent != NONE {
            *up.last_mut()? = parent;
            return Some(FieldId(up));
        }
        // The first node of an element; its parent is the run.
        up.pop()?;
        up.pop()?;
        (!up.is_empty()).then_some(FieldId(up))
    }

    /// Index of `id` among its siblings.
    pub fn index_in_parent(&self, id: &FieldId) -> Option<usize> {
        let parent = self.parent(id)?;
        let nodes = self.nodes_of(&parent)?;
        match &nodes.node(parent.node())?.kind {
            NodeKind::Run(_) => Some(*id.0.get(id.0.len().checked_sub(2)?)? as usize),
            _ => nodes.children(parent.node()).iter().position(|c| *c == id.node()),
        }
    }

    /// The field path of `id`.
    pub fn path(&self, id: &FieldId) -> String {
        let mut path = String::new();
        let mut end = 1;
        while end <= id.0.len() {
            let part = FieldId(id.0.get(..end).unwrap_or(&[]).to_vec());
            if let Some(nodes) = self.nodes_of(&part) {
                path = nodes.path(part.node(), &path);
            }
            if let Some(index) = id.0.get(end) {
                path.push_str(&format!("[{index}]"));
            }
            end += 2;
        }
        path
    }

    /// Byte order of `id`.
    pub fn endian(&self, id: &FieldId) -> Endian {
        let nodes = self.nodes_of(id);
        nodes.and_then(|nodes| Some(nodes.node(id.node())?.endian)).unwrap_or_default()
    }
}

fn count_children(nodes: &Nodes, node: u32) -> usize {
    match nodes.node(node).map(|n| &n.kind) {
        Some(NodeKind::Run(run)) => run.count,
        Some(_) => nodes.children(node).len(),
        None => 0,
    }
}
