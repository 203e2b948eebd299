//! Finds fields by path.

use super::steps::{Step, steps};
use super::{FieldId, PathMiss, Tree};
use crate::bytes::Span;
use crate::bytes::node::{NodeKind, Starts};

impl Tree {
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

    pub(super) fn step(&self, here: &FieldId, step: &Step<'_>) -> Option<FieldId> {
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
}
