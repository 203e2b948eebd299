//! AICA ADPCM of the Dreamcast's sound chip: four bits per sample, the low nibble of a byte first.
//!
//! Source: format document `ps1-sound.md`, section 4.

/// Minimum step, and initial step of a sound.
const MIN_STEP: i32 = 127;
/// Maximum step.
const MAX_STEP: i32 = 24576;
/// Scale factors of the step in 1/256, by the magnitude of a nibble.
const SCALES: [i32; 8] = [230, 230, 230, 230, 307, 409, 512, 614];

/// Decodes two samples per byte.
pub fn decode(stream: &[u8]) -> Vec<i16> {
    let mut state = State { sample: 0, step: MIN_STEP };
    let mut out = vec![0; stream.len() * 2];
    let (pairs, _) = out.as_chunks_mut::<2>();
    for (pair, byte) in pairs.iter_mut().zip(stream) {
        *pair = [*byte, byte >> 4].map(|nibble| state.decode(nibble));
    }
    out
}

/// Encodes samples; an odd last sample is repeated to fill its byte.
pub fn encode(samples: &[i16]) -> Vec<u8> {
    let mut state = State { sample: 0, step: MIN_STEP };
    let both = |pair: &[i16]| {
        let (first, second) = (pair.first().copied(), pair.last().copied());
        let low = state.encode(first.unwrap_or(0));
        low | state.encode(second.unwrap_or(0)) << 4
    };
    samples.chunks(2).map(both).collect()
}

#[derive(Clone, Copy)]
struct State {
    sample: i32,
    step: i32,
}

impl State {
    /// Decodes the low nibble of `bits`.
    #[inline(always)]
    fn decode(&mut self, bits: u8) -> i16 {
        let size = i32::from(bits & 7);
        let difference = ((self.step * (2 * size + 1)) >> 3).min(32767);
        let signed = if bits & 8 == 0 { difference } else { -difference };
        self.sample = (self.sample + signed).clamp(-32768, 32767);
        let scale = SCALES[usize::from(bits & 7)];
        self.step = ((self.step * scale) >> 8).clamp(MIN_STEP, MAX_STEP);
        // Already clamped to 16 bits.
        self.sample as i16
    }

    /// Nibble that decodes nearest to `sample`.
    fn encode(&mut self, sample: i16) -> u8 {
        let miss = |nibble: &u8| State::decode(&mut { *self }, *nibble).abs_diff(sample);
        let best = (0..16).min_by_key(miss).unwrap_or(0);
        self.decode(best);
        best
    }
}
