//! Users of the sounds of a scene.

use serde::Serialize;

use super::{Element, NodeId, RecordingId, Scene};

/// A sound that a thing plays which is neither an instrument nor a collision: a trigger, an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Play {
    /// What plays it.
    pub node: NodeId,
    /// What it plays.
    pub sound: RecordingId,
}

impl Scene {
    /// The sounds that a thing plays, in the order in which it names them. What explains a thing plays
    /// what that does.
    pub fn plays(&self, element: Element) -> impl Iterator<Item = RecordingId> + '_ {
        let node = match element {
            Element::Face(face) => Some(face.node),
            Element::Node(node) => Some(node),
            Element::Helper(helper) => {
                let path = self.helpers.get(helper).map(|helper| &helper.origin);
                path.and_then(|origin| self.nodes.find(|node| node.origin == *origin))
            }
            _ => None,
        };
        let own = self.plays.iter().filter(move |play| Some(play.node) == node);
        own.map(|play| play.sound)
    }

    /// For each sound, what plays it, in order. Things that play a sound in more than one way
    /// count once.
    pub fn sound_users(&self) -> Vec<Vec<Element>> {
        let mut users = vec![Vec::new(); self.sounds.len()];
        let mut add = |sound: Option<RecordingId>, user: Element| {
            if let Some(users) = sound.and_then(|sound| users.get_mut(sound.index()))
                && users.last() != Some(&user)
            {
                users.push(user);
            }
        };
        for (program, stored) in self.programs.pairs() {
            for (tone, own) in (0..).zip(&stored.tones) {
                add(own.sound, Element::Tone { program, tone });
            }
        }
        for (cue, stored) in self.cues.pairs() {
            add(stored.sound, Element::Cue(cue));
        }
        for (index, collision) in self.collisions.pairs() {
            let user = Element::Collision(index);
            collision.sounds().for_each(|played| add(played.sound, user));
        }
        for play in &self.plays {
            add(Some(play.sound), Element::Node(play.node));
        }
        users
    }
}
