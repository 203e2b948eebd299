//! Values and display texts of fields.

use super::{Field, FieldContent, FieldId, FieldKind, Nodes, Tree, count_children};
use crate::bytes::node::{Node, NodeKind, Run, Starts};
use crate::bytes::reference::Reference;
use crate::bytes::{Endian, Hint, Repr, Span, Value, cp1252};

impl Tree {
    /// All data of `id` for display.
    pub fn field(&self, id: &FieldId) -> Option<Field> {
        let nodes = self.nodes_of(id)?;
        self.field_of(&nodes, id, self.path(id), self.display_name(&nodes, id))
    }

    pub(super) fn field_of(
        &self,
        nodes: &Nodes,
        id: &FieldId,
        path: String,
        name: String,
    ) -> Option<Field> {
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

    pub(super) fn content_in(&self, node: &Node) -> FieldContent {
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
    pub(super) fn value_in(&self, node: &Node) -> Value {
        // Called only for numbers and texts: other nodes may span a whole disc, which is not in
        // memory.
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

    pub(super) fn display_name(&self, nodes: &Nodes, id: &FieldId) -> String {
        let Some(node) = nodes.node(id.node()) else { return String::new() };
        // A run's element has its index in the id; the array's name is one level up.
        let index = match (node.name.index(), nodes.duplicate_number(id.node())) {
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
}
