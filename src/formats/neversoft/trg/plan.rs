//! Which bytes belong to which node: the table of offsets, checked.

use super::TABLE;
use crate::bytes::layout::element_span;
use crate::bytes::{Cursor, Recorder, Severity};

/// The bytes of a node.
#[derive(Clone, Copy)]
pub(super) enum Owns {
    Some,
    /// The same as this other node.
    SameAs(u32),
    /// None: the offset leads outside.
    Nowhere(u32),
}

/// Where the nodes are.
pub(super) struct Plan {
    /// Nodes follow one another in the order of the table.
    pub in_order: bool,
    /// Indices of the stored nodes in file order; empty when that is the table's.
    pub order: Vec<usize>,
    /// End of each node.
    pub ends: Vec<u64>,
    pub owns: Vec<Owns>,
    /// Start of the first node, or the end of the file.
    pub first: u64,
    pub first_node: Option<usize>,
}

impl Plan {
    /// For a cursor behind the table.
    pub fn new<R: Recorder>(cur: &mut Cursor<'_, R>, offsets: &[u32]) -> Self {
        let len = cur.source_len();
        let (mut owns, mut stored) = checked(cur, offsets);
        let in_table_order = stored.is_sorted_by(|a, b| a.0 < b.0);
        stored.sort();
        let mut ends = vec![len; offsets.len()];
        let mut order = Vec::with_capacity(stored.len());
        let mut next = len;
        // From the back: a node ends where the next distinct one starts.
        for group in stored.chunk_by(|a, b| a.0 == b.0).rev() {
            let Some(((offset, owner), others)) = group.split_first() else { continue };
            for (_, other) in others {
                set(&mut owns, *other, Owns::SameAs(*owner));
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

/// What each node owns as far as its offset alone says, and the offsets that lead to nodes with
/// their indices.
fn checked<R: Recorder>(cur: &mut Cursor<'_, R>, offsets: &[u32]) -> (Vec<Owns>, Vec<(u32, u32)>) {
    let (table_end, len) = (cur.pos(), cur.source_len());
    let mut owns = vec![Owns::Some; offsets.len()];
    let mut stored = Vec::with_capacity(offsets.len());
    let mut before = 0;
    for ((index, offset), owns) in (0u32..).zip(offsets).zip(&mut owns) {
        let span = element_span::<u32>(TABLE, index as usize, "");
        let field = || format!("offsets[{index}]");
        if !(table_end..len).contains(&u64::from(*offset)) {
            let message =
                format_args!("{offset:#x} is outside the nodes, {table_end:#x} to {len:#x}");
            cur.problem(Severity::Error, span, &field(), message);
            *owns = Owns::Nowhere(*offset);
            if u64::from(*offset) >= len {
                cur.lose_because(format_args!(
                    "nodes[{index}] is missing: its offset {offset:#x} is past the end"
                ));
            }
            continue;
        }
        if *offset <= before {
            let message = format_args!("{offset:#x} is not after the offset before it");
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
