//! Bytes to records.

use std::sync::Arc;

use super::node::{Body, Node};
use super::opcodes::Minor;
use super::plan::{Owns, Plan};
use super::{Header, MAGIC, Trg};
use crate::bytes::layout::{Layout, Reading, field_span};
use crate::bytes::{
    Arrangement, Cursor, Gap, Hint, RecordReader, Recorder, Result, Severity, Shaped,
};

pub(super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Trg> {
    if !cur.peek(4).starts_with(&MAGIC) {
        return Err(cur.fail_at(
            (0, 4),
            "magic",
            format_args!("the file does not start with _TRG"),
        ));
    }
    let mut header = Header::default();
    Layout::<()>::pass(&mut header, &mut Reading { cur }, ())?;
    let Header { major, minor, node_count, .. } = header;
    if major != 2 {
        let message = format_args!("major version {major}, but only 2 is known");
        cur.problem(Severity::Error, field_span::<Header>(0, "major"), "major", message);
    }
    if minor > 1 {
        let message = format_args!("minor version {minor}, but only 0 and 1 are known");
        cur.problem(Severity::Warning, field_span::<Header>(0, "minor"), "minor", message);
    }
    let count = cur.bounded("offsets", node_count.into(), u32::SIZE as u64);
    let offsets: Vec<u32> = cur.records_as("offsets", count, Hint::Pointer)?;
    if u64::from(node_count) > count as u64 {
        cur.lose_because(format_args!(
            "the file ends inside its table: it has {count} of {node_count} offsets"
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
        cur.lose_because(format_args!("the file ends inside nodes[{index}]"));
    }
    Ok(Trg { major, minor, nodes, pieces })
}

/// Bytes before the first node; nothing says what they are.
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

/// Nodes that do not simply follow one another, in the order of the table.
fn scattered<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    offsets: &[u32],
    owns: &[Owns],
    reader: &NodeReader,
) -> Result<Vec<Node>> {
    cur.array("nodes", |cur| {
        let mut nodes = Vec::with_capacity(offsets.len());
        for (index, (offset, owns)) in offsets.iter().zip(owns).enumerate() {
            let node = match owns {
                Owns::Some => {
                    cur.seek((*offset).into())?;
                    cur.element(index, NodeReader::TYPE, |cur| reader.read(cur, index))?
                }
                Owns::SameAs(other) => cur.element(index, NodeReader::TYPE, |cur| {
                    let node = Node { body: Body::SameAs(*other), ..Node::default() };
                    cur.link("same_as", (*offset).into());
                    cur.describe(|| node.summary());
                    Ok(node)
                })?,
                // There is nothing to show but the offset, which is shown in its table.
                Owns::Nowhere(offset) => Node { body: Body::Nowhere(*offset), ..Node::default() },
            };
            nodes.push(node);
        }
        cur.seek(cur.source_len())?;
        Ok(nodes)
    })
}

/// Reads node by node.
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
        // A node of two bytes occurs in files of the games.
        if bytes.len() == 2 {
            error.0.severity = Severity::Warning;
        }
        cur.keep(error);
        node.broken = Some(bytes.to_vec());
    }
    node.rest = rest(cur, &node)?;
    Ok(node)
}

/// What follows the fields of a node.
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
            let message = format_args!("node type {kind} is not known, so it is shown raw");
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
            let message = format_args!("{len} bytes follow the terminator");
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
                let message = format_args!("{len} bytes follow the last known field");
                cur.problem(Severity::Note, span, "surplus", message);
            }
        }
    }
    Ok(bytes.to_vec())
}

/// The surplus that THPS1 is known to have: 8 bytes (6 in the prototype) after rails and one more
/// 0xFFFF after pickups and objects of tricks; the next node may be aligned behind it.
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
        let message = format_args!("the last node is not a TERMINATOR");
        cur.problem(Severity::Warning, (cur.source_len(), 0), "nodes", message);
    }
}
