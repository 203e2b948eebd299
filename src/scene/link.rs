//! What leads to what: a trigger to the things it acts on, to its sounds and its scripts; an object to
//! what is heard when something hits it.

use super::{Element, NodeId, RecordingId, Scene};

/// A thing of a scene that names another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What names it.
    pub from: NodeId,
    /// What is named.
    pub to: Element,
    /// The property that names it: `Action00.Target`.
    pub by: String,
}

impl Scene {
    /// The thing that names others: of a face its object, of what explains a thing that thing.
    fn actor(&self, element: Element) -> Option<NodeId> {
        match element {
            Element::Face(face) => Some(face.node),
            element => self.node_of(element),
        }
    }

    /// What a thing leads to, in the order in which it names them.
    pub fn links_from(&self, element: Element) -> impl Iterator<Item = &Link> {
        let from = self.actor(element);
        self.links.iter().filter(move |link| Some(link.from) == from)
    }

    /// What leads to a thing.
    pub fn links_to(&self, element: Element) -> impl Iterator<Item = &Link> {
        let own = self.actor(element).map_or(element, Element::Node);
        self.links.iter().filter(move |link| link.to == own)
    }

    /// The sounds that a thing plays, in the order in which it names them, each once.
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
