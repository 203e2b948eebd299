//! References between elements: from a trigger to the elements it acts on, its sounds and its scripts;
//! from an object to the sounds of its collisions.

use super::{Element, NodeId, RecordingId, Scene};

/// A reference from one element to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The referring node.
    pub from: NodeId,
    /// The referenced element.
    pub to: Element,
    /// The property with the reference: `Action00.Target`.
    pub by: String,
}

impl Scene {
    /// The referring node of an element: for a face its object, for a helper the represented node.
    fn actor(&self, element: Element) -> Option<NodeId> {
        match element {
            Element::Face(face) => Some(face.node),
            element => self.node_of(element),
        }
    }

    /// References from an element, in stored order.
    pub fn links_from(&self, element: Element) -> impl Iterator<Item = &Link> {
        let from = self.actor(element);
        self.links.iter().filter(move |link| Some(link.from) == from)
    }

    /// References to an element.
    pub fn links_to(&self, element: Element) -> impl Iterator<Item = &Link> {
        let own = self.actor(element).map_or(element, Element::Node);
        self.links.iter().filter(move |link| link.to == own)
    }

    /// Sounds that an element plays, in stored order, without duplicates.
    pub fn plays(&self, element: Element) -> Vec<RecordingId> {
        let mut sounds = Vec::new();
        for link in self.links_from(element) {
            if let Element::Sound(sound) = link.to
                && !sounds.contains(&sound)
            {
                sounds.push(sound);
            }
        }
        sounds
    }
}
