//! Assigns bytes to nodes by the checked offset table.

use super::TABLE;
use crate::bytes::layout::element_span;
use crate::bytes::{Cursor, Recorder, Severity};

/// Bytes of a node.
#[derive(Clone, Copy)]
pub(super) enum NodeBytes {
    Some,
    /// Same bytes as this other node.
    SameAs(u32),
    /// No bytes: the offset is invalid.
    Nowhere(u32),
}

/// Locations of the nodes.
pub(super) struct Plan {
    /// Nodes are stored in the order of the table.
    pub in_order: bool,
    /// Indices of the stored nodes in file order; empty if it equals the table order.
    pub order: Vec<usize>,
    /// End of each node.
    pub ends: Vec<u64>,
    pub owns: Vec<NodeBytes>,
    /// Start of the first node, or the end of the file.
    pub first: u64,
    pub first_node: Option<usize>,
}

impl Plan {
    /// Creates the plan; `cur` is positioned after the table.
    pub fn new<R: Recorder>(cur: &mut Cursor<'_, R>, offsets: &[u32]) -> Self {
        let len = cur.source_len();
        let (mut owns, mut stored) = checked(cur, offsets);
        let in_table_order = stored.is_sorted_by(|a, b| a.0 < b.0);
        stored.sort();
        let mut ends = vec![len; offsets.len()];
        let mut order = Vec::with_capacity(stored.len());
        let mut next = len;
        // In reverse order: a node ends where the next distinct one starts.
        for group in stored.chunk_by(|a, b| a.0 == b.0).rev() {
            let Some(((offset, owner), others)) = group.split_first() else { continue };
            for (_, other) in others {
                set(&mut owns, *other, NodeBytes::SameAs(*owner));
            }
            set(&mut ends, *owner, next);
            next = (*offset).into();
            order.push(*owner as usize);
        }
        order.reverse();
        let first_node = order.first().copied();
        Self {
            in_order: in_table_order && stored.len() == offsets.len(),
            order: if in_table_order { Vec::new() } else { order },
            ends,
            owns,
            first: stored.first().map_or(len, |(offset, _)| u64::from(*offset)),
            first_node,
        }
    }
}

/// Bytes of each node if its offset alone determines them, and the valid offsets with node indices.
fn checked<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    offsets: &[u32],
) -> (Vec<NodeBytes>, Vec<(u32, u32)>) {
    let (table_end, len) = (cur.pos(), cur.source_len());
    let mut owns = vec![NodeBytes::Some; offsets.len()];
    let mut stored = Vec::with_capacity(offsets.len());
    let mut before = 0;
    for ((index, offset), owns) in (0u32..).zip(offsets).zip(&mut owns) {
        let span = element_span::<u32>(TABLE, index as usize, "");
        let field = || format!("offsets[{index}]");
        if !(table_end..len).contains(&u64::from(*offset)) {
            let message = format_args!(
                "offset {offset:#x} is outside the nodes ({table_end:#x} to {len:#x})"
            );
            cur.problem(Severity::Error, span, &field(), message);
            *owns = NodeBytes::Nowhere(*offset);
            if u64::from(*offset) >= len {
                cur.lose_because(format_args!(
                    "nodes[{index}] is missing: offset {offset:#x} is beyond the end of the file"
                ));
            }
            continue;
        }
        if *offset <= before {
            let message = format_args!("offset {offset:#x} is not greater than the previous one");
            cur.problem(Severity::Warning, span, &field(), message);
        }
        before = *offset;
        stored.push((*offset, index));
    }
    (owns, stored)
}

fn set<T>(list: &mut [T], index: u32, value: T) {
    if let Some(slot) = list.get_mut(index as usize) {
        *slot = value;
    }
}
