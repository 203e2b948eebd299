//! Visits a whole subtree in file order. Each run element is read once and not cached, so that large
//! levels can be printed.

use super::{Field, FieldId, Nodes, Tree};
use crate::bytes::node::NodeKind;

/// Visitor of the fields of a subtree; parents are visited before and after their children.
pub trait Visitor {
    /// Error that stops the traversal.
    type Error;
    /// Enters a field. Its children are visited if this returns `true`.
    fn enter(&mut self, field: &Field) -> Result<bool, Self::Error>;
    /// Called after the children of an entered field.
    fn leave(&mut self, field: &Field) -> Result<(), Self::Error> {
        let _ = field;
        Ok(())
    }
}

impl Tree {
    /// Visits `id` and all fields below it that the visitor enters.
    pub fn walk<V: Visitor>(&self, id: &FieldId, visitor: &mut V) -> Result<(), V::Error> {
        let (Some(nodes), Some(field)) = (self.nodes_of(id), self.field(id)) else { return Ok(()) };
        Walk { tree: self, visitor }.field(&nodes, field)
    }
}

struct Walk<'a, V> {
    tree: &'a Tree,
    visitor: &'a mut V,
}

impl<V: Visitor> Walk<'_, V> {
    fn field(&mut self, nodes: &Nodes, field: Field) -> Result<(), V::Error> {
        if !self.visitor.enter(&field)? {
            return Ok(());
        }
        let here = field.id.node();
        match nodes.node(here) {
            Some(node) if matches!(node.kind, NodeKind::Run(_)) => {
                for index in 0..field.children {
                    let Some(element) = self.tree.read_element(node, index) else { continue };
                    let mut id = field.id.clone();
                    id.0.extend([u32::try_from(index).unwrap_or(u32::MAX), 0]);
                    self.child(&element, &field, id, node.name.label())?;
                }
            }
            Some(node) => {
                for child in nodes.children(here) {
                    let mut id = field.id.clone();
                    if let Some(last) = id.0.last_mut() {
                        *last = *child;
                    }
                    self.child(nodes, &field, id, node.name.label())?;
                }
            }
            None => {}
        }
        self.visitor.leave(&field)
    }

    /// Visits the child `id` of `parent`, whose own name is `label`.
    fn child(
        &mut self,
        nodes: &Nodes,
        parent: &Field,
        id: FieldId,
        label: &str,
    ) -> Result<(), V::Error> {
        let Some(node) = nodes.node(id.node()) else { return Ok(()) };
        let mut path = parent.path.clone();
        node.name.append_to(&mut path);
        let name = match node.name.index() {
            Some(index) => format!("{label}[{index}]"),
            None => node.name.label().to_owned(),
        };
        match self.tree.field_of(nodes, &id, path, name) {
            Some(field) => self.field(nodes, field),
            None => Ok(()),
        }
    }
}
