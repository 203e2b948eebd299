//! One element of a run after the other, for searches through all of them.

use std::sync::Arc;

use super::steps::{Step, steps};
use super::{FieldContent, FieldId, Nodes, Tree};
use crate::bytes::node::Node;

/// The fields of one element of a run, without their descriptions. They are not cached, in contrast to those
/// that are found by a [`FieldId`].
pub struct ElementFields {
    id: FieldId,
    nodes: Vec<Node>,
}

/// The elements of a run.
pub struct RunElements<'t> {
    tree: &'t Tree,
    run: FieldId,
    /// The nodes that contain the run.
    nodes: Arc<Nodes>,
}

impl Tree {
    /// The elements of the run `run`.
    pub fn elements_of(&self, run: FieldId) -> Option<RunElements<'_>> {
        let nodes = self.nodes_of(&run)?;
        Some(RunElements { tree: self, run, nodes })
    }
}

impl RunElements<'_> {
    /// Reads the fields of an element; `None` if there is no such element.
    pub fn fields(&self, index: usize) -> Option<ElementFields> {
        let run = self.nodes.node(self.run.node())?;
        let nodes = self.tree.nodes_in_element(run, index, true)?;
        let id = self.run.0.iter().copied().chain([u32::try_from(index).ok()?, 0]).collect();
        Some(ElementFields { id: FieldId(id), nodes })
    }
}

impl ElementFields {
    /// The element.
    pub fn id(&self) -> &FieldId {
        &self.id
    }

    /// The field with this path below the element, and its content.
    pub fn find(&self, tree: &Tree, path: &str) -> Option<(FieldId, FieldContent)> {
        let node = steps(path).try_fold(0, |at, step| self.child(at, step))?;
        let content = tree.content_in(self.nodes.get(node as usize)?);
        let mut id = self.id.clone();
        *id.0.last_mut()? = node;
        Some((id, content))
    }

    /// A child of the node `parent`. Fields of a run inside the element are not found.
    fn child(&self, parent: u32, step: Step<'_>) -> Option<u32> {
        let is_it = |node: &Node| match step {
            Step::Label(label) => node.name.index().is_none() && node.name.label() == label,
            Step::Index(index) => node.name.index() == Some(index),
            Step::Range(..) => false,
        };
        let found = self.nodes.iter().position(|node| node.parent == parent && is_it(node))?;
        u32::try_from(found).ok()
    }
}
