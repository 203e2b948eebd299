//! Keyframed values.

use serde::Serialize;

/// A value over time; undefined without keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Keyframes<const N: usize> {
    /// Linear interpolation to the next key; otherwise the value is held until then.
    straight: bool,
    /// Sorted by time.
    keys: Vec<Key<N>>,
}

/// Value at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key<const N: usize> {
    /// Ticks after the start.
    pub tick: u32,
    /// Value from then on.
    pub value: [f32; N],
}

/// As JSON: the tick and the numbers.
impl<const N: usize> Serialize for Key<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.tick, self.value.as_slice()).serialize(serializer)
    }
}

impl<const N: usize> Keyframes<N> {
    /// Creates a value from keys in any order: ticks after the start, and the value from then on. Keys
    /// that are not finite are left out.
    pub fn new(straight: bool, keys: impl IntoIterator<Item = (u32, [f32; N])>) -> Self {
        let finite = keys.into_iter().filter(|(_, value)| value.iter().all(|v| v.is_finite()));
        let mut keys: Vec<Key<N>> = finite.map(|(tick, value)| Key { tick, value }).collect();
        keys.sort_by_key(|key| key.tick);
        Self { straight, keys }
    }

    /// `true` for linear interpolation; otherwise values are held until the next key.
    pub fn is_straight(&self) -> bool {
        self.straight
    }

    /// Keys sorted by time.
    pub fn keys(&self) -> &[Key<N>] {
        &self.keys
    }

    /// `true` if there are no keys.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// `true` if the value ever changes.
    pub fn changes(&self) -> bool {
        self.keys.windows(2).any(|pair| pair[0].value != pair[1].value)
    }

    /// Value at a tick; the first one before all keys, and the last one after them.
    pub fn at(&self, tick: u32) -> Option<[f32; N]> {
        let behind = self.keys.partition_point(|key| key.tick <= tick);
        let Some(from) = behind.checked_sub(1).and_then(|at| self.keys.get(at)) else {
            return self.keys.first().map(|key| key.value);
        };
        let to = self.keys.get(behind).filter(|_| self.straight);
        let Some(to) = to else { return Some(from.value) };
        // The ticks differ: `to.tick` is greater than `tick`, and `from.tick` is not.
        let share = (tick - from.tick) as f32 / (to.tick - from.tick) as f32;
        let mut value = from.value;
        for (value, to) in value.iter_mut().zip(to.value) {
            *value += (to - *value) * share;
        }
        Some(value)
    }
}
