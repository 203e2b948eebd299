//! Animated entries of colour tables.

use serde::{Serialize, Serializer};

use super::{ColourTableId, Origin, TICKS};

/// An entry of a colour table that cycles through keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PaletteAnimation {
    /// Bytes and field path of the animation.
    #[serde(flatten)]
    pub origin: Origin,
    /// Index in [`Scene::colour_tables`](super::Scene::colour_tables).
    #[serde(skip)]
    pub table: ColourTableId,
    /// Index into [`ColourTable::colours`](super::ColourTable::colours).
    pub entry: u8,
    /// The key at the start.
    pub current: u8,
    /// Elapsed ticks of that key at the start.
    pub elapsed: u8,
    /// Colours in their order.
    pub keys: Vec<PaletteKey>,
}

/// Colour of a key, and the time to the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaletteKey {
    /// R, G, B.
    pub colour: [u8; 3],
    /// Ticks until the next key; 0 stays at this one forever.
    pub ticks: u8,
}

/// As JSON: R, G, B, ticks.
impl Serialize for PaletteKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [r, g, b] = self.colour;
        [r, g, b, self.ticks].serialize(serializer)
    }
}

/// A change of relative luminance that counts as half a flash, if the darker side is below [`BRIGHT`]
/// (WCAG 2.3.1).
const SWING: f32 = 0.1;
const BRIGHT: f32 = 0.8;

impl PaletteAnimation {
    /// Colour at `ticks` after the start; `None` without keys.
    pub fn colour(&self, ticks: u32) -> Option<[u8; 3]> {
        let mut at = usize::from(self.current);
        let mut left = u64::from(self.elapsed) + u64::from(ticks);
        if let Some(period) = self.period() {
            left %= u64::from(period);
        }
        // At most one cycle, or up to the key that stays.
        for _ in 0..=self.keys.len() {
            let key = self.keys.get(at)?;
            let interval = u64::from(key.ticks);
            if interval == 0 {
                return Some(key.colour);
            }
            let next = if at + 1 < self.keys.len() { at + 1 } else { 0 };
            if left < interval {
                // In range: less than an interval, which is a byte.
                return Some(mix(*key, self.keys.get(next)?.colour, left as i32));
            }
            left -= interval;
            at = next;
        }
        None
    }

    /// Ticks until the animation repeats; `None` if it stops.
    pub fn period(&self) -> Option<u32> {
        let goes_on = !self.keys.is_empty() && self.keys.iter().all(|key| key.ticks > 0);
        goes_on.then(|| self.keys.iter().map(|key| u32::from(key.ticks)).sum())
    }

    /// Flashes per second: brightness going up and down again, or the other way.
    pub fn flashes(&self) -> f32 {
        let Some(period) = self.period() else { return 0.0 };
        flashes(&self.keys.iter().map(|key| luminance(key.colour)).collect::<Vec<_>>(), period)
    }
}

/// Flashes per second of an animation with these levels of brightness and this period in ticks.
pub(super) fn flashes(levels: &[f32], period: u32) -> f32 {
    let (mut low, mut high, mut rising) = (f32::MAX, f32::MIN, None);
    let mut turns = 0u32;
    // The first round determines the state, the second one counts.
    for (index, level) in levels.iter().chain(levels).enumerate() {
        (low, high) = (low.min(*level), high.max(*level));
        let up = level - low >= SWING && low < BRIGHT;
        let down = high - level >= SWING && *level < BRIGHT;
        if up && rising != Some(true) || down && rising != Some(false) {
            turns += u32::from(index >= levels.len());
            rising = Some(up && rising != Some(true));
            (low, high) = (*level, *level);
        }
    }
    turns as f32 / 2.0 * TICKS / period.max(1) as f32
}

/// Colour between a key and the next one, with the engine's integer arithmetic.
fn mix(key: PaletteKey, next: [u8; 3], elapsed: i32) -> [u8; 3] {
    let mut mixed = key.colour;
    for (value, next) in mixed.iter_mut().zip(next) {
        let (from, to) = (i32::from(*value), i32::from(next));
        let between = from + (to - from) * elapsed / i32::from(key.ticks.max(1));
        *value = between.clamp(0, 255) as u8;
    }
    mixed
}

/// Relative luminance of a display-referred colour.
pub(super) fn luminance(colour: [u8; 3]) -> f32 {
    let linear = colour.map(|byte| {
        let value = f32::from(byte) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}
