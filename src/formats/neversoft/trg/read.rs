//! Reads the records.

use std::sync::Arc;

use super::node::{Body, Node};
use super::opcodes::Minor;
use super::plan::{NodeBytes, Plan};
use super::{Header, MAGIC, Trg};
use crate::bytes::layout::{Layout, Reading, field_span};
use crate::bytes::{
    Arrangement, Cursor, Gap, Hint, RecordReader, Recorder, Result, Severity, Shaped,
};

pub(super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Trg> {
    if !cur.peek(4).starts_with(&MAGIC) {
        return Err(cur.fail_at((0, 4), "magic", format_args!("missing signature _TRG")));
    }
    let mut header = Header::default();
    Layout::<()>::pass(&mut header, &mut Reading { cur }, ())?;
    let Header { major, minor, node_count, .. } = header;
    if major != 2 {
        let message = format_args!("unknown major version {major} (expected 2)");
        cur.problem(Severity::Error, field_span::<Header>(0, "major"), "major", message);
    }
    if minor > 1 {
        let message = format_args!("unknown minor version {minor} (expected 0 or 1)");
        cur.problem(Severity::Warning, field_span::<Header>(0, "minor"), "minor", message);
    }
    let count = cur.bounded("offsets", node_count.into(), u32::SIZE as u64);
    let offsets: Vec<u32> = cur.records_as("offsets", count, Hint::Pointer)?;
    if u64::from(node_count) > count as u64 {
        cur.lose_because(format_args!(
            "the offset table is truncated: expected {node_count} offsets, found {count}"
        ));
    }

    let plan = Plan::new(cur, &offsets);
    let gap = gap(cur, plan.first.saturating_sub(cur.pos()))?;
    let mut pieces = Arrangement { order: plan.order, ..Arrangement::default() };
    match plan.first_node {
        Some(node) if !gap.is_empty() => drop(pieces.gaps.insert(node, Gap::Bytes(gap))),
        _ => pieces.tail = gap,
    }
    let ends: Arc<[u64]> = plan.ends.into();
    let reader = NodeReader { ends: ends.clone(), minor: Minor(minor) };
    let nodes = if plan.in_order {
        cur.run("nodes", count, reader).items
    } else {
        scattered(cur, &offsets, &plan.owns, &reader)?
    };
    check_terminator(cur, &nodes);
    let torn = |(node, end): (&Node, &u64)| node.broken.is_some() && *end == cur.source_len();
    if let Some(index) = nodes.iter().zip(ends.iter()).position(torn) {
        cur.lose_because(format_args!("nodes[{index}] is truncated"));
    }
    Ok(Trg { major, minor, nodes, pieces })
}

/// Bytes before the first node, with unknown meaning.
fn gap<R: Recorder>(cur: &mut Cursor<'_, R>, len: u64) -> Result<Vec<u8>> {
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    if len == 0 {
        return Ok(Vec::new());
    }
    let start = cur.pos();
    let zeros = cur.peek(len).iter().all(|b| *b == 0);
    let bytes = if zeros { cur.padding(len)? } else { cur.bytes("gap", len)? };
    let message = format_args!("no node starts in the {len} bytes after the table");
    cur.problem(Severity::Warning, (start, len as u64), "", message);
    Ok(bytes.to_vec())
}

/// Reads nodes in table order when they are not stored in this order.
fn scattered<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    offsets: &[u32],
    owns: &[NodeBytes],
    reader: &NodeReader,
) -> Result<Vec<Node>> {
    cur.array("nodes", |cur| {
        let mut nodes = Vec::with_capacity(offsets.len());
        for (index, (offset, owns)) in offsets.iter().zip(owns).enumerate() {
            let node = match owns {
                NodeBytes::Some => {
                    cur.seek((*offset).into())?;
                    cur.element(index, NodeReader::TYPE, |cur| reader.read(cur, index))?
                }
                NodeBytes::SameAs(other) => cur.element(index, NodeReader::TYPE, |cur| {
                    let node = Node { body: Body::SameAs(*other), ..Node::default() };
                    cur.link("same_as", (*offset).into());
                    cur.describe(|| node.summary());
                    Ok(node)
                })?,
                // A node without bytes: only its offset is displayed, in the table.
                NodeBytes::Nowhere(offset) => {
                    Node { body: Body::Nowhere(*offset), ..Node::default() }
                }
            };
            nodes.push(node);
        }
        cur.seek(cur.source_len())?;
        Ok(nodes)
    })
}

/// Reads nodes one at a time.
struct NodeReader {
    ends: Arc<[u64]>,
    minor: Minor,
}

impl RecordReader for NodeReader {
    type Out = Node;
    const TYPE: &'static str = <Node as Layout<Minor>>::TYPE;

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, index: usize) -> Result<Node> {
        let start = cur.pos();
        let end = self.ends.get(index).copied().unwrap_or(start);
        let node = cur.within(start, end, |cur| node(cur, self.minor))?;
        cur.seek(end)?;
        cur.describe(|| node.summary());
        Ok(node)
    }
}

/// Reads one node, up to the cursor's limit.
fn node<R: Recorder>(cur: &mut Cursor<'_, R>, minor: Minor) -> Result<Node> {
    let bytes = cur.peek(usize::MAX);
    let mut node = Node::default();
    if let Err(mut error) = node.pass(&mut Reading { cur }, minor) {
        // Nodes of only two bytes occur in retail files.
        if bytes.len() == 2 {
            error.0.severity = Severity::Warning;
        }
        cur.keep(error);
        node.broken = Some(bytes.to_vec());
    }
    node.rest = rest(cur, &node)?;
    Ok(node)
}

/// Reads the bytes after the fields of a node.
fn rest<R: Recorder>(cur: &mut Cursor<'_, R>, node: &Node) -> Result<Vec<u8>> {
    let (start, bytes) = (cur.pos(), cur.peek(usize::MAX));
    let len = bytes.len();
    let zeros = bytes.iter().all(|b| *b == 0);
    let span = (start, len as u64);
    match (&node.body, &node.broken) {
        (_, Some(_)) => {
            cur.bytes_if_any("undecoded", cur.limit())?;
            return Ok(Vec::new());
        }
        (Body::Unknown, None) => {
            let kind = node.kind;
            let message = format_args!("unknown node type {kind}: contents not decoded");
            cur.problem(Severity::Note, (start.saturating_sub(2), 2), "type", message);
            if len > 0 {
                cur.bytes("raw", len)?;
            }
        }
        _ if len == 0 => {}
        (Body::Terminator, None) if zeros => {
            cur.padding(len)?;
        }
        (Body::Terminator, None) => {
            cur.bytes("trailing", len)?;
            let message = format_args!("{len} bytes after the terminator");
            cur.problem(Severity::Note, span, "trailing", message);
        }
        _ if zeros && len < 4 => {
            cur.padding(len)?;
        }
        _ => {
            cur.records_as::<u16>("surplus", len / 2, Hint::Hex)?;
            if len % 2 == 1 {
                cur.get_as::<u8>("surplus_byte", Hint::Hex)?;
            }
            if !is_known_surplus(node, bytes) {
                let message = format_args!("{len} bytes after the last known field");
                cur.problem(Severity::Note, span, "surplus", message);
            }
        }
    }
    Ok(bytes.to_vec())
}

/// `true` for the known surplus of THPS1: 8 bytes (6 in the prototype) after rails and an additional
/// 0xFFFF after pickups and trick objects; alignment of the next node may follow.
fn is_known_surplus(node: &Node, bytes: &[u8]) -> bool {
    let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let bytes = bytes.get(..used).filter(|used| bytes.len() - used.len() < 4).unwrap_or(bytes);
    match node.body {
        Body::Rail(_) => matches!(bytes.len(), 6 | 8) && bytes.ends_with(&[0xFF, 0xFF]),
        Body::Powerup(_) | Body::Model(_) => bytes == [0xFF, 0xFF],
        _ => false,
    }
}

fn check_terminator<R: Recorder>(cur: &mut Cursor<'_, R>, nodes: &[Node]) {
    let ended = nodes.last().is_some_and(|node| matches!(node.body, Body::Terminator));
    if !ended {
        let message = format_args!("the last node is not of type TERMINATOR");
        cur.problem(Severity::Warning, (cur.source_len(), 0), "nodes", message);
    }
}
