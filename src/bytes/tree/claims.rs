//! Bytes claimed by fields, and unclaimed bytes.

use super::field::Coverage;
use crate::bytes::Endian;
use crate::bytes::node::{Name, NewNode, Node, NodeKind};
use crate::bytes::recorder::{Recorder, TreeRecorder};

/// Bytes claimed by a leaf or a run.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub(super) start: u64,
    pub(super) end: u64,
    /// The furthest end of this and all earlier claims, so that look-ups know when to stop.
    pub(super) reach: u64,
    pub(super) node: u32,
}

/// Leaves and runs with at least one byte, by start.
pub(super) fn claims(nodes: &[Node]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = nodes
        .iter()
        .enumerate()
        .filter(|(_, n)| {
            n.len > 0
                && n.part == 0
                && !matches!(n.kind, NodeKind::Group | NodeKind::Array | NodeKind::Link { .. })
        })
        .map(|(id, n)| Claim { start: n.start, end: n.start + n.len, reach: 0, node: id as u32 })
        .collect();
    claims.sort_by_key(|claim| claim.start);
    let mut reach = 0;
    for claim in &mut claims {
        reach = reach.max(claim.end);
        claim.reach = reach;
    }
    claims
}

/// Bytes of a leaf.
#[derive(Clone, Copy)]
pub(super) struct Use {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) is_padding: bool,
    /// See [`NodeKind::is_of_bits`].
    pub(super) is_of_bits: bool,
}

/// Bytes of leaves and runs, by start.
pub(super) fn uses(nodes: &[Node]) -> Vec<Use> {
    let uses = claims(nodes).into_iter().map(|Claim { start, end, node, .. }| {
        let kind = nodes.get(node as usize).map(|node| &node.kind);
        let is_padding = matches!(kind, Some(NodeKind::Padding));
        Use { start, end, is_padding, is_of_bits: kind.is_some_and(NodeKind::is_of_bits) }
    });
    uses.collect()
}

/// Adds a node for every unused span, and counts the other bytes. `uses` are sorted by start.
pub(super) fn add_unread(recorder: &mut TreeRecorder, len: u64, uses: Vec<Use>) -> Coverage {
    let mut coverage = Coverage::default();
    let mut gaps = Vec::new();
    let mut at = 0;
    // Bytes between this and `at` belong to bit fields.
    let mut shared = 0;
    for claim in uses {
        let Use { is_padding: padding, is_of_bits: bits, .. } = claim;
        if claim.start > at {
            gaps.push(at..claim.start);
        }
        let fresh = claim.end.saturating_sub(claim.start.max(at));
        if padding {
            coverage.padding += fresh;
        } else {
            coverage.fields += fresh;
        }
        let twice = (claim.end - claim.start) - fresh;
        let common = if bits { at.saturating_sub(shared.max(claim.start)) } else { 0 };
        coverage.overlap += twice - common.min(twice);
        if !bits {
            shared = claim.end.max(at);
        } else if claim.start >= at {
            shared = claim.start;
        }
        at = at.max(claim.end);
    }
    if at < len {
        gaps.push(at..len);
    }
    let endian = Endian::Little;
    if !gaps.is_empty() {
        // Below the root, which is node 0.
        recorder.open.push(0);
        let kind = NodeKind::Array;
        let start = gaps.first().map_or(0, |gap| gap.start);
        recorder.open(NewNode {
            name: "unread".into(),
            type_name: "array".into(),
            start,
            endian,
            kind,
        });
        for (index, gap) in gaps.into_iter().enumerate() {
            coverage.unread += gap.end - gap.start;
            let kind = NodeKind::Unread;
            let name = Name::element(index);
            let type_name = "unread".into();
            recorder.leaf(NewNode { name, type_name, start: gap.start, endian, kind }, gap.end);
        }
        recorder.close(start);
    }
    coverage
}
