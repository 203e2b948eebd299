//! SPU-ADPCM blocks in files: interpretation of their flags, their fields, and sounds made of them.
//!
//! Source: format document `ps1-sound.md`, sections 1.1 and 1.4.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::bytes::{Bit, Cursor, Hint, Recorder, Result, Source};
use crate::codec::spu_adpcm::{self, BLOCK, FRAMES, History, flags};
use crate::formats::{EditResult, Refusal, Report};
use crate::scene::{LoopPart, Origin, Replacement, Samples, Sound, SoundData, SoundId};

/// Maximum playback rate; tools do not write higher rates.
const MAX_RATE: u32 = 192_000;
/// Playback rate for sounds without a valid rate.
pub const USUAL_RATE: u32 = 44_100;

const CODING: &[Bit] = &[
    Bit::sure(0x0F, "shift", "right shift of the samples; above 12 only the sign remains"),
    Bit::sure(
        0xF0,
        "filter",
        "prediction filter from the last two samples; values above 4 predict 0",
    ),
];
const FLAGS: &[Bit] = &[
    Bit::sure(flags::END as u32, "end", "the sound ends after this block"),
    Bit::sure(flags::REPEAT as u32, "repeat", "at the end, playback continues at the loop start"),
    Bit::sure(flags::START as u32, "start", "the loop starts with this block"),
];

crate::record! {
    /// Block of 28 samples.
    pub struct SpuBlock {
        pub coding: u8 => Hint::Flags(CODING),
        pub flags: u8 => Hint::Flags(FLAGS),
        /// Signed nibbles, the low one of each byte first.
        pub nibbles: [u8; 14] => Hint::Hex,
    }
}

/// End of a sequence of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A block has the end flag.
    Stops,
    /// Continues at the loop start.
    Repeats,
    /// Loops, but no block has the loop start flag.
    RepeatsNowhere,
    /// At a block in which the voice idles.
    Idles,
    /// No block has the end flag.
    Open,
}

/// Extent of a sound, from the flags of its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Number of played blocks.
    pub blocks: usize,
    /// First block of the loop.
    pub loop_start: Option<usize>,
    pub end: End,
    /// Number of blocks after the end that are neither silent nor idle.
    pub behind: usize,
    /// The first block after the end that is neither silent nor idle.
    pub first_behind: Option<usize>,
}

impl Extent {
    /// Extent of the whole blocks in `bytes`.
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

    /// Looped frames.
    pub fn loop_part(&self) -> Option<LoopPart> {
        let first = (self.loop_start? * FRAMES) as u64;
        Some(LoopPart { first, last: self.frames().checked_sub(1)? })
    }

    /// Reports inconsistent flags of the blocks at `path`.
    pub fn check(&self, path: &str, report: &mut Report<'_>) {
        match self.end {
            End::RepeatsNowhere => {
                report.warning(path, "repeat flag, but no block has the loop start flag");
            }
            End::Open if self.blocks > 0 => {
                report.warning(path, "no block has the end flag: all blocks are played");
            }
            _ if self.blocks == 0 => report.warning(path, "no block is played"),
            _ => {}
        }
        if let Some(first) = self.first_behind {
            let count = self.behind;
            let message = match count {
                1 => format!("block {first} after the end is never played"),
                _ => {
                    format!(
                        "{count} blocks after the end, starting at block {first}, are never played"
                    )
                }
            };
            report.warning(path, message);
        }
    }
}

/// `true` for a block in which a voice idles: tools put one after a sound.
fn is_idle(block: &[u8; BLOCK]) -> bool {
    const ALL: u8 = flags::END | flags::REPEAT | flags::START;
    let data = block.get(2..).unwrap_or(&[]);
    let is_all = |value: u8| data.iter().all(|byte| *byte == value);
    block[1] & ALL == ALL && (is_all(0) || is_all(0x77))
}

/// `true` for the block that Sony's encoder writes after the end of a sound: `07 00 77 77 …`.
fn is_closing(block: &[u8; BLOCK]) -> bool {
    matches!(block, [0x07, 0, data @ ..] if data.iter().all(|byte| *byte == 0x77))
}

/// `true` if it has non-zero data.
fn is_heard(block: &[u8; BLOCK]) -> bool {
    block.iter().any(|byte| *byte != 0)
}

/// Names the whole blocks up to `end`, and an incomplete last one.
pub fn name_blocks<R: Recorder>(cur: &mut Cursor<'_, R>, end: u64) -> Result<()> {
    let len = usize::try_from(end.saturating_sub(cur.pos())).unwrap_or(usize::MAX);
    cur.name_values::<SpuBlock>("blocks", len / BLOCK, Hint::Dec)?;
    cur.bytes_if_any("fragment", end).map(drop)
}

/// `true` for a valid playback rate.
pub fn is_rate(rate: u32) -> bool {
    (1..=MAX_RATE).contains(&rate)
}

/// Properties of a sound besides its blocks.
pub struct Named {
    pub name: String,
    pub origin: Origin,
    pub ids: Vec<SoundId>,
    pub rate: u32,
}

/// Builds the sound of the blocks in `data`.
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
        expected_frames: extent.frames(),
        stored_bytes,
        looped: extent.loop_part(),
        data: Arc::new(Blocks { data, count: extent.blocks }),
        captions: Vec::new(),
    }
}

/// Name of the coding.
pub const CODEC: &str = "SPU-ADPCM";

/// Number of blocks that are decoded at a time: half a megabyte of samples, which fits into the
/// processor's cache.
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

/// Replaces the blocks in `old` with a recording of `rate`. The blocks are unchanged if they already
/// decode to it; otherwise the new ones end the same way, loop from the same block (or from the first, if
/// there are fewer) and are followed by the old trailing blocks. The result has at most `most` bytes.
///
/// # Errors
/// Returns an error if the recording has more than one channel or another rate, is empty, or does not
/// fit.
pub fn replaced(
    old: &[u8],
    extent: Extent,
    rate: u32,
    new: &Replacement,
    most: usize,
) -> EditResult<Vec<u8>> {
    let refuse = |why: &str| Err(Refusal(why.to_owned()));
    let recording = new.in_the_one_coding().map_err(Refusal)?;
    let Samples::I16(samples) = &recording.samples else {
        return refuse("expected samples of 16 bits, found 8 bits");
    };
    if (recording.channels, recording.rate) != (1, rate) {
        let (channels, found) = (recording.channels, recording.rate);
        return Err(Refusal(format!(
            "expected 1 channel at {rate} Hz, found {channels} at {found} Hz"
        )));
    }
    let heard = old.get(..extent.blocks * BLOCK).unwrap_or(old);
    if spu_adpcm::decode(heard) == *samples {
        return Ok(old.to_vec());
    }
    if samples.is_empty() {
        return refuse("the recording is empty");
    }
    let mut blocks = packed(samples, extent.loop_start);
    // Idle or silent blocks after the sound are preserved.
    blocks.extend(old.get(heard.len()..).filter(|_| extent.behind == 0).unwrap_or(&[]));
    if blocks.len() > most {
        let frames = most / BLOCK * FRAMES;
        return Err(Refusal(format!(
            "the recording is too long: there is space for {frames} samples"
        )));
    }
    Ok(blocks)
}

/// Encodes a recording that plays once, or loops from a block on.
pub fn packed(samples: &[i16], loop_start: Option<usize>) -> Vec<u8> {
    let count = samples.len().div_ceil(FRAMES);
    let start = loop_start.map(|start| if start < count { start } else { 0 });
    // When looping, the samples before the loop's first block differ from those in the file.
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
