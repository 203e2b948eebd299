//! Checks for cycles in hierarchies and for blocks without a valid transform.

use std::collections::HashMap;

use super::super::body::Body;
use super::super::scn::saved::Pair;
use super::{Check, is_finite};

impl Check<'_, '_> {
    pub(super) fn saved(&mut self, body: &Body) {
        match body {
            Body::Hierarchy(hierarchy) => self.hierarchy(&hierarchy.pairs),
            Body::Block(block)
                if block.place().is_some_and(|(place, _)| !is_finite(&place.position)) =>
            {
                let message = format_args!("instance has no valid transform");
                self.warning("place.position", message);
            }
            Body::Partitions(partitions) => {
                for (number, partition) in partitions.list.iter().enumerate() {
                    let half = partition.extent.half;
                    let is_box = is_finite(&partition.extent.centre)
                        && [half.x, half.y, half.z].iter().all(|side| *side >= 0.0);
                    if !is_box {
                        let message = format_args!("the box has no size");
                        self.warning(format_args!("list[{number}]"), message);
                    }
                }
            }
            _ => {}
        }
    }

    fn hierarchy(&mut self, pairs: &[Pair]) {
        let mut parents: HashMap<u32, u32> = HashMap::with_capacity(pairs.len());
        for (number, Pair { node, parent }) in pairs.iter().enumerate() {
            let field = format_args!("pairs[{number}]");
            if node == parent {
                self.warning(field, format_args!("{node:08X} is its own descendant"));
            } else if parents.insert(*node, *parent).is_some() {
                self.warning(field, format_args!("{node:08X} has two parents"));
            }
        }
        // The pass in which a node was reached.
        let mut met: HashMap<u32, usize> = HashMap::with_capacity(parents.len());
        for (walk, pair) in pairs.iter().enumerate() {
            let mut at = pair.node;
            while let Some(parent) = parents.get(&at) {
                match met.insert(at, walk) {
                    None => at = *parent,
                    Some(earlier) => {
                        if earlier == walk {
                            let message = format_args!("{at:08X} is its own descendant");
                            self.error(format_args!("pairs[{walk}]"), message);
                        }
                        break;
                    }
                }
            }
        }
    }
}
