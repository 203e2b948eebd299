//! Queries on triggers for displaying a level (format document, section 17).

use super::Trg;
use super::node::{Body, Node};
use super::pieces::{Angles, Position};
use super::script::{MODEL, OperandValue};

/// Model that a node places in the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedModel {
    /// Index of the node.
    pub node: usize,
    /// Name hash of a model in the object bank.
    pub model: u32,
    /// Position in the file's axes.
    pub position: Position,
    /// The node's angles, or those its script sets.
    pub angles: Angles,
}

/// Pickup of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pickup {
    /// Index of the node.
    pub node: usize,
    /// One of [`PICKUPS`](super::kinds::PICKUPS).
    pub kind: u16,
    /// Position in the file's axes.
    pub at: Position,
}

impl Trg {
    /// Models that scripts place.
    pub fn placed_models(&self) -> Vec<PlacedModel> {
        let mut placed = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let Some(position) = node.position() else { continue };
            let mut angles = node.angles().unwrap_or_default();
            let mut model = None;
            for item in node.script() {
                match item.operand {
                    OperandValue::Model { hash, .. } if item.word == MODEL => {
                        model = model.or(Some(hash));
                    }
                    OperandValue::Angles(set) => angles = set,
                    _ => {}
                }
            }
            placed.extend(model.map(|model| PlacedModel { node: index, model, position, angles }));
        }
        placed
    }

    /// Pickups with their positions; truncated nodes without position are skipped.
    pub fn pickups(&self) -> Vec<Pickup> {
        let pickup = |(index, node): (usize, &Node)| match &node.body {
            Body::Powerup(body) => {
                Some(Pickup { node: index, kind: body.kind, at: node.position()? })
            }
            _ => None,
        };
        self.nodes.iter().enumerate().filter_map(pickup).collect()
    }
}
