//! SPU-ADPCM of the PlayStation's sound chip, in blocks of 16 bytes with 28 samples of one channel.
//!
//! | offset | |
//! |---|---|
//! | 0 | bits 0–3 shift, bits 4–7 filter |
//! | 1 | flags: 1 end, 2 repeat, 4 start of the loop |
//! | 2..16 | 28 signed nibbles, the low one of each byte first |
//!
//! Exact with captures of a console: both products are truncated one bit below the result and added, then
//! the last bit is dropped. Most decoders round differently, and use a history that is not clipped.
//!
//! Source: format document `ps1-sound.md`, sections 1.1 to 1.3.

use super::second_order::{FILTERS, UNIT, nearest};

pub use super::second_order::History;

/// Size of a block in bytes.
pub const BLOCK: usize = 16;
/// Samples per block.
pub const FRAMES: usize = UNIT;

/// Bits of a block's second byte.
pub mod flags {
    /// The sound ends after this block.
    pub const END: u8 = 1;
    /// At the end, playback continues at the loop start.
    pub const REPEAT: u8 = 2;
    /// The loop starts with this block.
    pub const START: u8 = 4;
}

/// Decodes the whole blocks of `stream`, starting from silence.
pub fn decode(stream: &[u8]) -> Vec<i16> {
    let mut out = vec![0; stream.len() / BLOCK * FRAMES];
    decode_into(History::default(), stream, &mut out);
    out
}

/// Decodes the whole blocks of `stream` that fit into `out`, and returns the history for the next block.
pub fn decode_into(mut history: History, stream: &[u8], out: &mut [i16]) -> History {
    let (blocks, _) = stream.as_chunks::<BLOCK>();
    let (outs, _) = out.as_chunks_mut::<FRAMES>();
    for (block, out) in blocks.iter().zip(outs) {
        history = decode_block(history, block, out);
    }
    history
}

/// Differences of a block's nibbles, to be added to the prediction.
fn differences(block: &[u8; BLOCK]) -> [i32; FRAMES] {
    let shift = block[0] & 15;
    let mut all = [0; FRAMES];
    let (pairs, _) = all.as_chunks_mut::<2>();
    for (pair, byte) in pairs.iter_mut().zip(&block[2..]) {
        let nibbles = [byte << 4, byte & 0xF0].map(|high| i32::from(high as i8) << 8);
        // Shifts above 12 leave only the sign.
        *pair = match shift {
            0..=12 => nibbles.map(|nibble| nibble >> shift),
            _ => nibbles.map(|nibble| nibble.min(0).signum() * 128),
        };
    }
    all
}

/// Prediction from the last two samples.
#[inline(always)]
fn predicted(History { old, older }: History, [last, before]: [i32; 2]) -> i32 {
    (((i32::from(old) * last) >> 5) + ((i32::from(older) * before) >> 5)) >> 1
}

fn decode_block(history: History, block: &[u8; BLOCK], out: &mut [i16; FRAMES]) -> History {
    let differences = differences(block);
    // Filters above 4 predict 0.
    let factors = FILTERS.get(usize::from(block[0] >> 4)).copied().unwrap_or_default();
    if factors == [0, 0] {
        for (out, difference) in out.iter_mut().zip(differences) {
            *out = difference as i16;
        }
        return History { old: out[FRAMES - 1], older: out[FRAMES - 2] };
    }
    decode_unclipped(history, factors, &differences, out)
        .unwrap_or_else(|| decode_clipped(history, factors, &differences, out))
}

/// Decodes without clipping, which saves a third of the latency per sample; `None` if a sample was out of
/// range, in which case `out` is invalid.
fn decode_unclipped(
    History { old, older }: History,
    [last, before]: [i32; 2],
    differences: &[i32; FRAMES],
    out: &mut [i16; FRAMES],
) -> Option<History> {
    let (mut old, mut older) = (i32::from(old), i32::from(older));
    let mut outside = 0;
    for (out, difference) in out.iter_mut().zip(differences) {
        // Everything except the product with the last sample is computed in advance.
        let ready = (older.wrapping_mul(before) >> 5).wrapping_add(difference << 1);
        older = old;
        old = (old.wrapping_mul(last) >> 5).wrapping_add(ready) >> 1;
        outside |= old.wrapping_add(32768);
        *out = old as i16;
    }
    let fits = outside & !0xFFFF == 0;
    fits.then(|| History { old: out[FRAMES - 1], older: out[FRAMES - 2] })
}

fn decode_clipped(
    mut history: History,
    factors: [i32; 2],
    differences: &[i32; FRAMES],
    out: &mut [i16; FRAMES],
) -> History {
    for (out, difference) in out.iter_mut().zip(differences) {
        *out = (difference + predicted(history, factors)).clamp(-32768, 32767) as i16;
        history.push(*out);
    }
    history
}

/// Encodes samples, the last block padded with silence, without flags. Blocks with indices in `fresh` do
/// not depend on previous samples: the first one of a sound, and that of a loop.
pub fn encode(samples: &[i16], fresh: &[usize]) -> Vec<u8> {
    let mut out = Vec::with_capacity(samples.len().div_ceil(FRAMES) * BLOCK);
    let mut history = History::default();
    for (index, part) in samples.chunks(FRAMES).enumerate() {
        let mut unit = [0; FRAMES];
        unit.iter_mut().zip(part).for_each(|(to, from)| *to = *from);
        let filters = if fresh.contains(&index) { 1 } else { FILTERS.len() as u8 };
        let packed = nearest(&unit, history, filters, predicted);
        history = packed.history;
        out.extend([packed.shift | packed.filter << 4, 0]);
        let (pairs, _) = packed.nibbles.as_chunks::<2>();
        out.extend(pairs.iter().map(|[low, high]| low | high << 4));
    }
    out
}
