//! Keys that fly, by physical position: W, A, S, D, Q and E of an American keyboard, whatever the layout.

use egui::{Event, Key, RawInput};
use glam::Vec3;

/// Physical keys that fly.
const KEYS: [Key; 7] = [Key::W, Key::A, Key::S, Key::D, Key::Q, Key::E, Key::Backslash];

/// Keys that are pressed.
#[derive(Clone, Debug, Default)]
pub struct Flight {
    down: Vec<Key>,
    /// Number of the last pass of the window whose events were handled.
    last: u64,
}

impl Flight {
    /// Handles the key events of pass number `pass`.
    pub fn follow(&mut self, input: &RawInput, pass: u64) {
        let missed = pass > self.last.saturating_add(1);
        self.last = pass;
        if missed || !input.focused {
            // The release of these keys may have gone to another window, or to none.
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

    /// Direction: right, up, forward; each -1, 0 or 1.
    pub fn direction(&self) -> Vec3 {
        let held = |key| f32::from(self.down.contains(&key));
        let axis = |plus, minus| held(plus) - held(minus);
        Vec3::new(axis(Key::D, Key::A), axis(Key::E, Key::Q), axis(Key::W, Key::S))
    }

    /// `true` while Backslash is pressed, which makes flying slow.
    pub fn is_slow(&self) -> bool {
        self.down.contains(&Key::Backslash)
    }
}
