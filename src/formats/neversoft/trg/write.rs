//! Records to bytes.

use super::node::{Body, Node};
use super::opcodes::Minor;
use super::{MAGIC, Trg};
use crate::bytes::layout::{Layout, Writing};
use crate::bytes::{Endian, Result, Writer};

impl Trg {
    /// The file: offsets are those of where the nodes come to lie, except for nodes that lie
    /// nowhere.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        out.bytes(&MAGIC);
        out.put(self.major);
        out.put(self.minor);
        out.put(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let slots: Vec<_> = self.nodes.iter().map(|_| out.slot()).collect();
        out.bytes(&self.gap);

        let mut offsets = vec![0; self.nodes.len()];
        for index in self.file_order() {
            if let (Some(node), Some(offset)) = (self.nodes.get(index), offsets.get_mut(index)) {
                *offset = u32::try_from(out.pos()).unwrap_or(u32::MAX);
                node.write(&mut out, Minor(self.minor))?;
            }
        }
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

    /// Indices of the nodes that are stored, in the order they are stored in: those that
    /// [`Trg::order`] names first, the others after them.
    fn file_order(&self) -> Vec<usize> {
        let mut left: Vec<bool> = self.nodes.iter().map(Node::is_stored).collect();
        let named = self.order.iter().map(|index| *index as usize);
        let mut order = Vec::with_capacity(left.len());
        for index in named.chain(0..self.nodes.len()) {
            if let Some(left) = left.get_mut(index).filter(|left| **left) {
                *left = false;
                order.push(index);
            }
        }
        order
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
