//! The keys that fly: those which stand where W, A, S, D, Q and E are on an American keyboard, so
//! that the hand lies as it should on any.

use egui::{Event, Key, RawInput};
use glam::Vec3;

/// The places that fly.
const KEYS: [Key; 7] = [Key::W, Key::A, Key::S, Key::D, Key::Q, Key::E, Key::Backslash];

/// Keys that are held down.
#[derive(Clone, Debug, Default)]
pub struct Flight {
    down: Vec<Key>,
    /// Pass of the window in which it followed last.
    last: u64,
}

impl Flight {
    /// Takes in what was pressed and let go in a frame: the pass of this number.
    pub fn follow(&mut self, input: &RawInput, pass: u64) {
        let missed = pass > self.last.saturating_add(1);
        self.last = pass;
        if missed || !input.focused {
            // Whatever is let go now, another window is told; while the scene was not on show it
            // went unseen.
            self.down.clear();
        }
        for event in &input.events {
            let Event::Key { key, physical_key, pressed, .. } = event else { continue };
            let position = physical_key.unwrap_or(*key);
            self.down.retain(|held| *held != position);
            if *pressed && KEYS.contains(&position) {
                self.down.push(position);
            }
        }
    }

    /// Where to: right, up, forward; each -1, 0 or 1.
    pub fn direction(&self) -> Vec3 {
        let held = |key| f32::from(self.down.contains(&key));
        let axis = |plus, minus| held(plus) - held(minus);
        Vec3::new(axis(Key::D, Key::A), axis(Key::E, Key::Q), axis(Key::W, Key::S))
    }

    /// Backslash flies slowly.
    pub fn is_slow(&self) -> bool {
        self.down.contains(&Key::Backslash)
    }
}
