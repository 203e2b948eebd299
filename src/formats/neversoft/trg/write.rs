//! Writes the records.

use super::node::{Body, Node};
use super::opcodes::Minor;
use super::{Header, MAGIC, Trg};
use crate::bytes::layout::{Layout, Writing};
use crate::bytes::{Endian, Gap, Result, Writer, count32};

impl Trg {
    /// Serialises the file. Offsets are recomputed, except those of nodes with invalid offsets.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        let (magic, major, minor) = (MAGIC, self.major, self.minor);
        let mut header = Header { magic, major, minor, node_count: count32(self.nodes.len()) };
        header.pass(&mut Writing::new(&mut out), ())?;
        let slots: Vec<_> = self.nodes.iter().map(|_| out.slot()).collect();

        let mut offsets = vec![0; self.nodes.len()];
        let is_stored = |index: &usize| self.nodes.get(*index).is_some_and(Node::is_stored);
        for index in self.pieces.order((0..self.nodes.len()).filter(is_stored)) {
            if let (Some(node), Some(offset)) = (self.nodes.get(index), offsets.get_mut(index)) {
                self.pieces.write_gap(index, &Gap::NONE, &mut out);
                *offset = count32(out.pos());
                node.write(&mut out, Minor(self.minor))?;
            }
        }
        out.bytes(&self.pieces.tail);
        for ((node, slot), own) in self.nodes.iter().zip(slots).zip(&offsets) {
            let offset = match node.body {
                Body::SameAs(other) => offsets.get(other as usize).copied().unwrap_or(0),
                Body::Nowhere(offset) => offset,
                _ => *own,
            };
            out.patch(slot, offset);
        }
        Ok(out.finish())
    }
}

impl Node {
    fn write(&self, out: &mut Writer, minor: Minor) -> Result<()> {
        if let Some(bytes) = &self.broken {
            out.bytes(bytes);
            return Ok(());
        }
        self.clone().pass(&mut Writing::new(out), minor)?;
        out.bytes(&self.rest);
        Ok(())
    }
}
