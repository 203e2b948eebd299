//! Comparing where two trees have their fields.

use std::collections::HashSet;

use super::{FieldId, Nodes, Tree};
use crate::bytes::node::{Node, NodeKind, Starts};

impl Tree {
    /// The path of the first field that stands elsewhere in `other`, or is of another kind there;
    /// `None` where all are the same. Of the elements of runs, only those that `around` pass
    /// through are looked into: the others are the same where the run and its bytes are.
    pub fn first_moved<'a>(
        &self,
        other: &Tree,
        around: impl IntoIterator<Item = &'a FieldId>,
    ) -> Option<String> {
        let mut compared: HashSet<&[u32]> = HashSet::new();
        for id in around {
            for end in (1..=id.0.len()).step_by(2) {
                let part = id.0.get(..end)?;
                // What a part names is told by all but its last number, which is a node of it.
                if compared.insert(part.get(..end - 1)?)
                    && let Some(path) = self.moved_at(other, FieldId(part.to_vec()))
                {
                    return Some(path);
                }
            }
        }
        None
    }

    fn moved_at(&self, other: &Tree, mut part: FieldId) -> Option<String> {
        let node = match (self.nodes_of(&part), other.nodes_of(&part)) {
            (Some(own), Some(others)) => moved(&own, &others)?,
            (None, None) => return None,
            _ => part.node(),
        };
        *part.0.last_mut()? = node;
        Some(self.path(&part))
    }
}

fn moved(own: &Nodes, others: &Nodes) -> Option<u32> {
    let differs = own.nodes.iter().zip(&others.nodes).position(|(own, other)| !is_same(own, other));
    let shorter = own.nodes.len().min(others.nodes.len());
    let lengths = (own.nodes.len() != others.nodes.len()).then_some(shorter.saturating_sub(1));
    u32::try_from(differs.or(lengths)?).ok()
}

/// Whether two nodes have the same name, bytes and kind. Values and words are no part of it.
fn is_same(own: &Node, other: &Node) -> bool {
    let layout = |node: &Node| (node.start, node.len, node.parent, node.type_name);
    own.name == other.name
        && layout(own) == layout(other)
        && match (&own.kind, &other.kind) {
            (NodeKind::Run(own), NodeKind::Run(other)) => {
                own.count == other.count && are_equal(&own.starts, &other.starts)
            }
            (NodeKind::Bits { place, .. }, NodeKind::Bits { place: other, .. }) => place == other,
            (NodeKind::Link { target }, NodeKind::Link { target: other }) => target == other,
            (own, other) => std::mem::discriminant(own) == std::mem::discriminant(other),
        }
}

fn are_equal(own: &Starts, other: &Starts) -> bool {
    match (own, other) {
        (Starts::Even(own), Starts::Even(other)) => own == other,
        (Starts::Table(own), Starts::Table(other)) | (Starts::Bits(own), Starts::Bits(other)) => {
            own == other
        }
        _ => false,
    }
}
