//! Tree of named fields over the bytes of one source.
//!
//! Headers and tables are nodes. A run of records is one node; the fields of its elements are created on
//! demand, by running the element's reader again on just those bytes.

mod builder;
mod claims;
mod field;
mod keys;
mod nodes;
mod pattern;
mod reference;
mod shape;
mod walk;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::node::{ElementPlace, NONE, NewNode, Node, NodeKind, Run, Starts};
use super::recorder::{Recorder, TreeRecorder};
use super::reference::Reference;
use super::{Cursor, Endian, Hint, Repr, Source, Span, Value, cp1252};
pub use builder::{Branch, NewField, NewKind, TreeBuilder};
use claims::{Claim, add_unread, claims, uses};
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

    /// Coverage of its bytes by fields.
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
        let NodeKind::Run(run) = &node.kind else { return None };
        let range = run.range(index, node.len)?;
        let range = node.start + range.start..node.start + range.end;
        let (source, part, endian) = (self.source_of(node), node.part, node.endian);
        Some(Nodes::new(run.element.name(&ElementPlace { source, part, range, endian, index })))
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

    /// All data of `id` for display.
    pub fn field(&self, id: &FieldId) -> Option<Field> {
        let nodes = self.nodes_of(id)?;
        self.field_of(&nodes, id, self.path(id), self.display_name(&nodes, id))
    }

    fn field_of(&self, nodes: &Nodes, id: &FieldId, path: String, name: String) -> Option<Field> {
        let here = id.node();
        let node = nodes.node(here)?;
        let FieldContent { span, kind, hint, value } = self.content_in(node);
        let bits = match &node.kind {
            NodeKind::Bits { place, .. } => Some(*place),
            _ => None,
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
                NodeKind::Run(run) => format!("{}[{}]", &*node.type_name, run.count),
                NodeKind::Array => format!("array[{}]", nodes.children(here).len()),
                _ => node.type_name.to_string(),
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

    /// Name of an element of a run with the name of its list, without reading the element.
    pub fn element_name(&self, id: &FieldId) -> Option<String> {
        let run = id.enclosing_run()?;
        let nodes = self.nodes_of(&run)?;
        let (label, index) = (nodes.node(run.node())?.name.label(), id.0.get(run.0.len())?);
        Some(format!("{label}[{index}]"))
    }

    /// The content of `id`, without the texts for display: expressions need it for thousands of fields.
    pub fn content(&self, id: &FieldId) -> Option<FieldContent> {
        let nodes = self.nodes_of(id)?;
        nodes.node(id.node()).map(|node| self.content_in(node))
    }

    /// The value of `id`.
    pub fn value(&self, id: &FieldId) -> Option<Value> {
        let nodes = self.nodes_of(id)?;
        nodes.node(id.node()).map(|node| self.value_in(node))
    }

    fn content_in(&self, node: &Node) -> FieldContent {
        let hint = match &node.kind {
            NodeKind::Scalar { hint, .. } | NodeKind::Bits { hint, .. } => *hint,
            _ => Hint::Dec,
        };
        let kind = match &node.kind {
            NodeKind::Group | NodeKind::Packed => FieldKind::Group,
            NodeKind::Array | NodeKind::Run(_) => FieldKind::Array,
            NodeKind::Scalar { repr, .. } => FieldKind::Scalar(*repr),
            NodeKind::Bits { .. } => FieldKind::Bits,
            NodeKind::Bytes => FieldKind::Bytes,
            NodeKind::Text | NodeKind::Given { is_text: true, .. } => FieldKind::Text,
            NodeKind::Given { .. } => FieldKind::Value,
            NodeKind::Padding => FieldKind::Padding,
            NodeKind::Unread => FieldKind::Unread,
            NodeKind::Link { target } => FieldKind::Link(*target),
        };
        let span = self.span_of(node);
        FieldContent { span, kind, hint, value: self.value_in(node) }
    }

    /// The value stored at a node.
    fn value_in(&self, node: &Node) -> Value {
        // Only for numbers and texts: a whole disc may not be in memory.
        let bytes = || self.source_of(node).slice(self.span_of(node));
        match &node.kind {
            NodeKind::Scalar { repr, .. } => repr.value(bytes(), node.endian),
            NodeKind::Bits { value, .. } | NodeKind::Given { value, .. } => value.clone(),
            NodeKind::Text => {
                let bytes = bytes();
                let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
                Value::Text(cp1252::text(bytes.get(..end).unwrap_or(bytes)))
            }
            _ => Value::None,
        }
    }

    /// Short runs of scalars are displayed in one line.
    fn run_meaning(&self, run: &Run, span: Span, endian: Endian) -> String {
        let Starts::Even(size) = run.starts else { return String::new() };
        let repr = [Repr::U8, Repr::I8, Repr::U16, Repr::I16, Repr::U32, Repr::I32, Repr::F32]
            .into_iter()
            .find(|repr| repr.name() == run.element.type_name());
        let alone = |repr: &Repr| run.count <= 16 && repr.size() as u64 == size;
        let Some(repr) = repr.filter(alone) else { return String::new() };
        let hint = run.element.hint();
        let is_key = matches!(hint, Hint::Ref(Reference::Key(_) | Reference::Element(_)));
        let is_digits = hint.is_name() || is_key && hint.is_hex();
        let mut parts = Vec::new();
        for chunk in
            self.source_of_span(span).slice(span).chunks(usize::try_from(size).unwrap_or(1).max(1))
        {
            parts.push(match repr.value(chunk, endian) {
                Value::Int(v) => v.to_string(),
                // Hashes and handles are displayed as digits.
                Value::Uint(v) if is_digits => format!("{v:08x}"),
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
                .step(&here, &step)
                .ok_or_else(|| PathMiss { deepest: self.path(&here), wanted: path.to_owned() })?;
        }
        Ok(here)
    }

    fn step(&self, here: &FieldId, step: &Step<'_>) -> Option<FieldId> {
        let nodes = self.nodes_of(here)?;
        let node = here.node();
        match *step {
            Step::Index(index) if matches!(nodes.node(node)?.kind, NodeKind::Run(_)) => {
                self.child(here, index as usize)
            }
            Step::Index(index) => {
                let children = nodes.children(node);
                let is_it = |c: &u32| nodes.node(*c).and_then(|n| n.name.index()) == Some(index);
                // Elements may be missing or out of order, but rarely are.
                let at = Some(index as usize).filter(|at| children.get(*at).is_some_and(is_it));
                self.child(here, at.or_else(|| children.iter().position(is_it))?)
            }
            Step::Label(label) => self.child(here, nodes.child_named(node, label)?),
            Step::Range(..) => None,
        }
    }

    /// The field called `path` below `from`.
    pub fn find_below(&self, from: &FieldId, path: &str) -> Option<FieldId> {
        steps(path).try_fold(from.clone(), |at, step| self.step(&at, &step))
    }

    /// Number of elements of an array. Padding after them does not count.
    pub fn element_count(&self, id: &FieldId) -> usize {
        let Some(nodes) = self.nodes_of(id) else { return 0 };
        let here = id.node();
        if let Some(NodeKind::Run(run)) = nodes.node(here).map(|node| &node.kind) {
            return run.count;
        }
        let is_element = |child: &u32| nodes.node(*child).is_some_and(|n| n.name.index().is_some());
        nodes.children(here).iter().rposition(is_element).map_or(0, |last| last + 1)
    }

    /// Element `index` of an array.
    pub fn element_at(&self, id: &FieldId, index: usize) -> Option<FieldId> {
        self.step(id, &Step::Index(u32::try_from(index).ok()?))
    }

    /// The bytes of the field with this path; for an element of a run without naming its fields.
    pub fn span(&self, path: &str) -> Option<Span> {
        let (array, index) = match path.strip_suffix(']').and_then(|path| path.rsplit_once('[')) {
            Some((array, index)) => (array, index.parse().ok()),
            None => (path, None),
        };
        let array_id = self.find(array).ok()?;
        if let Some(span) = index.and_then(|index| self.element_span(&array_id, index)) {
            return Some(span);
        }
        let id = match index {
            Some(index) => self.step(&array_id, &Step::Index(u32::try_from(index).ok()?))?,
            None => array_id,
        };
        let nodes = self.nodes_of(&id)?;
        nodes.node(id.node()).map(|node| self.span_of(node))
    }

    /// The bytes of the run with this path, and the starts of its elements.
    pub fn run(&self, path: &str) -> Option<(Span, Starts)> {
        let id = self.find(path).ok()?;
        let nodes = self.nodes_of(&id)?;
        let node = nodes.node(id.node())?;
        let NodeKind::Run(run) = &node.kind else { return None };
        Some((self.span_of(node), run.starts.clone()))
    }

    /// The innermost field at the byte `offset`.
    pub fn deepest_at(&self, offset: u64) -> Option<FieldId> {
        let mut found = None;
        self.leaves_in(offset..offset.checked_add(1)?, &mut |id, _| found = Some(id));
        found
    }

    /// Calls `f` with every leaf that has a byte in `range`, by start, with its bytes. An element of a
    /// run without named fields counts as a leaf.
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

#[derive(Clone, Copy)]
enum Step<'a> {
    Label(&'a str),
    Index(u32),
    /// Range of elements, end excluded; only in patterns.
    Range(u32, u32),
}

/// Splits `a.b[3].c` into its names and indices.
fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    let mut rest = path;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches('.');
        let inside = rest.strip_prefix('[');
        let (part, behind) = match inside.and_then(|inside| inside.split_once(']')) {
            Some((index, behind)) => (Ok(index), behind),
            None if rest.is_empty() => return None,
            None => {
                let at = rest.char_indices().skip(1).find(|(_, c)| matches!(c, '.' | '['));
                let (label, behind) = rest.split_at(at.map_or(rest.len(), |(at, _)| at));
                (Err(label), behind)
            }
        };
        rest = behind;
        Some(match part {
            Ok(index) => element(index).unwrap_or(Step::Label(index)),
            Err(label) => Step::Label(label),
        })
    })
}

fn element(index: &str) -> Option<Step<'_>> {
    match index.split_once("..") {
        _ if index == "*" => Some(Step::Range(0, u32::MAX)),
        Some((first, end)) => {
            let bound =
                |text: &str, none| if text.is_empty() { Some(none) } else { text.parse().ok() };
            Some(Step::Range(bound(first, 0)?, bound(end, u32::MAX)?))
        }
        None => index.parse().ok().map(Step::Index),
    }
}
