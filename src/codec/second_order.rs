//! Common parts of the PlayStation's two ADPCM codings: five predictors from the last two samples, a
//! shift for all nibbles of a unit of 28 samples, and the search for the best pair of predictor and
//! shift.
//!
//! Source: format document `ps1-sound.md`, sections 1.1 and 3.3.

/// Number of samples that share a predictor and a shift.
pub(super) const UNIT: usize = 28;

/// Predictor factors in 1/64 for the last sample and the one before it.
pub(super) const FILTERS: [[i32; 2]; 5] = [[0, 0], [60, 0], [115, -52], [98, -55], [122, -60]];

/// Shifts that preserve at least one bit of a nibble.
const SHIFTS: std::ops::RangeInclusive<u8> = 0..=12;

/// Last two samples of a channel, both initially 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The last sample.
    pub old: i16,
    /// The sample before the last one.
    pub older: i16,
}

impl History {
    /// Appends `sample` as the last one.
    #[inline]
    pub(super) fn push(&mut self, sample: i16) {
        self.older = std::mem::replace(&mut self.old, sample);
    }
}

/// Encoded unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub filter: u8,
    pub shift: u8,
    /// Signed nibbles, in the low four bits.
    pub nibbles: [u8; UNIT],
    /// Decoder state after this unit.
    pub history: History,
    error: u64,
}

/// Encodes `samples` with the smallest error. `predict` is the decoder's prediction; filters below
/// `filters` are tried.
pub(super) fn nearest(
    samples: &[i16; UNIT],
    history: History,
    filters: u8,
    predict: impl Fn(History, [i32; 2]) -> i32,
) -> Unit {
    let mut best = packed(samples, history, (0, 0), u64::MAX, &predict);
    for (filter, shift) in (0..filters).flat_map(|filter| SHIFTS.map(move |shift| (filter, shift)))
    {
        let most = best.map_or(u64::MAX, |unit| unit.error);
        best = packed(samples, history, (filter, shift), most, &predict).or(best);
    }
    let silence = Unit { filter: 0, shift: 12, nibbles: [0; UNIT], history, error: 0 };
    best.unwrap_or(silence)
}

/// Encodes a unit with this filter and shift; `None` if its error is not less than `most`.
fn packed(
    samples: &[i16; UNIT],
    mut history: History,
    (filter, shift): (u8, u8),
    most: u64,
    predict: &impl Fn(History, [i32; 2]) -> i32,
) -> Option<Unit> {
    let factors = FILTERS.get(usize::from(filter)).copied().unwrap_or_default();
    let step = 12 - u32::from(shift.min(12));
    let (mut nibbles, mut error) = ([0; UNIT], 0u64);
    for (nibble, sample) in nibbles.iter_mut().zip(samples) {
        let predicted = predict(history, factors);
        let missing = i32::from(*sample) - predicted;
        let nearest = ((missing + ((1 << step) >> 1)) >> step).clamp(-8, 7);
        let decoded = (predicted + (nearest << step)).clamp(-32768, 32767) as i16;
        *nibble = nearest as u8 & 15;
        error += u64::from(decoded.abs_diff(*sample)).pow(2);
        if error >= most {
            return None;
        }
        history.push(decoded);
    }
    Some(Unit { filter, shift, nibbles, history, error })
}
