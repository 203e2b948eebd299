//! Users of the sounds of a scene.

use super::{Element, RecordingId, Scene};

impl Scene {
    /// Elements that play each sound, in order. Elements that play a sound in several ways count once.
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
        for link in &self.links {
            if let Element::Sound(sound) = link.to {
                add(Some(sound), Element::Node(link.from));
            }
        }
        users
    }
}
