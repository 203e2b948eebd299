//! CD-XA ADPCM: sound groups of 128 bytes, up to 18 per sector.
//!
//! Sixteen bytes of parameters, then 28 words of four bytes; word k holds sample k of every unit. With
//! four bits there are eight units, those with even numbers in the low nibbles; with eight bits four.
//! Stereo has left in the even units and right in the odd ones; in mono they are consecutive.
//!
//! Matches FFmpeg's `adpcm_xa` exactly for four bits; FFmpeg reads eight bits as four.
//!
//! Source: format document `ps1-sound.md`, sections 3.2 and 3.3.

use rayon::prelude::*;

use super::second_order::{FILTERS, History, UNIT, nearest};

/// Size of a sound group in bytes.
pub const GROUP: usize = 128;
/// Size of a group's parameters in bytes.
const PARAMETERS: usize = 16;
/// Number of filters that two bits can select.
const NAMED: u8 = 4;
/// Shift in place of stored values that would shift out all bits of a sample.
const SHIFT_TOO_FAR: u8 = 9;

/// Sample layout in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Two channels instead of one.
    pub is_stereo: bool,
    /// Eight bits per sample instead of four.
    pub is_wide: bool,
}

impl Layout {
    /// Number of channels, 1 or 2.
    pub fn channels(self) -> usize {
        1 + usize::from(self.is_stereo)
    }

    fn units(self) -> usize {
        if self.is_wide { 4 } else { 8 }
    }

    /// Samples per group, of both channels together.
    pub fn samples(self) -> usize {
        self.units() * UNIT
    }

    /// Frames per group.
    pub fn frames(self) -> usize {
        self.samples() / self.channels()
    }

    /// Offsets of the effective parameter of a unit and of its copy.
    fn parameters(self, unit: usize) -> (usize, usize) {
        match (self.is_wide, unit) {
            (true, _) => (4 + unit, unit),
            (false, 0..4) => (4 + unit, unit),
            (false, _) => (4 + unit, 8 + unit),
        }
    }
}

/// `true` if all parameters equal their copies.
pub fn copies_agree(layout: Layout, group: &[u8]) -> bool {
    let at = |index| group.get(index);
    (0..layout.units()).map(|unit| layout.parameters(unit)).all(|(one, two)| at(one) == at(two))
}

/// Number of independent chains of samples that are decoded in the same loop. Each sample depends
/// on the previous one of its channel, so one channel alone leaves most of a processor core idle.
const CHAINS: usize = 4;

/// Decoded samples of a unit of each channel.
type Frames<const CHANNELS: usize> = [[i16; CHANNELS]; UNIT];

/// Decodes a stream, interleaved; `groups` are runs of whole groups, such as those of its sectors.
pub fn decode<'a>(layout: Layout, groups: impl IntoIterator<Item = &'a [u8]>) -> Vec<i16> {
    let groups: Vec<_> = groups.into_iter().flat_map(|run| run.as_chunks::<GROUP>().0).collect();
    Decoder::new(layout).decode(&groups)
}

/// Same as [`decode`], in parts: some megabytes each, large enough for all cores.
pub fn parts<'a>(
    layout: Layout,
    groups: impl IntoIterator<Item = &'a [u8]>,
) -> impl Iterator<Item = Vec<i16>> {
    let groups: Vec<_> = groups.into_iter().flat_map(|run| run.as_chunks::<GROUP>().0).collect();
    let (mut decoder, mut at) = (Decoder::new(layout), 0);
    std::iter::from_fn(move || {
        let rest = groups.get(at..).filter(|rest| !rest.is_empty())?;
        let part = rest.get(..PART).unwrap_or(rest);
        at += part.len();
        Some(decoder.decode(part))
    })
}

/// Decoder state between calls.
struct Decoder {
    layout: Layout,
    histories: [History; 2],
}

impl Decoder {
    fn new(layout: Layout) -> Self {
        Self { layout, histories: <[History; 2]>::default() }
    }

    /// Decodes the next groups, interleaved.
    fn decode(&mut self, groups: &[&[u8; GROUP]]) -> Vec<i16> {
        let mut out = vec![0; groups.len() * self.layout.samples()];
        if self.layout.is_stereo {
            let out = out.as_chunks_mut().0.as_chunks_mut().0;
            decode_stream::<{ CHAINS / 2 }, 2>(self.layout, groups, &mut self.histories, out);
        } else {
            let out = out.as_chunks_mut().0.as_chunks_mut().0;
            let [history, _] = &mut self.histories;
            let history = std::array::from_mut(history);
            decode_stream::<CHAINS, 1>(self.layout, groups, history, out);
        }
        out
    }
}

/// Number of groups that one core decodes at a time: a few seconds, and small enough for the cache.
const BATCH: usize = 1024;
/// Number of groups per part.
const PART: usize = 16 * BATCH;

/// Decodes many positions of the stream in parallel, although the history is known for the first only. A
/// wrong history has no effect after a short time, as predictions decay with every sample and rounding
/// removes the rest. Until then, mostly for a group or two, the other positions are decoded again.
fn decode_stream<const LANES: usize, const CHANNELS: usize>(
    layout: Layout,
    groups: &[&[u8; GROUP]],
    before: &mut [History; CHANNELS],
    out: &mut [Frames<CHANNELS>],
) {
    let steps = layout.units() / CHANNELS;
    let batches = groups.par_chunks(BATCH).zip(out.par_chunks_mut(BATCH * steps));
    batches.for_each(|(groups, out)| decode_batch::<LANES, CHANNELS>(layout, groups, out));
    let starts = groups.chunks(BATCH).zip(0..).flat_map(|(batch, index)| {
        let each = batch.len() / LANES;
        (0..LANES).map(move |lane| index * BATCH + lane * each)
    });
    let ends = starts.clone().skip(1).chain([groups.len()]);
    for (start, end) in starts.zip(ends) {
        let (done, out) = out.split_at_mut(start * steps);
        let mut history = last_of(done).unwrap_or(*before);
        let again = groups.iter().take(end).skip(start);
        for (group, out) in again.zip(out.chunks_exact_mut(steps)) {
            let was = last_of(out);
            decode_groups(layout, [group], [&mut history], [out]);
            if Some(history) == was {
                break;
            }
        }
    }
    *before = last_of(out).unwrap_or(*before);
}

/// Decodes a batch with an empty history for each lane; the last lane continues to the end.
fn decode_batch<const LANES: usize, const CHANNELS: usize>(
    layout: Layout,
    groups: &[&[u8; GROUP]],
    out: &mut [Frames<CHANNELS>],
) {
    let (steps, each) = (layout.units() / CHANNELS, groups.len() / LANES);
    let mut histories = [[History::default(); CHANNELS]; LANES];
    for at in 0..each {
        let groups = std::array::from_fn(|lane| groups[lane * each + at]);
        let mut outs = out.chunks_exact_mut(each * steps);
        let outs = [(); LANES].map(|()| {
            let lane = outs.next().unwrap_or_default();
            lane.get_mut(at * steps..(at + 1) * steps).unwrap_or_default()
        });
        decode_groups(layout, groups, histories.each_mut(), outs);
    }
    for (group, out) in groups.iter().zip(out.chunks_exact_mut(steps)).skip(LANES * each) {
        decode_groups(layout, [group], [&mut histories[LANES - 1]], [out]);
    }
}

/// History after these frames; `None` if there are none.
fn last_of<const CHANNELS: usize>(out: &[Frames<CHANNELS>]) -> Option<[History; CHANNELS]> {
    let [.., older, old] = *out.last()?;
    Some(std::array::from_fn(|channel| History { old: old[channel], older: older[channel] }))
}

/// Decodes a group of each lane.
fn decode_groups<const LANES: usize, const CHANNELS: usize>(
    layout: Layout,
    groups: [&[u8; GROUP]; LANES],
    mut histories: [&mut [History; CHANNELS]; LANES],
    mut outs: [&mut [Frames<CHANNELS>]; LANES],
) {
    let words = groups.map(words);
    for step in 0..layout.units() / CHANNELS {
        let units = std::array::from_fn(|lane| {
            let unit = |channel| step * CHANNELS + channel;
            std::array::from_fn(|c| Unit::of(layout, groups[lane], &words[lane], unit(c)))
        });
        side_by_side(&units, &mut histories, outs.each_mut().map(|out| &mut out[step]));
    }
}

/// Decodes a unit of each channel and lane.
fn side_by_side<const LANES: usize, const CHANNELS: usize>(
    units: &[[Unit; CHANNELS]; LANES],
    histories: &mut [&mut [History; CHANNELS]; LANES],
    outs: [&mut Frames<CHANNELS>; LANES],
) {
    let mut chains: [[Chain; CHANNELS]; LANES] = std::array::from_fn(|lane| {
        std::array::from_fn(|channel| Chain::of(&units[lane][channel], histories[lane][channel]))
    });
    #[expect(clippy::needless_range_loop, reason = "indexes several arrays at the same position")]
    for at in 0..UNIT {
        for lane in 0..LANES {
            for channel in 0..CHANNELS {
                let difference = units[lane][channel].differences[at];
                outs[lane][at][channel] = chains[lane][channel].next(difference);
            }
        }
    }
    for lane in 0..LANES {
        for channel in 0..CHANNELS {
            let history = &mut histories[lane][channel];
            *history = chains[lane][channel].end().unwrap_or_else(|| {
                let samples = outs[lane].iter_mut().map(|frame| &mut frame[channel]);
                units[lane][channel].decode_clipped(*history, samples)
            });
        }
    }
}

/// Words after the parameters, each with a sample of every unit.
fn words(group: &[u8; GROUP]) -> [u32; UNIT] {
    let mut words = [0; UNIT];
    let (stored, _) = group[PARAMETERS..].as_chunks::<4>();
    words.iter_mut().zip(stored).for_each(|(word, stored)| *word = u32::from_le_bytes(*stored));
    words
}

/// Unit extracted from its group.
struct Unit {
    factors: [i32; 2],
    /// In 1/64, including the rounding term of 32.
    differences: [i32; UNIT],
}

impl Unit {
    // Inlined: moving the result would cost as much as decoding it.
    #[inline(always)]
    fn of(layout: Layout, group: &[u8; GROUP], words: &[u32; UNIT], unit: usize) -> Self {
        let parameter = group.get(layout.parameters(unit).0).copied().unwrap_or(0);
        let shift = if parameter & 15 > 12 { SHIFT_TOO_FAR } else { parameter & 15 };
        let factors = FILTERS.get(usize::from(parameter >> 4 & 3)).copied().unwrap_or_default();
        let bits = if layout.is_wide { 8 } else { 4 };
        // Shifts its bits to the top of a word, and back with sign extension.
        let up = 32u32.saturating_sub(bits * (unit as u32 + 1));
        let mask = u32::MAX << (32 - bits);
        let down = 16 + u32::from(shift);
        let mut differences = [0; UNIT];
        for (difference, word) in differences.iter_mut().zip(words) {
            *difference = ((((word << up) & mask) as i32 >> down) << 6) + 32;
        }
        Self { factors, differences }
    }

    fn decode_clipped<'a>(
        &self,
        mut history: History,
        out: impl Iterator<Item = &'a mut i16>,
    ) -> History {
        let [last, before] = self.factors;
        for (out, difference) in out.zip(&self.differences) {
            let History { old, older } = history;
            let exact = i32::from(old) * last + i32::from(older) * before + difference;
            *out = (exact >> 6).clamp(-32768, 32767) as i16;
            history.push(*out);
        }
        history
    }
}

/// Decodes samples of one channel without clipping, as [`spu_adpcm`](super::spu_adpcm) does.
struct Chain {
    last: i32,
    before: i32,
    old: i32,
    older: i32,
    /// Bits that are set if a sample was out of range.
    outside: i32,
}

impl Chain {
    fn of(unit: &Unit, History { old, older }: History) -> Self {
        let [last, before] = unit.factors;
        Self { last, before, old: old.into(), older: older.into(), outside: 0 }
    }

    #[inline(always)]
    fn next(&mut self, difference: i32) -> i16 {
        // Everything except the product with the last sample is computed in advance.
        let ready = self.older.wrapping_mul(self.before).wrapping_add(difference);
        self.older = self.old;
        self.old = self.old.wrapping_mul(self.last).wrapping_add(ready) >> 6;
        self.outside |= self.old.wrapping_add(32768);
        self.old as i16
    }

    /// History for the next unit; `None` if a sample was out of range.
    fn end(&self) -> Option<History> {
        let fits = self.outside & !0xFFFF == 0;
        fits.then_some(History { old: self.old as i16, older: self.older as i16 })
    }
}

/// Prediction from the last two samples.
fn predicted(History { old, older }: History, [last, before]: [i32; 2]) -> i32 {
    (i32::from(old) * last + i32::from(older) * before + 32) >> 6
}

/// Encodes interleaved samples into groups of four bits, the last one padded with silence.
pub fn encode(is_stereo: bool, samples: &[i16]) -> Vec<u8> {
    let layout = Layout { is_stereo, is_wide: false };
    let mut histories = [History::default(); 2];
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

/// Stores a unit, with its parameter twice.
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
