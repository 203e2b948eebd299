//! Comparing where two trees have their fields.

use super::{FieldId, Nodes, Tree};
use crate::bytes::node::{Node, NodeKind, Starts};

impl Tree {
    /// The path of the first field that stands elsewhere in `other`, or is of another kind there;
    /// `None` where all are the same. Of the elements of runs, only those that `around` passes
    /// through are looked into: the others are the same where the run and its bytes are.
    pub fn first_moved(&self, other: &Tree, around: &FieldId) -> Option<String> {
        for end in (1..=around.0.len()).step_by(2) {
            let part = FieldId(around.0.get(..end)?.to_vec());
            let moved = match (self.nodes_of(&part), other.nodes_of(&part)) {
                (Some(own), Some(others)) => moved(&own, &others),
                (None, None) => None,
                _ => Some(part.node()),
            };
            if let Some(node) = moved {
                let mut id = part;
                *id.0.last_mut()? = node;
                return Some(self.path(&id));
            }
        }
        None
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
            (NodeKind::Bits { bit, bits, .. }, NodeKind::Bits { bit: b, bits: n, .. }) => {
                (bit, bits) == (b, n)
            }
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
