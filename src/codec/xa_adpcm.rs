//! CD-XA ADPCM: sound groups of 128 bytes, of which a sector holds up to 18.
//!
//! Sixteen bytes of parameters, then 28 words of four bytes; word k holds sample k of every unit. With
//! four bits there are eight units, the one of an even number in the low nibble; with eight bits four.
//! Stereo has left in the even units and right in the odd ones; in mono they follow one another.
//!
//! Exact with FFmpeg's `adpcm_xa` for four bits; it reads eight bits as four.
//!
//! Source: format document `ps1-sound.md`, sections 3.2 and 3.3.

use super::second_order::{FILTERS, UNIT, nearest};

pub use super::second_order::History;

/// Bytes of a sound group.
pub const GROUP: usize = 128;
/// Bytes of its parameters.
const PARAMETERS: usize = 16;
/// Filters that two bits can name.
const NAMED: u8 = 4;
/// A shift that leaves nothing of a nibble counts as this one.
const SHIFT_TOO_FAR: u8 = 9;

/// How samples lie in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Left and right, not one channel.
    pub is_stereo: bool,
    /// Eight bits a sample, not four.
    pub is_wide: bool,
}

impl Layout {
    /// 1 or 2.
    pub fn channels(self) -> usize {
        1 + usize::from(self.is_stereo)
    }

    fn units(self) -> usize {
        if self.is_wide { 4 } else { 8 }
    }

    /// Samples of a group, of both channels together.
    pub fn samples(self) -> usize {
        self.units() * UNIT
    }

    /// Frames of a group.
    pub fn frames(self) -> usize {
        self.samples() / self.channels()
    }

    /// Where the parameter that counts of a unit is, and where its copy.
    fn parameters(self, unit: usize) -> (usize, usize) {
        match (self.is_wide, unit) {
            (true, _) => (4 + unit, unit),
            (false, 0..4) => (4 + unit, unit),
            (false, _) => (4 + unit, 8 + unit),
        }
    }
}

/// Whether all parameters are those of their copies.
pub fn copies_agree(layout: Layout, group: &[u8]) -> bool {
    let at = |index| group.get(index);
    (0..layout.units()).map(|unit| layout.parameters(unit)).all(|(one, two)| at(one) == at(two))
}

/// Both channels of a stream; of mono only the first counts.
pub type Histories = [History; 2];

/// Decodes whole groups into `out`, interleaved, as many as it has room for, and returns what the next
/// group goes on from.
pub fn decode_into(
    layout: Layout,
    mut histories: Histories,
    groups: &[u8],
    out: &mut [i16],
) -> Histories {
    let (groups, _) = groups.as_chunks::<GROUP>();
    for (group, out) in groups.iter().zip(out.chunks_exact_mut(layout.samples())) {
        match layout.is_stereo {
            true => decode_stereo(layout, &mut histories, group, out),
            false => decode_mono(layout, &mut histories[0], group, out),
        }
    }
    histories
}

fn decode_mono(layout: Layout, history: &mut History, group: &[u8; GROUP], out: &mut [i16]) {
    let words = words(group);
    let (units, _) = out.as_chunks_mut::<UNIT>();
    for (index, out) in units.iter_mut().enumerate() {
        let unit = Unit::of(layout, group, &words, index);
        let decoded = unit.decode_unclipped(*history, out);
        *history = decoded.unwrap_or_else(|| unit.decode_clipped(*history, out));
    }
}

fn decode_stereo(layout: Layout, histories: &mut Histories, group: &[u8; GROUP], out: &mut [i16]) {
    let words = words(group);
    for (index, out) in out.chunks_exact_mut(UNIT * 2).enumerate() {
        let units = [2 * index, 2 * index + 1].map(|unit| Unit::of(layout, group, &words, unit));
        let (frames, _) = out.as_chunks_mut::<2>();
        let Some(frames) = frames.first_chunk_mut::<UNIT>() else { return };
        *histories = decode_both(&units, *histories, frames)
            .unwrap_or_else(|| clipped_both(&units, *histories, frames));
    }
}

/// Left and right by turns: a sample waits for the one before it, that of the other side does not.
fn decode_both(
    units: &[Unit; 2],
    histories: Histories,
    frames: &mut [[i16; 2]; UNIT],
) -> Option<Histories> {
    let [mut left, mut right] = [0, 1].map(|side| Chain::of(&units[side], histories[side]));
    let both = units[0].differences.iter().zip(&units[1].differences);
    for (frame, (of_left, of_right)) in frames.iter_mut().zip(both) {
        *frame = [left.next(*of_left), right.next(*of_right)];
    }
    Some([left.end()?, right.end()?])
}

fn clipped_both(
    units: &[Unit; 2],
    histories: Histories,
    frames: &mut [[i16; 2]; UNIT],
) -> Histories {
    let mut both = [[0; UNIT]; 2];
    let ends = [0, 1].map(|side| units[side].decode_clipped(histories[side], &mut both[side]));
    for (frame, (left, right)) in frames.iter_mut().zip(both[0].iter().zip(&both[1])) {
        *frame = [*left, *right];
    }
    ends
}

/// The words behind the parameters, each with a sample of every unit.
fn words(group: &[u8; GROUP]) -> [u32; UNIT] {
    let mut words = [0; UNIT];
    let (stored, _) = group[PARAMETERS..].as_chunks::<4>();
    words.iter_mut().zip(stored).for_each(|(word, stored)| *word = u32::from_le_bytes(*stored));
    words
}

/// A unit taken out of its group.
struct Unit {
    factors: [i32; 2],
    differences: [i32; UNIT],
}

impl Unit {
    fn of(layout: Layout, group: &[u8; GROUP], words: &[u32; UNIT], unit: usize) -> Self {
        let parameter = group.get(layout.parameters(unit).0).copied().unwrap_or(0);
        let shift = if parameter & 15 > 12 { SHIFT_TOO_FAR } else { parameter & 15 };
        let factors = FILTERS.get(usize::from(parameter >> 4 & 3)).copied().unwrap_or_default();
        let bits = if layout.is_wide { 8 } else { 4 };
        // Its bits go to the top of a word, and from there down with their sign.
        let up = 32u32.saturating_sub(bits * (unit as u32 + 1));
        let mask = u32::MAX << (32 - bits);
        let down = 16 + u32::from(shift);
        let mut differences = [0; UNIT];
        for (difference, word) in differences.iter_mut().zip(words) {
            *difference = ((word << up) & mask) as i32 >> down;
        }
        Self { factors, differences }
    }

    /// See [`spu_adpcm`](super::spu_adpcm): `None` where something did not fit.
    fn decode_unclipped(&self, history: History, out: &mut [i16; UNIT]) -> Option<History> {
        let mut chain = Chain::of(self, history);
        for (out, difference) in out.iter_mut().zip(&self.differences) {
            *out = chain.next(*difference);
        }
        chain.end()
    }

    fn decode_clipped(&self, mut history: History, out: &mut [i16; UNIT]) -> History {
        for (out, difference) in out.iter_mut().zip(&self.differences) {
            *out = (difference + predicted(history, self.factors)).clamp(-32768, 32767) as i16;
            history.push(*out);
        }
        history
    }
}

/// Samples of one channel without a look at what does not fit.
struct Chain {
    last: i32,
    before: i32,
    old: i32,
    older: i32,
    /// Bits that are set where a sample was outside.
    outside: i32,
}

impl Chain {
    fn of(unit: &Unit, History { old, older }: History) -> Self {
        let [last, before] = unit.factors;
        Self { last, before, old: old.into(), older: older.into(), outside: 0 }
    }

    #[inline(always)]
    fn next(&mut self, difference: i32) -> i16 {
        // All but the product with the last sample is ready before that is.
        let ready = self.older.wrapping_mul(self.before).wrapping_add(32 + (difference << 6));
        self.older = self.old;
        self.old = self.old.wrapping_mul(self.last).wrapping_add(ready) >> 6;
        self.outside |= self.old.wrapping_add(32768);
        self.old as i16
    }

    /// What the next unit goes on from; `None` where something did not fit.
    fn end(&self) -> Option<History> {
        let fits = self.outside & !0xFFFF == 0;
        fits.then_some(History { old: self.old as i16, older: self.older as i16 })
    }
}

/// What the last two samples predict.
#[inline(always)]
fn predicted(History { old, older }: History, [last, before]: [i32; 2]) -> i32 {
    (i32::from(old) * last + i32::from(older) * before + 32) >> 6
}

/// Packs interleaved samples into groups of four bits, the last one filled up with silence.
pub fn encode(is_stereo: bool, samples: &[i16]) -> Vec<u8> {
    let layout = Layout { is_stereo, is_wide: false };
    let mut histories = Histories::default();
    let mut out = Vec::with_capacity(samples.len().div_ceil(layout.samples()) * GROUP);
    for part in samples.chunks(layout.samples()) {
        let mut group = [0; GROUP];
        for unit in 0..layout.units() {
            let channel = if is_stereo { unit % 2 } else { 0 };
            let history = &mut histories[channel & 1];
            let first = match is_stereo {
                true => unit / 2 * UNIT * 2 + channel,
                false => unit * UNIT,
            };
            let mut own = [0; UNIT];
            let stored = part.iter().skip(first).step_by(layout.channels());
            own.iter_mut().zip(stored).for_each(|(to, from)| *to = *from);
            let packed = nearest(&own, *history, NAMED, predicted);
            *history = packed.history;
            put(layout, &mut group, unit, packed.shift | packed.filter << 4, &packed.nibbles);
        }
        out.extend(group);
    }
    out
}

/// Puts a unit where it belongs, its parameter twice.
fn put(layout: Layout, group: &mut [u8; GROUP], unit: usize, parameter: u8, nibbles: &[u8; UNIT]) {
    let (one, two) = layout.parameters(unit);
    for at in [one, two] {
        if let Some(place) = group.get_mut(at) {
            *place = parameter;
        }
    }
    let (words, _) = group[PARAMETERS..].as_chunks_mut::<4>();
    for (word, nibble) in words.iter_mut().zip(nibbles) {
        word[(unit / 2) & 3] |= nibble << (unit % 2 * 4);
    }
}
