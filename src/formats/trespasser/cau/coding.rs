//! Decodes stored bytes to samples.

use std::ops::ControlFlow;

use super::records::{Header, compression};
use crate::bytes::Source;
use crate::codec::ima_adpcm::Blocks;
use crate::scene::{Samples, SoundData};

/// Coding of the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    Pcm8 { channels: u16 },
    Pcm16 { channels: u16 },
    Adpcm { channels: u16, blocks: Blocks },
}

/// Bytes of PCM that are decoded in one part.
const PART: usize = 4 << 20;
/// Rates above this are damage: four times the highest in use.
const MAX_RATE: u32 = 768_000;

/// Reason why a header cannot be played, and the field at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayable {
    pub field: &'static str,
    pub why: String,
}

impl Coding {
    /// The coding of the samples after this header.
    ///
    /// # Errors
    /// When they cannot be played.
    pub fn of(header: &Header) -> Result<Self, Unplayable> {
        let refuse = |field, why: String| Err(Unplayable { field, why });
        let (rate, bits, channels) = (header.rate, header.bits, u16::from(header.channels));
        if !(1..=2).contains(&channels) {
            return refuse("channels", format!("expected 1 or 2 channels, found {channels}"));
        }
        if !(1..=MAX_RATE).contains(&rate) {
            return refuse("rate", format!("{rate} Hz is not a valid rate"));
        }
        match (header.compression, bits) {
            (compression::PCM, 8) => Ok(Coding::Pcm8 { channels }),
            (compression::PCM, 16) => Ok(Coding::Pcm16 { channels }),
            (compression::ADPCM, 16) => {
                let size = header.block_size;
                let blocks = Blocks::new(channels, size as usize);
                blocks.map(|blocks| Coding::Adpcm { channels, blocks }).ok_or_else(|| Unplayable {
                    field: "block_size",
                    why: format!("blocks of {size} bytes hold no samples of {channels} channels"),
                })
            }
            (compression::PCM | compression::ADPCM, _) => {
                refuse("bits", format!("expected 8 bits (or 16 with ADPCM), found {bits}"))
            }
            (other, _) => refuse(
                "compression",
                format!("unknown compression {other}; expected 0 (PCM) or 1 (ADPCM)"),
            ),
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Coding::Adpcm { .. } => "IMA ADPCM",
            _ => "PCM",
        }
    }

    pub fn channels(&self) -> u16 {
        match self {
            Coding::Pcm8 { channels } | Coding::Pcm16 { channels } => *channels,
            Coding::Adpcm { channels, .. } => *channels,
        }
    }

    /// Bits of a decoded sample.
    pub fn bits(&self) -> u16 {
        if matches!(self, Coding::Pcm8 { .. }) { 8 } else { 16 }
    }

    /// Frames in `len` bytes.
    pub fn frames(&self, len: usize) -> usize {
        match self {
            Coding::Pcm8 { channels } => len / usize::from(*channels),
            Coding::Pcm16 { channels } => len / (2 * usize::from(*channels)),
            Coding::Adpcm { blocks, .. } => blocks.frames(len),
        }
    }

    /// Bytes of a part that can be decoded independently.
    fn part(&self) -> usize {
        match self {
            Coding::Adpcm { blocks, .. } => blocks.part(),
            // A multiple of all frame sizes.
            _ => PART,
        }
    }

    /// Decodes the whole frames in `bytes`.
    pub fn decode(&self, bytes: &[u8]) -> Samples {
        let samples = self.frames(bytes.len()) * usize::from(self.channels());
        match self {
            Coding::Pcm8 { .. } => Samples::U8(bytes.iter().take(samples).copied().collect()),
            Coding::Pcm16 { .. } => {
                let (pairs, _) = bytes.as_chunks();
                let pairs = pairs.iter().take(samples);
                Samples::I16(pairs.map(|pair| i16::from_le_bytes(*pair)).collect())
            }
            Coding::Adpcm { blocks, .. } => Samples::I16(blocks.decode(bytes)),
        }
    }
}

/// Samples that are decoded on demand; empty without a coding.
pub(super) struct LazySamples {
    pub coding: Option<Coding>,
    pub data: Source,
}

impl SoundData for LazySamples {
    fn decode(&self) -> Samples {
        match self.coding {
            Some(coding) => coding.decode(self.data.bytes()),
            None => Samples::U8(Vec::new()),
        }
    }

    fn parts(&self, each: &mut dyn FnMut(Samples) -> ControlFlow<()>) {
        let Some(coding) = self.coding else { return };
        let _ = self
            .data
            .bytes()
            .chunks(coding.part())
            .map(|bytes| coding.decode(bytes))
            .try_for_each(each);
    }
}
