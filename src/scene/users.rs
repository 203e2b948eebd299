//! Users of the sounds of a scene.

use super::{Element, Scene};

impl Scene {
    /// For each sound, what plays it, in order. Things that play a sound in more than one way
    /// count once.
    pub fn sound_users(&self) -> Vec<Vec<Element>> {
        let mut users = vec![Vec::new(); self.sounds.len()];
        for (index, collision) in self.collisions.pairs() {
            let user = Element::Collision(index);
            for sound in collision.sounds().filter_map(|played| played.sound) {
                if let Some(users) = users.get_mut(sound.index())
                    && users.last() != Some(&user)
                {
                    users.push(user);
                }
            }
        }
        users
    }
}
