//! Finds the fields at given bytes.

use std::ops::Range;

use super::{FieldId, Tree};
use crate::bytes::Span;
use crate::bytes::node::NodeKind;

impl Tree {
    /// The innermost field at the byte `offset`.
    pub fn deepest_at(&self, offset: u64) -> Option<FieldId> {
        let mut found = None;
        self.leaves_in(offset..offset.checked_add(1)?, &mut |id, _| found = Some(id));
        found
    }

    /// Calls `f` with every leaf that has a byte in `range`, by start, with its bytes. An element of a
    /// run without named fields counts as a leaf.
    pub fn leaves_in(&self, range: Range<u64>, f: &mut dyn FnMut(FieldId, Span)) {
        if range.is_empty() {
            return;
        }
        let end = self.claims.partition_point(|claim| claim.start < range.end);
        let mut first = end;
        while first > 0 && self.claims.get(first - 1).is_some_and(|c| c.reach > range.start) {
            first -= 1;
        }
        for claim in self.claims.get(first..end).unwrap_or(&[]) {
            if claim.end > range.start {
                self.leaves_of(FieldId(vec![claim.node]), &range, f);
            }
        }
    }

    fn leaves_of(&self, id: FieldId, range: &Range<u64>, f: &mut dyn FnMut(FieldId, Span)) {
        let Some(nodes) = self.nodes_of(&id) else { return };
        let Some(node) = nodes.node(id.node()) else { return };
        let touched = node.start < range.end && node.start + node.len > range.start;
        match &node.kind {
            NodeKind::Run(run) if touched => {
                let first = run.index_at(range.start.saturating_sub(node.start));
                let last = run.index_at((range.end - 1).saturating_sub(node.start));
                for index in first..=last {
                    let before = id.0.iter().copied();
                    let element = FieldId(before.chain([index as u32, 0]).collect());
                    let mut named = false;
                    self.leaves_of(element.clone(), range, &mut |id, span| {
                        named = true;
                        f(id, span);
                    });
                    if let Some(at) = run.range(index, node.len).filter(|_| !named) {
                        let start = node.start + at.start;
                        f(element, Span::new(self.source.id(), start, at.end - at.start));
                    }
                }
            }
            NodeKind::Group | NodeKind::Array => {
                for child in nodes.children(id.node()) {
                    let mut next = id.0.clone();
                    if let Some(last) = next.last_mut() {
                        *last = *child;
                    }
                    self.leaves_of(FieldId(next), range, f);
                }
            }
            _ if touched => {
                f(id, Span::new(self.source.id(), node.start, node.len));
            }
            _ => {}
        }
    }
}
