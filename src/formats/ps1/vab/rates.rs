//! Playback rates of a bank's recordings, which follow from the tones.

use super::records::{Tone, Vab};
use crate::scene::{MIDDLE_C, pitch_at};

/// Rate of each VAG in Hz: that of middle C in the first tone that uses it.
pub(super) fn rates(vab: &Vab) -> Vec<Option<u32>> {
    let mut rates = vec![None; vab.sizes.len()];
    for tone in vab.programs().flat_map(|program| program.tones) {
        if let Some(rate) = vag_index(tone).and_then(|index| rates.get_mut(index))
            && rate.is_none()
        {
            *rate = Some(pitch_at(MIDDLE_C, tone.centre, tone.fine).1);
        }
    }
    rates
}

/// Zero-based VAG index of a tone.
pub(super) fn vag_index(tone: &Tone) -> Option<usize> {
    usize::try_from(tone.vag).ok()?.checked_sub(1)
}
