//! Blocks of SPU-ADPCM as they lie in files: what their flags make of them, their fields, and a sound
//! of them.
//!
//! Source: format document `ps1-sound.md`, sections 1.1 and 1.4.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::bytes::{Bit, Cursor, Hint, Recorder, Result, Source};
use crate::codec::spu_adpcm::{self, BLOCK, FRAMES, History, flags};
use crate::formats::{Refusal, Report};
use crate::scene::{LoopPart, Origin, Replacement, Samples, Sound, SoundData, SoundId};

/// The sound processor plays no faster than this, and tools write no higher rates.
const MAX_RATE: u32 = 192_000;
/// What is played at a rate that is none.
pub const USUAL_RATE: u32 = 44_100;

const CODING: &[Bit] = &[
    Bit::sure(0x0F, "shift", "how far the samples are shifted down; above 12 the sign is left"),
    Bit::sure(0xF0, "filter", "what the last two samples predict; above 4 nothing"),
];
const FLAGS: &[Bit] = &[
    Bit::sure(flags::END as u32, "end", "the sound ends behind this block"),
    Bit::sure(flags::REPEAT as u32, "repeat", "at the end it goes on where the loop starts"),
    Bit::sure(flags::START as u32, "start", "the loop starts with this block"),
];

crate::record! {
    /// 28 samples.
    pub struct SpuBlock {
        pub coding: u8 => Hint::Flags(CODING),
        pub flags: u8 => Hint::Flags(FLAGS),
        /// Signed, the low one of each byte first.
        pub nibbles: [u8; 14] => Hint::Hex,
    }
}

/// How a run of blocks comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A block says so.
    Stops,
    /// It goes on with the loop.
    Repeats,
    /// It would go on where no block has a loop start.
    RepeatsNowhere,
    /// At a block on which the voice idles.
    Idles,
    /// No block says so.
    Open,
}

/// What the flags of blocks make of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Blocks that are heard.
    pub blocks: usize,
    /// The first block of the loop.
    pub loop_start: Option<usize>,
    pub end: End,
    /// Blocks behind the end that are neither silent nor idle.
    pub behind: usize,
    /// The first of them.
    pub first_behind: Option<usize>,
}

impl Extent {
    /// Of the whole blocks of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        let (all, _) = bytes.as_chunks::<BLOCK>();
        let (mut start, mut found) = (None, None);
        for (index, block) in all.iter().enumerate() {
            if is_idle(block) {
                found = Some((index, End::Idles));
                break;
            }
            if block[1] & flags::START != 0 {
                start = Some(index);
            }
            if block[1] & flags::END != 0 {
                let end = match (block[1] & flags::REPEAT != 0, start) {
                    (false, _) => End::Stops,
                    (true, Some(_)) => End::Repeats,
                    (true, None) => End::RepeatsNowhere,
                };
                found = Some((index + 1, end));
                break;
            }
        }
        let (blocks, end) = found.unwrap_or((all.len(), End::Open));
        let rest = all.iter().enumerate().skip(blocks);
        let mut behind =
            rest.filter(|(_, block)| !is_idle(block) && !is_closing(block) && is_heard(block));
        let first_behind = behind.next().map(|(index, _)| index);
        let behind = usize::from(first_behind.is_some()) + behind.count();
        let loop_start = start.filter(|_| end == End::Repeats);
        Self { blocks, loop_start, end, behind, first_behind }
    }

    pub fn frames(&self) -> u64 {
        (self.blocks * FRAMES) as u64
    }

    /// The frames that are repeated.
    pub fn loop_part(&self) -> Option<LoopPart> {
        let first = (self.loop_start? * FRAMES) as u64;
        Some(LoopPart { first, last: self.frames().checked_sub(1)? })
    }

    /// Tells what is odd about the flags of the blocks at `path`.
    pub fn check(&self, path: &str, report: &mut Report<'_>) {
        match self.end {
            End::RepeatsNowhere => {
                report.warning(path, "it is to be repeated, but no block starts the loop");
            }
            End::Open if self.blocks > 0 => {
                report.warning(path, "no block ends the sound: all of them are heard");
            }
            _ if self.blocks == 0 => report.warning(path, "no block is heard"),
            _ => {}
        }
        if let Some(first) = self.first_behind {
            let count = self.behind;
            let message = match count {
                1 => format!("block {first}, behind the end, is never heard"),
                _ => {
                    format!("{count} blocks behind the end, from block {first} on, are never heard")
                }
            };
            report.warning(path, message);
        }
    }
}

/// Whether a voice idles on it: tools put one behind a sound.
fn is_idle(block: &[u8; BLOCK]) -> bool {
    const ALL: u8 = flags::END | flags::REPEAT | flags::START;
    let data = block.get(2..).unwrap_or(&[]);
    let is_all = |value: u8| data.iter().all(|byte| *byte == value);
    block[1] & ALL == ALL && (is_all(0) || is_all(0x77))
}

/// True for what Sony's encoder writes behind the end of a sound: `07 00 77 77 …`.
fn is_closing(block: &[u8; BLOCK]) -> bool {
    matches!(block, [0x07, 0, data @ ..] if data.iter().all(|byte| *byte == 0x77))
}

/// Whether anything is in it but zeros.
fn is_heard(block: &[u8; BLOCK]) -> bool {
    block.iter().any(|byte| *byte != 0)
}

/// Names the whole blocks up to `end`, and what is left of a last one.
pub fn name_blocks<R: Recorder>(cur: &mut Cursor<'_, R>, end: u64) -> Result<()> {
    let len = usize::try_from(end.saturating_sub(cur.pos())).unwrap_or(usize::MAX);
    cur.name_values::<SpuBlock>("blocks", len / BLOCK, Hint::Dec)?;
    cur.bytes_if_any("fragment", end).map(drop)
}

/// A rate that can be heard.
pub fn is_rate(rate: u32) -> bool {
    (1..=MAX_RATE).contains(&rate)
}

/// What is said of a sound besides its blocks.
pub struct Named {
    pub name: String,
    pub origin: Origin,
    pub ids: Vec<SoundId>,
    pub rate: u32,
}

/// The neutral sound of the blocks in `data`.
pub fn sound(named: Named, data: Source, extent: Extent) -> Sound {
    let Named { name, origin, ids, rate } = named;
    let stored_bytes = data.len();
    Sound {
        name,
        origin,
        ids,
        codec: CODEC,
        channels: 1,
        rate,
        bits: 16,
        frames: extent.frames(),
        promised_frames: extent.frames(),
        stored_bytes,
        looped: extent.loop_part(),
        data: Arc::new(Blocks { data, count: extent.blocks }),
        captions: Vec::new(),
    }
}

/// Name of the coding.
pub const CODEC: &str = "SPU-ADPCM";

/// Blocks that are decoded at once: half a megabyte of samples, which stays near the processor.
const PART: usize = 1 << 13;

struct Blocks {
    data: Source,
    count: usize,
}

impl Blocks {
    fn heard(&self) -> &[u8] {
        let bytes = self.data.bytes();
        bytes.get(..self.count.saturating_mul(BLOCK)).unwrap_or(bytes)
    }
}

impl SoundData for Blocks {
    fn decode(&self) -> Samples {
        Samples::I16(spu_adpcm::decode(self.heard()))
    }

    fn parts(&self, each: &mut dyn FnMut(Samples) -> ControlFlow<()>) {
        let mut history = History::default();
        let mut parts = self.heard().chunks(PART * BLOCK).map(|blocks| {
            let mut out = vec![0; blocks.len() / BLOCK * FRAMES];
            history = spu_adpcm::decode_into(history, blocks, &mut out);
            Samples::I16(out)
        });
        let _ = parts.try_for_each(each);
    }
}

/// What stands in the place of the blocks in `old` that holds another recording of `rate`: the blocks
/// as they are where it is what they hold; else new ones with the same way to end, a loop from the
/// same block on (the first one, where there are fewer), and what stood behind them. At most `most`
/// bytes.
///
/// # Errors
/// Where it is no recording of one channel at this rate, is empty, or does not fit.
pub fn replaced(
    old: &[u8],
    extent: Extent,
    rate: u32,
    new: &Replacement,
    most: usize,
) -> std::result::Result<Vec<u8>, Refusal> {
    let refuse = |why: &str| Err(Refusal(why.to_owned()));
    let recording = new.in_the_one_coding().map_err(Refusal)?;
    let Samples::I16(samples) = &recording.samples else {
        return refuse("the recording has a different sample format");
    };
    if (recording.channels, recording.rate) != (1, rate) {
        return refuse("the recording has other channels or another rate");
    }
    let heard = old.get(..extent.blocks * BLOCK).unwrap_or(old);
    if spu_adpcm::decode(heard) == *samples {
        return Ok(old.to_vec());
    }
    if samples.is_empty() {
        return refuse("the recording is empty");
    }
    let mut blocks = packed(samples, extent.loop_start);
    // What idles or is silent behind the sound stays there.
    blocks.extend(old.get(heard.len()..).filter(|_| extent.behind == 0).unwrap_or(&[]));
    if blocks.len() > most {
        let frames = most / BLOCK * FRAMES;
        return Err(Refusal(format!("there is room for {frames} samples of it")));
    }
    Ok(blocks)
}

/// Blocks of a recording that is heard once, or from a block on again and again.
pub fn packed(samples: &[i16], loop_start: Option<usize>) -> Vec<u8> {
    let count = samples.len().div_ceil(FRAMES);
    let start = loop_start.map(|start| if start < count { start } else { 0 });
    // When the loop comes round, what stood before its first block is not what stands there.
    let mut bytes = spu_adpcm::encode(samples, &[0, start.unwrap_or(0)]);
    let (blocks, _) = bytes.as_chunks_mut::<BLOCK>();
    for (index, block) in blocks.iter_mut().enumerate() {
        block[1] = match start {
            Some(start) => {
                let begins = if index == start { flags::START } else { 0 };
                let ends = if index + 1 == count { flags::END } else { 0 };
                flags::REPEAT | begins | ends
            }
            None if index + 1 == count => flags::END,
            None => 0,
        };
    }
    bytes
}
