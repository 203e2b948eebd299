//! Hierarchies that lead in circles, and blocks that are nowhere.

use std::collections::HashMap;

use super::super::body::Body;
use super::super::scn::saved::Pair;
use super::{Check, is_finite};
use crate::bytes::Severity;

impl Check<'_> {
    pub(super) fn hierarchies(&mut self) {
        let file = self.file;
        for (index, section) in file.sections.iter().enumerate() {
            match &section.body {
                Body::Hierarchy(hierarchy) => self.hierarchy(index, &hierarchy.pairs),
                Body::Block(block) => {
                    let place = block.place().map(|(place, _)| place);
                    if place.is_some_and(|place| !is_finite(&place.position)) {
                        let message = format_args!("the instance is lost: its place is none");
                        let field = format_args!("place.position");
                        self.say(Severity::Warning, index, (0, 12), field, message);
                    }
                }
                Body::Partitions(partitions) => {
                    for (number, partition) in partitions.list.iter().enumerate() {
                        let half = partition.extent.half;
                        let is_box = is_finite(&partition.extent.centre)
                            && [half.x, half.y, half.z].iter().all(|side| *side >= 0.0);
                        if !is_box {
                            let step = if partitions.with_flags { 28 } else { 24 };
                            let span = (1 + step * number as u64, step);
                            let message = format_args!("the box has no size");
                            let field = format_args!("list[{number}]");
                            self.say(Severity::Warning, index, span, field, message);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn hierarchy(&mut self, index: usize, pairs: &[Pair]) {
        let mut parents: HashMap<u32, u32> = HashMap::with_capacity(pairs.len());
        for (number, pair) in pairs.iter().enumerate() {
            let span = (8 * number as u64, 8);
            let field = format_args!("pairs[{number}]");
            if pair.node == pair.parent {
                let message = format_args!("{:08X} lies below itself", pair.node);
                self.say(Severity::Warning, index, span, field, message);
            } else if parents.insert(pair.node, pair.parent).is_some() {
                let message = format_args!("{:08X} was placed before", pair.node);
                self.say(Severity::Warning, index, span, field, message);
            }
        }
        // 0: not looked at. Otherwise the walk it was met on.
        let mut met: HashMap<u32, usize> = HashMap::with_capacity(parents.len());
        for (number, pair) in pairs.iter().enumerate() {
            let (walk, mut at) = (number + 1, pair.node);
            while let Some(parent) = parents.get(&at) {
                match met.insert(at, walk) {
                    None => at = *parent,
                    Some(earlier) => {
                        if earlier == walk {
                            let span = (8 * number as u64, 8);
                            let field = format_args!("pairs[{number}]");
                            let message = format_args!("{at:08X} lies below itself");
                            self.say(Severity::Error, index, span, field, message);
                        }
                        break;
                    }
                }
            }
        }
    }
}
