//! Converts stored bytes to samples and back.

use crate::bytes::Source;
use crate::codec::aica_adpcm;
use crate::scene::{Samples, SoundData};

/// Stored bits per sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// AICA ADPCM.
    Four,
    /// Signed.
    Eight,
    Sixteen,
}

impl Bits {
    pub fn of(bits: u32) -> Option<Self> {
        match bits {
            4 => Some(Bits::Four),
            8 => Some(Bits::Eight),
            16 => Some(Bits::Sixteen),
            _ => None,
        }
    }

    /// Number of frames in `len` bytes.
    pub fn frames(self, len: u64) -> u64 {
        match self {
            Bits::Four => len.saturating_mul(2),
            Bits::Eight => len,
            Bits::Sixteen => len / 2,
        }
    }

    /// Bits per decoded sample.
    pub fn decoded(self) -> u16 {
        if self == Bits::Eight { 8 } else { 16 }
    }

    pub fn codec(self) -> &'static str {
        if self == Bits::Four { "AICA ADPCM" } else { "PCM" }
    }

    pub fn decode(self, bytes: &[u8]) -> Samples {
        match self {
            Bits::Four => Samples::I16(aica_adpcm::decode(bytes)),
            Bits::Eight => Samples::U8(bytes.iter().map(|byte| byte ^ 0x80).collect()),
            Bits::Sixteen => {
                let (pairs, _) = bytes.as_chunks();
                Samples::I16(pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect())
            }
        }
    }

    /// Encodes samples as they are stored; `None` if they have another sample format.
    pub fn encode(self, samples: &Samples) -> Option<Vec<u8>> {
        match (self, samples) {
            (Bits::Four, Samples::I16(all)) => Some(aica_adpcm::encode(all)),
            (Bits::Eight, Samples::U8(all)) => {
                Some(all.iter().map(|sample| sample ^ 0x80).collect())
            }
            (Bits::Sixteen, Samples::I16(all)) => {
                Some(all.iter().flat_map(|sample| sample.to_le_bytes()).collect())
            }
            _ => None,
        }
    }
}

/// Samples that are decoded on demand; empty if the coding is unknown.
pub(super) struct LazySamples {
    pub bits: Option<Bits>,
    pub data: Source,
}

impl SoundData for LazySamples {
    fn decode(&self) -> Samples {
        match self.bits {
            Some(bits) => bits.decode(self.data.bytes()),
            None => Samples::I16(Vec::new()),
        }
    }
}
