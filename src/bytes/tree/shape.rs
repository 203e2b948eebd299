//! Compares the layout of two trees.

use std::collections::HashSet;

use super::{FieldId, Nodes, Tree};
use crate::bytes::node::{Node, NodeKind, Starts};

/// A comparison of two trees.
pub struct TreeComparison<'a> {
    own: &'a Tree,
    other: &'a Tree,
    /// Compared levels: ids without their last number, which is a node of the level.
    compared: HashSet<Vec<u32>>,
}

impl Tree {
    /// Compares this tree with `other`.
    pub fn compared_with<'a>(&'a self, other: &'a Tree) -> TreeComparison<'a> {
        TreeComparison { own: self, other, compared: HashSet::new() }
    }

    /// The leaves and runs on the level of `id` (an element of a run, or the part outside runs) whose
    /// bytes or bits differ in `other`; `None` if the layouts differ.
    pub fn differing(&self, other_tree: &Tree, id: &FieldId) -> Option<Vec<FieldId>> {
        let (own, others) = (self.nodes_of(id)?, other_tree.nodes_of(id)?);
        if moved(&own, &others).is_some() {
            return None;
        }
        let differs = |one: &Node, two: &Node| match (&one.kind, &two.kind) {
            (NodeKind::Bits { value, .. }, NodeKind::Bits { value: other, .. }) => value != other,
            (NodeKind::Given { value, .. }, NodeKind::Given { value: other, .. }) => {
                value != other || self.bytes_of(one) != other_tree.bytes_of(two)
            }
            (NodeKind::Group | NodeKind::Array | NodeKind::Link { .. }, _) => false,
            _ => self.bytes_of(one) != other_tree.bytes_of(two),
        };
        let nodes = own.nodes.iter().zip(&others.nodes).zip(0..);
        let differing = nodes.filter(|((one, two), _)| differs(one, two)).map(|(_, node)| {
            let above = id.0.iter().copied().take(id.0.len() - 1);
            FieldId(above.chain([node]).collect())
        });
        Some(differing.collect())
    }

    fn bytes_of(&self, node: &Node) -> &[u8] {
        self.source_of(node).window(node.start, node.start.saturating_add(node.len))
    }
}

impl TreeComparison<'_> {
    /// The path of the first field with another position or kind in the other tree; `None` if all fields
    /// agree. Elements are compared only in runs on the way to `around`, and only once: those of other
    /// runs are equal if the run and its bytes are equal.
    pub fn first_moved(&mut self, around: &FieldId) -> Option<String> {
        (1..=around.0.len()).step_by(2).find_map(|end| {
            let part = around.0.get(..end)?;
            let key = part.get(..end - 1)?;
            if self.compared.contains(key) {
                return None;
            }
            self.compared.insert(key.to_vec());
            self.moved_at(FieldId(part.to_vec()))
        })
    }

    fn moved_at(&self, mut part: FieldId) -> Option<String> {
        let node = match (self.own.nodes_of(&part), self.other.nodes_of(&part)) {
            (Some(own), Some(others)) => moved(&own, &others)?,
            (None, None) => return None,
            _ => part.node(),
        };
        *part.0.last_mut()? = node;
        Some(self.own.path(&part))
    }
}

fn moved(own: &Nodes, others: &Nodes) -> Option<u32> {
    let differs = own.nodes.iter().zip(&others.nodes).position(|(own, other)| !is_same(own, other));
    let shorter = own.nodes.len().min(others.nodes.len());
    let lengths = (own.nodes.len() != others.nodes.len()).then_some(shorter.saturating_sub(1));
    u32::try_from(differs.or(lengths)?).ok()
}

/// `true` if two nodes have the same name, bytes and kind. Values and descriptions are ignored.
fn is_same(own: &Node, other: &Node) -> bool {
    let layout = |node: &Node| (node.part, node.start, node.len, node.parent);
    own.name == other.name
        && own.type_name == other.type_name
        && layout(own) == layout(other)
        && match (&own.kind, &other.kind) {
            (NodeKind::Run(own), NodeKind::Run(other)) => {
                own.count == other.count
                    && own.element.context() == other.element.context()
                    && are_equal(&own.starts, &other.starts)
            }
            (NodeKind::Bits { place, .. }, NodeKind::Bits { place: other, .. }) => place == other,
            (NodeKind::Link { target }, NodeKind::Link { target: other }) => target == other,
            (own, other) => std::mem::discriminant(own) == std::mem::discriminant(other),
        }
}

fn are_equal(own: &Starts, other: &Starts) -> bool {
    match (own, other) {
        (Starts::Even(own), Starts::Even(other)) => own == other,
        (Starts::Table(own), Starts::Table(other)) => own == other,
        (Starts::EvenBits { first, size }, Starts::EvenBits { first: other, size: other_size }) => {
            first == other && size == other_size
        }
        (Starts::Bits { starts: own, unit }, Starts::Bits { starts: others, unit: other_unit }) => {
            unit == other_unit && own == others
        }
        _ => false,
    }
}
