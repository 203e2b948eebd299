//! The queue: sounds of all opened banks that are played one after the other.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use super::Key;
use crate::scene::{RecordingId, Scene, Sound};

/// A bank with queued sounds; it need not be the open one.
pub struct QueuedBank {
    /// Path of the bank's file.
    pub path: String,
    pub scene: Arc<Scene>,
    /// Distinguishes the bank's sounds from those of other banks.
    pub generation: u64,
}

/// A queued sound.
#[derive(Clone)]
pub struct Entry {
    pub bank: Arc<QueuedBank>,
    pub sound: RecordingId,
    /// Index of the identifier under which the sound is played.
    pub id: usize,
}

impl Entry {
    /// The stored sound.
    pub fn stored(&self) -> Option<&Sound> {
        self.bank.scene.sounds.get(self.sound)
    }

    pub fn key(&self) -> Key {
        Key { generation: self.bank.generation, sound: self.sound }
    }
}

/// Repeat mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Repeat {
    /// Plays each sound once.
    #[default]
    Off,
    /// Starts again after the last sound.
    All,
    /// Repeats the current sound.
    One,
}

impl Repeat {
    /// The next mode, cyclic.
    pub fn next(self) -> Self {
        match self {
            Self::Off => Self::All,
            Self::All => Self::One,
            Self::One => Self::Off,
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::Off => "Repeat: off",
            Self::All => "Repeat: all",
            Self::One => "Repeat: this sound",
        }
    }
}

/// See the [module](self).
#[derive(Default)]
pub struct Queue {
    entries: Vec<Entry>,
    /// Indices of the entries in playing order.
    order: Vec<usize>,
    /// Position of the current or last entry in `order`.
    at: Option<usize>,
    is_shuffled: bool,
    repeat: Repeat,
    /// Random number generator.
    chance: RandomNumbers,
}

struct RandomNumbers(u64);

impl Default for RandomNumbers {
    fn default() -> Self {
        Self(RandomState::new().hash_one(0) | 1)
    }
}

impl RandomNumbers {
    /// A random number below `of`.
    fn below(&mut self, of: usize) -> usize {
        // Xorshift: never 0, and uniform enough for a playlist.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (of as u64).max(1)).unwrap_or(0)
    }
}

impl Queue {
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn is_shuffled(&self) -> bool {
        self.is_shuffled
    }

    pub fn repeat(&self) -> Repeat {
        self.repeat
    }

    pub fn set_repeat(&mut self, repeat: Repeat) {
        self.repeat = repeat;
    }

    /// The current or last entry, and its index in the list.
    pub fn current(&self) -> Option<(usize, &Entry)> {
        let place = self.order.get(self.at?).copied()?;
        Some((place, self.entries.get(place)?))
    }

    /// A generation for a bank that was not opened as a document.
    pub fn generation_of(&self, path: &str) -> u64 {
        let banks = || self.entries.iter().map(|entry| &entry.bank);
        let known = banks().find(|bank| bank.path == path && bank.generation > u64::MAX / 2);
        known.map_or_else(
            || {
                let least = banks().map(|bank| bank.generation).filter(|g| *g > u64::MAX / 2).min();
                least.map_or(u64::MAX, |least| least - 1)
            },
            |bank| bank.generation,
        )
    }

    /// Adds entries at the end, or after the current one.
    pub fn add(&mut self, new: Vec<Entry>, plays_next: bool) {
        let first = self.entries.len();
        let current = self.at;
        let places = first..first + new.len();
        self.entries.extend(new);
        for (number, place) in places.enumerate() {
            let behind = current.map_or(0, |at| at + 1);
            let len = self.order.len();
            let to = match (plays_next, self.is_shuffled) {
                (true, _) => behind + number,
                (false, true) => behind + self.chance.below(len + 1 - behind.min(len)),
                (false, false) => len,
            };
            self.order.insert(to.min(len), place);
        }
    }

    /// Goes to the entry at an index of the list.
    pub fn go(&mut self, place: usize) -> Option<&Entry> {
        self.at = self.order.iter().position(|known| *known == place);
        self.current().map(|(_, entry)| entry)
    }

    /// Returns the next entry after the end of a sound.
    pub fn end(&mut self) -> Option<&Entry> {
        match self.repeat {
            Repeat::One => self.current().map(|(_, entry)| entry),
            _ => self.step(1),
        }
    }

    /// Steps forward or back; wraps around if everything is repeated.
    pub fn step(&mut self, by: isize) -> Option<&Entry> {
        let len = self.order.len();
        let next = match self.at {
            None => (len > 0).then_some(0),
            Some(at) => at.checked_add_signed(by).filter(|next| *next < len),
        };
        self.at = match (next, self.repeat) {
            (Some(next), _) => Some(next),
            (None, Repeat::Off) => return None,
            (None, _) if len == 0 => return None,
            (None, _) if by > 0 => {
                // A new random order for every pass.
                if self.is_shuffled {
                    self.shuffle_from(0);
                }
                Some(0)
            }
            (None, _) => Some(len - 1),
        };
        self.current().map(|(_, entry)| entry)
    }

    /// Switches to random order with the current entry first, or back to the listed order.
    pub fn set_shuffled(&mut self, is_shuffled: bool) {
        self.is_shuffled = is_shuffled;
        let current = self.current().map(|(place, _)| place);
        self.order = (0..self.entries.len()).collect();
        self.at = current;
        if is_shuffled {
            if let Some(place) = current {
                self.order.swap(0, place);
                self.at = Some(0);
            }
            self.shuffle_from(usize::from(current.is_some()));
        }
    }

    fn shuffle_from(&mut self, first: usize) {
        for at in (first + 1..self.order.len()).rev() {
            let other = first + self.chance.below(at + 1 - first);
            self.order.swap(at, other);
        }
    }

    /// Removes the entry at an index of the list; the current sound keeps playing.
    pub fn remove(&mut self, place: usize) {
        if place >= self.entries.len() {
            return;
        }
        self.entries.remove(place);
        let Some(gone) = self.order.iter().position(|known| *known == place) else { return };
        self.order.remove(gone);
        self.order.iter_mut().filter(|known| **known > place).for_each(|known| *known -= 1);
        self.at = match self.at {
            // The next step leads to the entry after the removed one.
            Some(at) if gone <= at => at.checked_sub(1),
            at => at,
        };
    }

    pub fn clear(&mut self) {
        (self.entries, self.order, self.at) = (Vec::new(), Vec::new(), None);
    }
}
