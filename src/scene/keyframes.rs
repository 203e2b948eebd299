//! Numbers that change over time, from key to key.

use serde::Serialize;

/// A value over time; none without keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Keyframes<const N: usize> {
    /// It goes straight on to the next key; else it is held until then.
    straight: bool,
    /// In the order of time.
    keys: Vec<Key<N>>,
}

/// What a value is at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key<const N: usize> {
    /// Ticks after the start.
    pub tick: u32,
    /// What it is from then on.
    pub value: [f32; N],
}

/// As JSON: the tick and the numbers.
impl<const N: usize> Serialize for Key<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.tick, self.value.as_slice()).serialize(serializer)
    }
}

impl<const N: usize> Keyframes<N> {
    /// A value with these keys, in any order: ticks after the start, and what it is from then on.
    /// Numbers that are none are left out.
    pub fn new(straight: bool, keys: impl IntoIterator<Item = (u32, [f32; N])>) -> Self {
        let finite = keys.into_iter().filter(|(_, value)| value.iter().all(|v| v.is_finite()));
        let mut keys: Vec<Key<N>> = finite.map(|(tick, value)| Key { tick, value }).collect();
        keys.sort_by_key(|key| key.tick);
        Self { straight, keys }
    }

    /// Whether it goes straight on to the next key; else it is held until then.
    pub fn is_straight(&self) -> bool {
        self.straight
    }

    /// In the order of time.
    pub fn keys(&self) -> &[Key<N>] {
        &self.keys
    }

    /// True when it says nothing.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// True when the value changes, ever.
    pub fn changes(&self) -> bool {
        self.keys.windows(2).any(|pair| pair[0].value != pair[1].value)
    }

    /// The value at a tick: that of the first key before this, and of the last one behind it.
    pub fn at(&self, tick: u32) -> Option<[f32; N]> {
        let behind = self.keys.partition_point(|key| key.tick <= tick);
        let Some(from) = behind.checked_sub(1).and_then(|at| self.keys.get(at)) else {
            return self.keys.first().map(|key| key.value);
        };
        let to = self.keys.get(behind).filter(|_| self.straight);
        let Some(to) = to else { return Some(from.value) };
        // The next key is later: its tick is above this one, which is not below the first's.
        let share = (tick - from.tick) as f32 / (to.tick - from.tick) as f32;
        let mut value = from.value;
        for (value, to) in value.iter_mut().zip(to.value) {
            *value += (to - *value) * share;
        }
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyed(straight: bool, keys: &[(u32, f32)]) -> Keyframes<1> {
        Keyframes::new(straight, keys.iter().map(|(tick, value)| (*tick, [*value])))
    }

    #[test]
    fn a_value_is_held_or_goes_straight_on_and_stays_at_both_ends() {
        let keys = [(30, 2.0), (10, 1.0), (20, 3.0), (20, 4.0), (25, f32::NAN)];
        let at = |straight, tick| keyed(straight, &keys).at(tick).unwrap()[0];
        assert_eq!([0, 10, 15, 19].map(|tick| at(false, tick)), [1.0; 4]);
        assert_eq!([0, 10, 15].map(|tick| at(true, tick)), [1.0, 1.0, 2.0]);
        // Of two keys at one time the later one counts.
        assert_eq!([20, 25, 30, 99].map(|tick| at(true, tick)), [4.0, 3.0, 2.0, 2.0]);
        assert_eq!(keyed(true, &[]).at(3), None);
    }
}
