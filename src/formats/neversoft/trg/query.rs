//! What a level wants to know of its triggers (format document, section 17).

use super::Trg;
use super::node::{Body, Node};
use super::pieces::{Angles, Position};
use super::script::{MODEL, Taken};

/// A model that a node puts into the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedModel {
    /// Index of the node.
    pub node: usize,
    /// Name hash of a model in the object bank.
    pub model: u32,
    /// In the file's axes.
    pub position: Position,
    /// The node's angles, or those its script sets.
    pub angles: Angles,
}

/// Something to pick up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pickup {
    /// Index of the node.
    pub node: usize,
    /// One of [`PICKUPS`](super::kinds::PICKUPS).
    pub kind: u16,
    /// In the file's axes.
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
                    Taken::Model { hash, .. } if item.word == MODEL => model = model.or(Some(hash)),
                    Taken::Angles(set) => angles = set,
                    _ => {}
                }
            }
            placed.extend(model.map(|model| PlacedModel { node: index, model, position, angles }));
        }
        placed
    }

    /// What lies about to be picked up, with where: nodes that end before their place are left out.
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
