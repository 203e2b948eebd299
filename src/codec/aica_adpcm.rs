//! AICA ADPCM: the Dreamcast's sound memory, four bits a sample, the low nibble of a byte first.
//!
//! Source: format document `ps1-sound.md`, section 4.

/// The least step, and the one at the start of a sound.
const LEAST: i32 = 127;
/// The greatest step.
const MOST: i32 = 24576;
/// 256ths that the step grows or shrinks by, by the size of a nibble.
const SCALES: [i32; 8] = [230, 230, 230, 230, 307, 409, 512, 614];

/// Two samples of every byte.
pub fn decode(stream: &[u8]) -> Vec<i16> {
    let mut state = State { sample: 0, step: LEAST };
    let mut out = vec![0; stream.len() * 2];
    let (pairs, _) = out.as_chunks_mut::<2>();
    for (pair, byte) in pairs.iter_mut().zip(stream) {
        *pair = [*byte, byte >> 4].map(|nibble| state.decode(nibble));
    }
    out
}

/// Packs samples; an odd one at the end is followed by one like it.
pub fn encode(samples: &[i16]) -> Vec<u8> {
    let mut state = State { sample: 0, step: LEAST };
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
    /// Takes the low nibble of `bits`.
    #[inline(always)]
    fn decode(&mut self, bits: u8) -> i16 {
        let size = i32::from(bits & 7);
        let difference = ((self.step * (2 * size + 1)) >> 3).min(32767);
        let signed = if bits & 8 == 0 { difference } else { -difference };
        self.sample = (self.sample + signed).clamp(-32768, 32767);
        let scale = SCALES[usize::from(bits & 7)];
        self.step = ((self.step * scale) >> 8).clamp(LEAST, MOST);
        // Kept within 16 bits above.
        self.sample as i16
    }

    /// The nibble that comes nearest to `sample`.
    fn encode(&mut self, sample: i16) -> u8 {
        let miss = |nibble: &u8| State::decode(&mut { *self }, *nibble).abs_diff(sample);
        let best = (0..16).min_by_key(miss).unwrap_or(0);
        self.decode(best);
        best
    }
}
