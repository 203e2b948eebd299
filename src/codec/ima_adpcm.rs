//! IMA / DVI ADPCM in blocks, as in RIFF WAVE (format tag 0x11): 4 bits per sample, 16-bit output.
//!
//! A block is one header per channel, left first (`i16` first sample, `u8` step index, `u8` unused), then
//! nibbles. The header's sample is the block's first frame. Mono: two samples per byte, low nibble first.
//! Stereo: groups of four bytes left and four bytes right, eight samples each, low nibble first. Blocks
//! are independent of each other, so they are decoded in parallel.
//!
//! Bit-exact with SoX and libsndfile. FFmpeg's `adpcm_ima_wav` rounds differently.
//!
//! Source: format document `trespasser-tpa.md`, section 4.

mod nearest;

use rayon::prelude::*;

use nearest::nearest;

/// Layout of a stream in blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    channels: usize,
    /// Size of a block in bytes; the last one may be shorter.
    size: usize,
}

/// Size of a block header for one channel.
const HEADER: usize = 4;
/// Size of a group of stereo samples in bytes, and number of frames in it.
const GROUP: usize = 8;
/// Maximum step index.
pub const MAX_INDEX: u8 = 88;
/// Number of consecutive blocks that one thread decodes.
const BATCH: usize = 64;
/// Approximate size of a part in bytes.
const PART: usize = 2 << 20;

impl Blocks {
    /// Returns `None` if a block would contain no samples, or if the channels are neither one nor two.
    pub fn new(channels: u16, size: usize) -> Option<Self> {
        let channels = usize::from(channels);
        let blocks = Self { channels, size };
        ((1..=2).contains(&channels) && blocks.block_frames(size) > 0).then_some(blocks)
    }

    /// Number of channels, one or two.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Size of a whole block in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Size of all headers of a block in bytes.
    pub fn header_len(&self) -> usize {
        HEADER * self.channels
    }

    /// Number of frames in a stream of `len` bytes. A last block with only a header, or an incomplete
    /// stereo group, contains none.
    pub fn frames(&self, len: usize) -> usize {
        let whole = (len / self.size).saturating_mul(self.block_frames(self.size));
        whole.saturating_add(self.block_frames(len % self.size))
    }

    /// Number of frames in a block of `len` bytes.
    fn block_frames(&self, len: usize) -> usize {
        let data = len.saturating_sub(self.header_len());
        let following = match self.channels {
            1 => data * 2,
            _ => data / GROUP * 8,
        };
        if following == 0 { 0 } else { following + 1 }
    }

    /// Size in bytes of a part that can be decoded separately: some megabytes of samples.
    pub fn part(&self) -> usize {
        self.size.saturating_mul(PART.div_ceil(self.size.max(1)))
    }

    /// Decodes all frames, interleaved. Step indices above the maximum are clamped.
    pub fn decode(&self, stream: &[u8]) -> Vec<i16> {
        let mut out = vec![0; self.frames(stream.len()) * self.channels];
        let samples = self.block_frames(self.size) * self.channels;
        if samples == 0 {
            return out;
        }
        // A single block takes only a few microseconds: too little for a task.
        let (bytes, frames) = (self.size.saturating_mul(BATCH), samples.saturating_mul(BATCH));
        let batches = stream.par_chunks(bytes).zip(out.par_chunks_mut(frames));
        batches.for_each(|(stream, out)| {
            // Two at a time: a sample depends on the previous one, but not on that of the other block.
            let pairs = stream
                .chunks(self.size.saturating_mul(2))
                .zip(out.chunks_mut(samples.saturating_mul(2)));
            for (blocks, out) in pairs {
                let (first, second) = blocks.split_at(self.size.min(blocks.len()));
                let (out_first, out_second) = out.split_at_mut(samples.min(out.len()));
                if self.channels == 1 {
                    decode_mono(first, out_first, second, out_second);
                } else {
                    decode_stereo(first, out_first);
                    decode_stereo(second, out_second);
                }
            }
        });
        out
    }

    /// Encodes interleaved frames. The last block drops samples that do not fill a byte (stereo: a
    /// group), up to two frames (stereo: eight), like the original encoder.
    pub fn encode(&self, samples: &[i16]) -> Vec<u8> {
        let frames = self.block_frames(self.size).max(1);
        let blocks = samples.par_chunks(frames * self.channels);
        let mut packed: Vec<Vec<u8>> = blocks.map(|block| self.encode_block(block)).collect();
        // A block may be larger than its groups.
        let last = packed.len().saturating_sub(1);
        packed.iter_mut().take(last).for_each(|block| block.resize(self.size, 0));
        packed.concat()
    }

    /// Encodes a block. Drops trailing frames that do not fill a byte (stereo: a group) after the first
    /// frame, which the header stores.
    fn encode_block(&self, samples: &[i16]) -> Vec<u8> {
        let frames = samples.len() / self.channels;
        let unit = if self.channels == 1 { 2 } else { 8 };
        let kept = 1 + frames.saturating_sub(1) / unit * unit;
        if kept == 1 {
            return Vec::new();
        }
        let samples = samples.get(..kept * self.channels).unwrap_or(samples);
        let (first, rest) = samples.split_at(self.channels.min(samples.len()));
        let mut out = Vec::with_capacity(self.header_len() + samples.len() / 2);
        let mut nibbles = Vec::with_capacity(self.channels);
        for (channel, sample) in first.iter().enumerate() {
            let of_channel = rest.iter().skip(channel).step_by(self.channels);
            let (index, found) = nearest(*sample, of_channel.copied());
            out.extend(sample.to_le_bytes());
            out.extend([index, 0]);
            nibbles.push(found);
        }
        let bytes_of = |nibbles: &[u8]| -> Vec<u8> {
            let byte = |pair: &[u8]| pair.iter().rev().fold(0, |byte, nibble| byte << 4 | nibble);
            nibbles.chunks(2).map(byte).collect()
        };
        match nibbles.as_slice() {
            [mono] => out.extend(bytes_of(mono)),
            channels => {
                let groups = channels.first().map_or(0, |left| left.len() / 8);
                for group in 0..groups {
                    for channel in channels {
                        out.extend(bytes_of(channel.get(group * 8..group * 8 + 8).unwrap_or(&[])));
                    }
                }
            }
        }
        out
    }
}

/// Decodes two blocks interleaved; the second may be shorter or empty.
fn decode_mono(first: &[u8], out_first: &mut [i16], second: &[u8], out_second: &mut [i16]) {
    let (mut a, first, out_first) = start_mono(first, out_first);
    let (mut b, second, out_second) = start_mono(second, out_second);
    let both = first.len().min(second.len());
    let (first_pairs, first_rest) = out_first.split_at_mut((both * 2).min(out_first.len()));
    let (second_pairs, second_rest) = out_second.split_at_mut((both * 2).min(out_second.len()));
    let pairs = first_pairs.chunks_exact_mut(2).zip(second_pairs.chunks_exact_mut(2));
    for ((out_a, out_b), (byte_a, byte_b)) in pairs.zip(first.iter().zip(second)) {
        if let ([a_low, a_high], [b_low, b_high]) = (out_a, out_b) {
            *a_low = a.decode(*byte_a);
            *b_low = b.decode(*byte_b);
            *a_high = a.decode(*byte_a >> 4);
            *b_high = b.decode(*byte_b >> 4);
        }
    }
    a.finish(first.get(both..).unwrap_or(&[]), first_rest);
    b.finish(second.get(both..).unwrap_or(&[]), second_rest);
}

/// State after a block's header, its nibbles, and the output for their samples.
fn start_mono<'a>(block: &'a [u8], out: &'a mut [i16]) -> (State, &'a [u8], &'a mut [i16]) {
    match (State::from_header(block), out.split_first_mut()) {
        (Some((state, data)), Some((first, rest))) => {
            *first = state.sample();
            (state, data, rest)
        }
        _ => (State::new(0, 0), &[], &mut []),
    }
}

fn decode_stereo(block: &[u8], out: &mut [i16]) {
    let Some((mut left, data)) = State::from_header(block) else { return };
    let Some((mut right, data)) = State::from_header(data) else { return };
    let Some((first, rest)) = out.split_first_chunk_mut::<2>() else { return };
    *first = [left.sample(), right.sample()];
    for (frames, group) in rest.chunks_exact_mut(16).zip(data.chunks_exact(GROUP)) {
        let (mut l, mut r) = (0u32, 0u32);
        if let Some((bytes, rest)) = group.split_first_chunk() {
            l = u32::from_le_bytes(*bytes);
            r = rest.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        }
        for frame in frames.chunks_exact_mut(2) {
            if let [out_left, out_right] = frame {
                *out_left = left.decode(l as u8);
                *out_right = right.decode(r as u8);
            }
            l >>= 4;
            r >>= 4;
        }
    }
}

/// Predictor and step of one channel.
#[derive(Clone, Copy, PartialEq)]
struct State {
    predictor: i32,
    /// Step index × 16: start of its row in [`STEPS`].
    row: u16,
}

impl State {
    fn new(sample: i16, index: u8) -> Self {
        Self { predictor: sample.into(), row: u16::from(index.min(MAX_INDEX)) << 4 }
    }

    /// State from a channel's header, and the bytes after it.
    fn from_header(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (header, rest) = bytes.split_first_chunk::<HEADER>()?;
        let [low, high, index, _unused] = *header;
        Some((Self::new(i16::from_le_bytes([low, high]), index), rest))
    }

    fn sample(&self) -> i16 {
        // Every step clamps to 16 bits.
        self.predictor as i16
    }

    /// Effect of a nibble in this state.
    #[inline(always)]
    fn step(&self, nibble: u8) -> Step {
        STEPS[(usize::from(self.row) | usize::from(nibble & 15)) & (STEPS.len() - 1)]
    }

    /// Decodes the low nibble of `bits`.
    #[inline(always)]
    fn decode(&mut self, bits: u8) -> i16 {
        let step = self.step(bits);
        self.predictor = (self.predictor + step.difference).clamp(-32768, 32767);
        self.row = step.next_row;
        self.sample()
    }

    /// Decodes both nibbles of each byte.
    fn finish(&mut self, data: &[u8], out: &mut [i16]) {
        for (pair, byte) in out.chunks_exact_mut(2).zip(data) {
            if let [low, high] = pair {
                *low = self.decode(*byte);
                *high = self.decode(*byte >> 4);
            }
        }
    }
}

/// Effect of a nibble in 8 bytes, so that the table fits into the first-level cache.
#[derive(Clone, Copy)]
struct Step {
    difference: i32,
    next_row: u16,
}

/// Indexed by step index × 16 + nibble. The rows after the last are never used; they make the length a
/// power of two, which saves a bounds check per sample.
static STEPS: [Step; 2048] = steps();

const fn steps() -> [Step; 2048] {
    const SIZES: [i32; MAX_INDEX as usize + 1] = [
        7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60,
        66, 73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371,
        408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878,
        2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845,
        8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086,
        29794, 32767,
    ];
    const ADJUST: [i32; 8] = [-1, -1, -1, -1, 2, 4, 6, 8];
    let mut table = [Step { difference: 0, next_row: 0 }; 2048];
    let mut index = 0;
    while index < SIZES.len() {
        let size = SIZES[index];
        let mut nibble = 0;
        while nibble < 16 {
            // Each shift drops its bits separately.
            let mut difference = size >> 3;
            if nibble & 4 != 0 {
                difference += size;
            }
            if nibble & 2 != 0 {
                difference += size >> 1;
            }
            if nibble & 1 != 0 {
                difference += size >> 2;
            }
            if nibble & 8 != 0 {
                difference = -difference;
            }
            let mut next = index as i32 + ADJUST[nibble & 7];
            if next < 0 {
                next = 0;
            } else if next > MAX_INDEX as i32 {
                next = MAX_INDEX as i32;
            }
            table[index << 4 | nibble] = Step { difference, next_row: (next as u16) << 4 };
            nibble += 1;
        }
        index += 1;
    }
    table
}
