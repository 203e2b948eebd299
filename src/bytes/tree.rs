//! What was read, as a tree of named fields over the bytes of one source.
//!
//! Headers and tables are nodes. A run of records is one node; the fields of one of its elements
//! are made when somebody looks, by running the element's reader again on just those bytes.

mod walk;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::cursor::Element;
use super::{Cursor, Endian, Hint, Repr, Source, Span, Value};
pub use walk::Visitor;

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
    Owned(Box<str>),
    Element(u32),
}

impl Name {
    pub(super) fn element(index: usize) -> Self {
        Self(Label::Element(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    /// A name from a file, without the signs that mean something in a field path.
    pub(super) fn owned(name: String) -> Self {
        let plain = name.replace(['.', '[', ']', '~'], "_");
        Self(Label::Owned(if plain.is_empty() { "_".into() } else { plain.into() }))
    }

    fn index(&self) -> Option<u32> {
        match self.0 {
            Label::Element(index) => Some(index),
            _ => None,
        }
    }

    fn label(&self) -> &str {
        match &self.0 {
            Label::Static(label) => label,
            Label::Owned(label) => label,
            Label::Element(_) => "",
        }
    }

    /// Adds this name to a field path: `.name` or `[index]`.
    pub(super) fn append_to(&self, path: &mut String) {
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
    Scalar { repr: Repr, hint: Hint },
    Bits { bit: u8, bits: u32, value: i64 },
    Bytes,
    Text,
    Run(Run),
    Padding,
    Unread,
    Link { target: u64 },
}

impl NodeKind {
    pub(super) fn type_name(&self) -> &'static str {
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
}

impl Run {
    /// Bytes of element `index` from the start of the run, whose length is `len`.
    fn range(&self, index: usize, len: u64) -> Option<Range<u64>> {
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
        }
    }

    /// The element that holds the byte at `offset` from the start of the run.
    fn index_at(&self, offset: u64) -> usize {
        let index = match &self.starts {
            Starts::Even(size) => usize::try_from(offset / (*size).max(1)).unwrap_or(usize::MAX),
            Starts::Table(starts) => {
                starts.partition_point(|start| u64::from(*start) <= offset).saturating_sub(1)
            }
        };
        index.min(self.count.saturating_sub(1))
    }
}

struct Node {
    name: Name,
    type_name: &'static str,
    start: u64,
    len: u64,
    parent: u32,
    endian: Endian,
    kind: NodeKind,
    note: Option<Box<str>>,
}

const NONE: u32 = u32::MAX;

/// Collects nodes while a file is read.
#[derive(Default)]
pub struct TreeRecorder {
    nodes: Vec<Node>,
    open: Vec<u32>,
}

impl TreeRecorder {
    fn push(&mut self, new: NewNode, len: u64) -> u32 {
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
        let node = self.open.pop().and_then(|id| self.nodes.get_mut(id as usize));
        if let Some(node) = node {
            node.len = end.saturating_sub(node.start);
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

/// Nodes and their children, for the whole source or for one element of a run.
struct Nodes {
    nodes: Vec<Node>,
    /// `children[first[i]..first[i + 1]]` are the children of node `i`.
    first: Vec<u32>,
    children: Vec<u32>,
}

impl Nodes {
    fn new(nodes: Vec<Node>) -> Self {
        let mut first = vec![0u32; nodes.len() + 1];
        for node in &nodes {
            if let Some(count) = first.get_mut(node.parent as usize) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for count in &mut first {
            sum += std::mem::replace(count, sum);
        }
        let mut next = first.clone();
        let mut children = vec![0; sum as usize];
        for (id, node) in nodes.iter().enumerate() {
            if let Some(at) = next.get_mut(node.parent as usize) {
                if let Some(place) = children.get_mut(*at as usize) {
                    *place = id as u32;
                }
                *at += 1;
            }
        }
        Self { nodes, first, children }
    }

    fn node(&self, id: u32) -> Option<&Node> {
        self.nodes.get(id as usize)
    }

    fn children(&self, id: u32) -> &[u32] {
        let at = |i: usize| self.first.get(i).map_or(0, |v| *v as usize);
        self.children.get(at(id as usize)..at(id as usize + 1)).unwrap_or(&[])
    }

    /// The path of node `id` below `base`.
    fn path(&self, id: u32, base: &str) -> String {
        let mut chain = Vec::new();
        let mut at = id;
        // Node 0 is the root, or the element that `base` already names.
        while at != 0 {
            let Some(node) = self.node(at) else { break };
            chain.push((&node.name, self.namesake(at)));
            at = node.parent;
        }
        let mut path = base.to_owned();
        for (name, namesake) in chain.iter().rev() {
            name.append_to(&mut path);
            if *namesake > 0 {
                path.push_str(&format!("~{}", namesake + 1));
            }
        }
        path
    }

    /// How many earlier siblings have the name of node `id`: `padding`, `padding~2`, `padding~3`.
    fn namesake(&self, id: u32) -> usize {
        let Some(node) = self.node(id).filter(|node| node.name.index().is_none()) else { return 0 };
        let earlier = self.children(node.parent).iter().take_while(|sibling| **sibling != id);
        earlier.filter(|s| self.node(**s).is_some_and(|s| s.name == node.name)).count()
    }

    /// The child of `id` that [`Nodes::path`] calls `label`.
    fn child_named(&self, id: u32, label: &str) -> Option<usize> {
        let (name, namesake) = match label.split_once('~') {
            Some((name, nth)) => (name, nth.parse::<usize>().ok()?.checked_sub(1)?),
            None => (label, 0),
        };
        let is_it = |child: &u32| {
            self.node(*child).is_some_and(|n| n.name.index().is_none() && n.name.label() == name)
        };
        let mut found = self.children(id).iter().enumerate().filter(|(_, child)| is_it(child));
        found.nth(namesake).map(|(at, _)| at)
    }
}

/// Names one field of a [`Tree`]: a node, then for each run passed through the element's index and
/// a node of that element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldId(Vec<u32>);

impl FieldId {
    pub fn root() -> Self {
        Self(vec![0])
    }

    fn node(&self) -> u32 {
        self.0.last().copied().unwrap_or(0)
    }
}

/// What sort of thing a field is, for colours and icons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FieldKind {
    Group,
    Array,
    /// A number.
    Scalar(Repr),
    Bits,
    Bytes,
    Text,
    Padding,
    /// Bytes that no field claims.
    Unread,
    /// Stored elsewhere; `span.start` of the link's target is in the meaning.
    Link(u64),
}

/// A field, ready to be shown. Owned: it may come from a run that exists only while looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub id: FieldId,
    /// `models[3].faces[7].flags`; empty for the root.
    pub path: String,
    /// Last part of the path, with the array's name: `faces[7]`.
    pub name: String,
    pub type_name: String,
    pub span: Span,
    pub kind: FieldKind,
    /// For [`FieldKind::Bits`]: first bit (0 = most significant of the first byte) and number.
    pub bits: Option<(u8, u32)>,
    pub hint: Hint,
    pub value: Value,
    /// Fixed-point and angle fields: the stored number scaled.
    pub scaled: Option<f64>,
    pub meaning: String,
    /// Number of children.
    pub children: usize,
}

/// How the bytes of a source are accounted for. `fields + padding + unread` is its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub fields: u64,
    pub padding: u64,
    pub unread: u64,
    /// Bytes claimed more than once; counted within `fields`.
    pub overlap: u64,
}

/// A path that names nothing; `deepest` is the longest part of it that does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathMiss {
    pub deepest: String,
    pub wanted: String,
}

impl std::fmt::Display for PathMiss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.deepest.is_empty() {
            write!(f, "there is no field {:?}, not even its first part", self.wanted)
        } else {
            write!(
                f,
                "there is no field {:?}; the deepest part that exists is {:?}",
                self.wanted, self.deepest
            )
        }
    }
}

impl std::error::Error for PathMiss {}

/// One claim of a stretch of bytes by a leaf or a run.
#[derive(Clone, Copy)]
struct Claim {
    start: u64,
    end: u64,
    /// The furthest end of this and all earlier claims, so that look-ups know when to stop.
    reach: u64,
    node: u32,
}

/// Everything that was read of one source.
pub struct Tree {
    source: Source,
    nodes: Arc<Nodes>,
    /// Leaves and runs by start.
    claims: Vec<Claim>,
    coverage: Coverage,
    /// Elements that were looked at.
    elements: Mutex<HashMap<Vec<u32>, Arc<Nodes>>>,
}

/// Looked-at elements that are kept before all are forgotten.
const ELEMENT_CACHE: usize = 16_384;

impl Tree {
    /// Reads `source` from its start with a recording cursor. `read` names everything; what it
    /// leaves out is added as `unread[i]`. The root is a `type_name` that spans the source.
    pub fn record<T>(
        source: &Source,
        endian: Endian,
        type_name: &'static str,
        read: impl FnOnce(&mut Cursor<'_, TreeRecorder>) -> T,
    ) -> (Self, super::Problems, T) {
        let mut recorder = TreeRecorder::default();
        let kind = NodeKind::Group;
        recorder.open(NewNode { name: "".into(), type_name, start: 0, endian, kind });
        let mut cur = Cursor::new(source, endian, recorder);
        let out = read(&mut cur);
        let (mut recorder, problems) = cur.finish();
        recorder.open.truncate(1);
        recorder.close(source.len());
        let coverage = add_unread(&mut recorder, source.len());
        let claims = claims(&recorder.nodes);
        let tree = Self {
            source: source.clone(),
            nodes: Arc::new(Nodes::new(recorder.nodes)),
            claims,
            coverage,
            elements: Mutex::default(),
        };
        (tree, problems, out)
    }

    /// A tree that explains nothing: one field of raw bytes.
    pub fn raw(source: &Source) -> Self {
        let len = usize::try_from(source.len()).unwrap_or(usize::MAX);
        Self::record(source, Endian::Little, "bytes", |cur| cur.bytes("data", len).map(drop)).0
    }

    pub fn source(&self) -> &Source {
        &self.source
    }

    pub fn coverage(&self) -> Coverage {
        self.coverage
    }

    /// The nodes that `id`'s last part is an index into.
    fn nodes_of(&self, id: &FieldId) -> Option<Arc<Nodes>> {
        match id.0.split_last()? {
            (_, []) => Some(self.nodes.clone()),
            (_, element) => self.element(element),
        }
    }

    /// The nodes of the run element `key` = run's id, index.
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
        let NodeKind::Run(run) = &node.kind else { return None };
        let range = run.range(index, node.len)?;
        let (start, end) = (node.start + range.start, node.start + range.end);
        let mut cur = Cursor::over(&self.source, start, end, node.endian);
        // What cannot be read was reported when the file was; here the rest is just unread.
        let _ = run.element.element(&mut cur, index);
        let (recorder, _) = cur.finish();
        Some(Nodes::new(recorder.nodes))
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

    /// The bytes of element `index` of the run `id`, without naming its fields. `None` when `id`
    /// is no run, or has no such element.
    pub fn element_span(&self, id: &FieldId, index: usize) -> Option<Span> {
        let nodes = self.nodes_of(id)?;
        let node = nodes.node(id.node())?;
        let NodeKind::Run(run) = &node.kind else { return None };
        let range = run.range(index, node.len)?;
        Some(Span::new(self.source.id(), node.start + range.start, range.end - range.start))
    }

    /// The children of `id` in `range`, ready to be shown.
    pub fn children(&self, id: &FieldId, range: Range<usize>) -> Vec<Field> {
        let range = range.start..range.end.min(self.child_count(id));
        range.filter_map(|i| self.field(&self.child(id, i)?)).collect()
    }

    pub fn parent(&self, id: &FieldId) -> Option<FieldId> {
        let nodes = self.nodes_of(id)?;
        let parent = nodes.node(id.node())?.parent;
        let mut up = id.0.clone();
        if parent != NONE {
            *up.last_mut()? = parent;
            return Some(FieldId(up));
        }
        // The first node of an element: its parent is the run.
        up.pop()?;
        up.pop()?;
        (!up.is_empty()).then_some(FieldId(up))
    }

    /// Where `id` stands among its siblings.
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

    /// Everything there is to show of `id`.
    pub fn field(&self, id: &FieldId) -> Option<Field> {
        let nodes = self.nodes_of(id)?;
        self.field_of(&nodes, id, self.path(id), self.display_name(&nodes, id))
    }

    fn field_of(&self, nodes: &Nodes, id: &FieldId, path: String, name: String) -> Option<Field> {
        let here = id.node();
        let node = nodes.node(here)?;
        let span = Span::new(self.source.id(), node.start, node.len);
        let bytes = self.source.slice(span);
        let mut hint = Hint::Dec;
        let mut value = Value::None;
        let mut bits = None;
        let kind = match &node.kind {
            NodeKind::Group => FieldKind::Group,
            NodeKind::Array | NodeKind::Run(_) => FieldKind::Array,
            NodeKind::Scalar { repr, hint: how } => {
                hint = *how;
                value = repr.value(bytes, node.endian);
                FieldKind::Scalar(*repr)
            }
            NodeKind::Bits { bit, bits: n, value: v } => {
                bits = Some((*bit, *n));
                value = Value::Int(*v);
                FieldKind::Bits
            }
            NodeKind::Bytes => FieldKind::Bytes,
            NodeKind::Text => {
                let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
                let text = String::from_utf8_lossy(bytes.get(..end).unwrap_or(bytes));
                value = Value::Text(text.into_owned());
                FieldKind::Text
            }
            NodeKind::Padding => FieldKind::Padding,
            NodeKind::Unread => FieldKind::Unread,
            NodeKind::Link { target } => FieldKind::Link(*target),
        };
        let meaning = match (&node.note, &node.kind) {
            (Some(note), _) => note.to_string(),
            (None, NodeKind::Run(run)) => self.run_meaning(run, span, node.endian),
            (None, NodeKind::Link { target }) => format!("stored at {target:#x}"),
            (None, _) => hint.meaning(&value),
        };
        Some(Field {
            path,
            name,
            type_name: match &node.kind {
                NodeKind::Run(run) => format!("{}[{}]", node.type_name, run.count),
                NodeKind::Array => format!("array[{}]", nodes.children(here).len()),
                _ => node.type_name.to_owned(),
            },
            id: id.clone(),
            span,
            kind,
            bits,
            hint,
            scaled: hint.scaled(&value),
            value,
            meaning,
            children: count_children(nodes, here),
        })
    }

    /// Short runs of scalars are shown in one line.
    fn run_meaning(&self, run: &Run, span: Span, endian: Endian) -> String {
        let Starts::Even(size) = run.starts else { return String::new() };
        let repr = [Repr::U8, Repr::I8, Repr::U16, Repr::I16, Repr::U32, Repr::I32, Repr::F32]
            .into_iter()
            .find(|repr| repr.name() == run.element.type_name());
        let alone = |repr: &Repr| run.count <= 16 && repr.size() as u64 == size;
        let Some(repr) = repr.filter(alone) else { return String::new() };
        let mut parts = Vec::new();
        for chunk in self.source.slice(span).chunks(usize::try_from(size).unwrap_or(1).max(1)) {
            parts.push(match repr.value(chunk, endian) {
                Value::Int(v) => v.to_string(),
                Value::Uint(v) => v.to_string(),
                Value::Float(v) => v.to_string(),
                _ => String::new(),
            });
        }
        parts.join(", ")
    }

    fn display_name(&self, nodes: &Nodes, id: &FieldId) -> String {
        let Some(node) = nodes.node(id.node()) else { return String::new() };
        // A run's element has its index in the id; the array's name is one level up.
        let index = match (node.name.index(), nodes.namesake(id.node())) {
            (Some(index), _) => index,
            (None, 0) => return node.name.label().to_owned(),
            (None, earlier) => return format!("{}~{}", node.name.label(), earlier + 1),
        };
        let array = self.parent(id).and_then(|parent| {
            let nodes = self.nodes_of(&parent)?;
            Some(nodes.node(parent.node())?.name.label().to_owned())
        });
        format!("{}[{index}]", array.unwrap_or_default())
    }

    /// The field with this path.
    pub fn find(&self, path: &str) -> Result<FieldId, PathMiss> {
        let mut here = FieldId::root();
        for step in steps(path) {
            here = self
                .step(&here, step)
                .ok_or_else(|| PathMiss { deepest: self.path(&here), wanted: path.to_owned() })?;
        }
        Ok(here)
    }

    fn step(&self, here: &FieldId, step: Step<'_>) -> Option<FieldId> {
        let nodes = self.nodes_of(here)?;
        let node = here.node();
        match step {
            Step::Index(index) if matches!(nodes.node(node)?.kind, NodeKind::Run(_)) => {
                self.child(here, index as usize)
            }
            Step::Index(index) => {
                let children = nodes.children(node);
                let at = children
                    .iter()
                    .position(|c| nodes.node(*c).and_then(|n| n.name.index()) == Some(index))?;
                self.child(here, at)
            }
            Step::Label(label) => self.child(here, nodes.child_named(node, label)?),
        }
    }

    /// The innermost field that holds the byte at `offset`.
    pub fn deepest_at(&self, offset: u64) -> Option<FieldId> {
        let mut found = None;
        self.leaves_in(offset..offset.checked_add(1)?, &mut |id, _| found = Some(id));
        found
    }

    /// Calls `f` with every leaf that has a byte in `range`, by start, with its bytes. An element
    /// of a run that names none of them stands for itself.
    pub fn leaves_in(&self, range: Range<u64>, f: &mut dyn FnMut(FieldId, Span)) {
        if range.is_empty() {
            return;
        }
        let end = self.claims.partition_point(|claim| claim.start < range.end);
        let mut first = end;
        while first > 0 && self.claims.get(first - 1).is_some_and(|c| c.reach > range.start) {
            first -= 1;
        }
        for claim in self.claims.get(first..end).unwrap_or(&[]) {
            if claim.end > range.start {
                self.leaves_of(FieldId(vec![claim.node]), &range, f);
            }
        }
    }

    fn leaves_of(&self, id: FieldId, range: &Range<u64>, f: &mut dyn FnMut(FieldId, Span)) {
        let Some(nodes) = self.nodes_of(&id) else { return };
        let Some(node) = nodes.node(id.node()) else { return };
        let touched = node.start < range.end && node.start + node.len > range.start;
        match &node.kind {
            NodeKind::Run(run) if touched => {
                let first = run.index_at(range.start.saturating_sub(node.start));
                let last = run.index_at((range.end - 1).saturating_sub(node.start));
                for index in first..=last {
                    let before = id.0.iter().copied();
                    let element = FieldId(before.chain([index as u32, 0]).collect());
                    let mut named = false;
                    self.leaves_of(element.clone(), range, &mut |id, span| {
                        named = true;
                        f(id, span);
                    });
                    if let Some(at) = run.range(index, node.len).filter(|_| !named) {
                        let start = node.start + at.start;
                        f(element, Span::new(self.source.id(), start, at.end - at.start));
                    }
                }
            }
            NodeKind::Group | NodeKind::Array => {
                for child in nodes.children(id.node()) {
                    let mut next = id.0.clone();
                    if let Some(last) = next.last_mut() {
                        *last = *child;
                    }
                    self.leaves_of(FieldId(next), range, f);
                }
            }
            _ if touched => {
                f(id, Span::new(self.source.id(), node.start, node.len));
            }
            _ => {}
        }
    }
}

fn count_children(nodes: &Nodes, node: u32) -> usize {
    match nodes.node(node).map(|n| &n.kind) {
        Some(NodeKind::Run(run)) => run.count,
        Some(_) => nodes.children(node).len(),
        None => 0,
    }
}

enum Step<'a> {
    Label(&'a str),
    Index(u32),
}

/// Splits `a.b[3].c` into its names and indices.
fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    path.split(['.', '[']).filter(|part| !part.is_empty()).map(|part| {
        match part.strip_suffix(']').and_then(|n| n.parse().ok()) {
            Some(index) => Step::Index(index),
            None => Step::Label(part),
        }
    })
}

/// Leaves and runs with at least one byte, by start.
fn claims(nodes: &[Node]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = nodes
        .iter()
        .enumerate()
        .filter(|(_, n)| {
            n.len > 0
                && !matches!(n.kind, NodeKind::Group | NodeKind::Array | NodeKind::Link { .. })
        })
        .map(|(id, n)| Claim { start: n.start, end: n.start + n.len, reach: 0, node: id as u32 })
        .collect();
    claims.sort_by_key(|claim| claim.start);
    let mut reach = 0;
    for claim in &mut claims {
        reach = reach.max(claim.end);
        claim.reach = reach;
    }
    claims
}

/// Adds a node for every stretch that nothing claims, and counts the rest.
fn add_unread(recorder: &mut TreeRecorder, len: u64) -> Coverage {
    let mut coverage = Coverage::default();
    let mut gaps = Vec::new();
    let mut at = 0;
    for claim in claims(&recorder.nodes) {
        let padding = recorder
            .nodes
            .get(claim.node as usize)
            .is_some_and(|n| matches!(n.kind, NodeKind::Padding));
        if claim.start > at {
            gaps.push(at..claim.start);
        }
        let fresh = claim.end.saturating_sub(claim.start.max(at));
        if padding {
            coverage.padding += fresh;
        } else {
            coverage.fields += fresh;
        }
        coverage.overlap += (claim.end - claim.start) - fresh;
        at = at.max(claim.end);
    }
    if at < len {
        gaps.push(at..len);
    }
    let endian = Endian::Little;
    if !gaps.is_empty() {
        // Below the root, which is node 0.
        recorder.open.push(0);
        let kind = NodeKind::Array;
        let start = gaps.first().map_or(0, |gap| gap.start);
        recorder.open(NewNode { name: "unread".into(), type_name: "array", start, endian, kind });
        for (index, gap) in gaps.into_iter().enumerate() {
            coverage.unread += gap.end - gap.start;
            let kind = NodeKind::Unread;
            let name = Name::element(index);
            let type_name = "unread";
            recorder.leaf(NewNode { name, type_name, start: gap.start, endian, kind }, gap.end);
        }
        recorder.close(start);
    }
    coverage
}
