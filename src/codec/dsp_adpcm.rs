//! The GameCube's ADPCM: frames of 8 bytes with 14 samples of one channel.
//!
//! | offset | |
//! |---|---|
//! | 0 | bits 4–7 index of the coefficient pair, bits 0–3 shift |
//! | 1..8 | 14 signed nibbles, the high one of each byte first |
//!
//! y = clamp16((((s << shift) << 11) + 1024 + c1 · h1 + c2 · h2) >> 11), with h1 the last sample and h2
//! the one before it. Indices above 7 wrap around to the start of the table.
//!
//! Source: format document `totem-level.md`, section 15.

/// Size of a frame in bytes.
pub const FRAME: usize = 8;
/// Samples per frame.
pub const SAMPLES: usize = 14;

/// Eight pairs of factors in 1/2048, for the last sample and the one before.
pub type Coefficients = [[i16; 2]; 8];

/// Number of samples in `len` bytes, including those of a truncated frame.
pub fn samples(len: usize) -> usize {
    len / FRAME * SAMPLES + (len % FRAME).saturating_sub(1) * 2
}

/// Prediction, including the rounding term.
fn predicted([c1, c2]: [i16; 2], [h1, h2]: [i16; 2]) -> i64 {
    1024 + i64::from(c1) * i64::from(h1) + i64::from(c2) * i64::from(h2)
}

fn clamp(sample: i64) -> i16 {
    sample.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Decodes all samples, starting from silence.
pub fn decode(data: &[u8], coefficients: &Coefficients) -> Vec<i16> {
    let mut out = Vec::with_capacity(samples(data.len()));
    let mut history = [0; 2];
    for frame in data.chunks(FRAME) {
        let Some((head, nibbles)) = frame.split_first() else { break };
        let pair = coefficients[usize::from(head >> 4) % coefficients.len()];
        let shift = u32::from(head & 15);
        for byte in nibbles {
            for nibble in [(byte & 0xF0) as i8 >> 4, (byte << 4) as i8 >> 4] {
                let step = i64::from(nibble) << (shift + 11);
                let sample = clamp((step + predicted(pair, history)) >> 11);
                history = [sample, history[0]];
                out.push(sample);
            }
        }
    }
    out
}

/// Coefficient pairs that suit most sounds: none, the last sample, its slope, and steps between.
const PAIRS: Coefficients = [
    [0, 0],
    [2048, 0],
    [4096, -2048],
    [3072, -1024],
    [1024, 0],
    [3600, -1640],
    [1536, 512],
    [2560, -512],
];

/// Encodes samples into frames, with the coefficients that they use: of all pairs and shifts those with
/// the smallest error.
pub fn encode(samples: &[i16]) -> (Coefficients, Vec<u8>) {
    let mut out = Vec::with_capacity(samples.len().div_ceil(SAMPLES) * FRAME);
    let mut history = [0; 2];
    for frame in samples.chunks(SAMPLES) {
        let tried = (0..PAIRS.len()).flat_map(|pair| (0..13u32).map(move |shift| (pair, shift)));
        let all = tried.map(|(pair, shift)| {
            let (error, nibbles, after) = try_frame(frame, PAIRS[pair], shift, history);
            (error, (pair << 4) as u8 | shift as u8, nibbles, after)
        });
        let Some((_, head, nibbles, after)) = all.min_by_key(|(error, ..)| *error) else { break };
        history = after;
        out.push(head);
        let (pairs, _) = nibbles.as_chunks::<2>();
        out.extend(pairs.iter().map(|[high, low]| (high << 4) | (low & 15)));
    }
    (PAIRS, out)
}

/// Encodes a frame with one pair and shift; returns its error, its nibbles, and the history for the next
/// frame.
fn try_frame(
    frame: &[i16],
    pair: [i16; 2],
    shift: u32,
    mut history: [i16; 2],
) -> (i64, [u8; SAMPLES], [i16; 2]) {
    let mut nibbles = [0; SAMPLES];
    let mut error = 0;
    let unit = 1i64 << (shift + 11);
    for (at, nibble) in nibbles.iter_mut().enumerate() {
        let wanted = i64::from(frame.get(at).copied().unwrap_or(history[0]));
        let base = predicted(pair, history);
        let step = ((wanted << 11) - base + unit / 2).div_euclid(unit).clamp(-8, 7);
        let sample = clamp((step * unit + base) >> 11);
        error += (wanted - i64::from(sample)).pow(2);
        *nibble = step as u8;
        history = [sample, history[0]];
    }
    (error, nibbles, history)
}
