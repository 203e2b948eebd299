//! Sounds of a scene.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Fault, FieldBytes};
use crate::codec::dsp_adpcm::{self, Coefficients};
use crate::codec::ima_adpcm::Blocks;
use crate::codec::xa_adpcm::{self, Layout};
use crate::codec::{aica_adpcm, spu_adpcm};
use crate::scene::{
    Caption, LoopPart, NameHash, Origin, Samples, Scene, Sound, SoundData, SoundId,
};

/// Maximum number of frames.
const MAX_FRAMES: u64 = 1 << 32;
/// Rates above this are invalid.
const MAX_RATE: f64 = 768_000.0;
/// Playback rate of sounds without a valid rate.
const USUAL_RATE: u32 = 44_100;
/// Bytes of PCM per part; a multiple of all frame sizes.
const PART: usize = 4 << 20;

/// Coding of samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SoundCoding {
    /// 8 bits without a sign.
    PcmU8,
    /// 8 bits with a sign.
    PcmS8,
    /// 16 bits with a sign, little-endian.
    PcmS16Le,
    /// 16 bits with a sign, big-endian.
    PcmS16Be,
    /// IMA ADPCM, in blocks of this many bytes.
    Ima(usize),
    /// ADPCM of the PlayStation's sound chip.
    Spu,
    /// Sound groups of CD-XA.
    Xa,
    /// ADPCM of the Dreamcast's sound chip.
    Aica,
    /// ADPCM of the GameCube, with its coefficients.
    Dsp(Coefficients),
}

impl SoundCoding {
    /// Parses a word. `block` are the bytes of a block of IMA ADPCM, `coefficients` those of DSP ADPCM.
    ///
    /// # Errors
    /// When the word is unknown, or a parameter is missing or invalid.
    pub fn parse(
        word: &str,
        block: Option<i128>,
        coefficients: Option<&[f64]>,
    ) -> Result<Self, String> {
        Ok(match word {
            "pcm-u8" => SoundCoding::PcmU8,
            "pcm-s8" => SoundCoding::PcmS8,
            "pcm-s16le" => SoundCoding::PcmS16Le,
            "pcm-s16be" => SoundCoding::PcmS16Be,
            "ima-adpcm" => {
                let block = block.ok_or("`ima-adpcm` needs the key `block`")?;
                let size = usize::try_from(block);
                SoundCoding::Ima(size.map_err(|_| format!("{block} is not a valid block size"))?)
            }
            "spu-adpcm" => SoundCoding::Spu,
            "xa-adpcm" => SoundCoding::Xa,
            "aica-adpcm" => SoundCoding::Aica,
            "dsp-adpcm" => {
                let missing = "`dsp-adpcm` needs the key `coefficients`";
                SoundCoding::Dsp(pairs(coefficients.ok_or(missing)?)?)
            }
            _ => return Err(format!("unknown coding `{word}`")),
        })
    }

    /// Name of the coding.
    fn name(self) -> &'static str {
        match self {
            SoundCoding::Ima(_) => "IMA ADPCM",
            SoundCoding::Spu => "SPU-ADPCM",
            SoundCoding::Xa => "XA ADPCM",
            SoundCoding::Aica => "AICA ADPCM",
            SoundCoding::Dsp(_) => "DSP ADPCM",
            _ => "PCM",
        }
    }

    /// Bits of a decoded sample.
    fn bits(self) -> u16 {
        if matches!(self, SoundCoding::PcmU8 | SoundCoding::PcmS8) { 8 } else { 16 }
    }
}

fn pairs(numbers: &[f64]) -> Result<Coefficients, String> {
    // Numbers that are too large are clamped.
    let numbers: Vec<i16> = numbers.iter().map(|number| *number as i16).collect();
    let (pairs, rest) = numbers.as_chunks();
    let pairs = Coefficients::try_from(pairs).ok().filter(|_| rest.is_empty());
    pairs.ok_or_else(|| format!("expected 16 coefficients, found {}", numbers.len()))
}

/// A sound as described.
#[derive(Clone, Debug)]
pub struct SoundParameters {
    /// Name of the sound.
    pub name: String,
    /// The element that it was made from.
    pub origin: Origin,
    /// Coding of the samples.
    pub coding: SoundCoding,
    /// Frames per second.
    pub rate: f64,
    /// Number of channels.
    pub channels: i128,
    /// Number of frames, if not all are used.
    pub frames: Option<i128>,
    /// First and last frame of the loop.
    pub looped: Option<[f64; 2]>,
    /// Identifier.
    pub id: Option<i128>,
    /// Captions in any order.
    pub captions: Vec<Caption>,
    /// Bytes of the samples.
    pub data: FieldBytes,
}

/// Adds a sound to a scene. A sound that cannot be decoded has no channels.
pub fn add_sound(scene: &mut Scene, sound: SoundParameters, faults: &mut Vec<Fault>) {
    let mut report = |key, message: String| faults.push(Fault { key, message });
    let bytes = sound.data.bytes.bytes();
    let decoder = Decoder::new(sound.coding, sound.channels);
    let stored = decoder.as_ref().map_or(0, |decoder| decoder.frames(bytes.len()));
    let channels = decoder.as_ref().map_or(0, |decoder| decoder.channels);
    let decoder = decoder.map_err(|why| report("channels", why)).ok();
    let expected = match sound.frames.map(u64::try_from) {
        Some(Ok(frames)) => frames,
        Some(Err(_)) => {
            report(
                "frames",
                format!("{} is not a valid number of frames", sound.frames.unwrap_or(0)),
            );
            stored
        }
        None => stored,
    };
    let frames = expected.min(stored).min(MAX_FRAMES);
    if expected > frames && decoder.is_some() {
        report("frames", format!("expected {expected} frames, found {frames}"));
    }
    let rate = match sound.rate.round() {
        rate @ 1.0..=MAX_RATE => rate as u32,
        _ => {
            report(
                "rate",
                format!("invalid sample rate {} Hz; {USUAL_RATE} Hz is used", sound.rate),
            );
            USUAL_RATE
        }
    };
    let looped = sound.looped.and_then(|[first, last]| {
        let is_inside = 0.0 <= first && first <= last && last < frames as f64;
        if !is_inside {
            report(
                "loop",
                format!("the loop from {first} to {last} is not within {frames} frames"),
            );
        }
        is_inside.then_some(LoopPart { first: first as u64, last: last as u64 })
    });
    let id = sound.id.and_then(|id| {
        let hash = u32::try_from(id).ok();
        if hash.is_none() {
            report("id", format!("expected an id of 32 bits, found {id}"));
        }
        hash
    });
    let ids = id.map(|hash| SoundId {
        name: NameHash { hash, known: Vec::new() },
        attenuation: 0.0,
        volume_db: 0.0,
        origin: sound.origin.clone(),
    });
    let duration_ms = frames.saturating_mul(1000) / u64::from(rate);
    let captions = in_order(sound.captions, duration_ms);
    scene.sounds.push(Sound {
        name: sound.name,
        origin: sound.origin,
        ids: ids.into_iter().collect(),
        codec: sound.coding.name(),
        channels,
        rate,
        bits: sound.coding.bits(),
        frames,
        expected_frames: expected,
        stored_bytes: bytes.len() as u64,
        looped,
        captions,
        data: Arc::new(LazySamples { decoder, frames, data: sound.data }),
    });
}

/// Captions in the order of their starts; those without an end last until the next one, or the end of the
/// sound.
fn in_order(mut captions: Vec<Caption>, duration_ms: u64) -> Vec<Caption> {
    captions.sort_by_key(|caption| caption.start_ms);
    let mut next = duration_ms;
    for caption in captions.iter_mut().rev() {
        if caption.end_ms == u64::MAX {
            caption.end_ms = next.max(caption.start_ms);
        }
        next = caption.start_ms;
    }
    captions
}

/// Decoder of a coding with a number of channels.
#[derive(Clone, Copy, Debug)]
struct Decoder {
    coding: SoundCoding,
    channels: u16,
    /// Blocks of IMA ADPCM.
    blocks: Option<Blocks>,
}

impl Decoder {
    fn new(coding: SoundCoding, channels: i128) -> Result<Self, String> {
        let is_mono = matches!(coding, SoundCoding::Spu | SoundCoding::Aica | SoundCoding::Dsp(_));
        let channels = match (channels, is_mono) {
            (1, _) => 1,
            (2, false) => 2,
            (_, true) => {
                let name = coding.name();
                return Err(format!("expected 1 channel of {name}, found {channels}"));
            }
            _ => return Err(format!("expected 1 or 2 channels, found {channels}")),
        };
        let blocks = match coding {
            SoundCoding::Ima(size) => Some(Blocks::new(channels, size).ok_or_else(|| {
                format!("blocks of {size} bytes hold no samples of {channels} channels")
            })?),
            _ => None,
        };
        Ok(Self { coding, channels, blocks })
    }

    fn layout(&self) -> Layout {
        Layout { is_stereo: self.channels == 2, is_wide: false }
    }

    /// Number of frames in `len` bytes.
    fn frames(&self, len: usize) -> u64 {
        let channels = usize::from(self.channels.max(1));
        let frames = match self.coding {
            SoundCoding::PcmU8 | SoundCoding::PcmS8 => len / channels,
            SoundCoding::PcmS16Le | SoundCoding::PcmS16Be => len / (2 * channels),
            SoundCoding::Ima(_) => self.blocks.map_or(0, |blocks| blocks.frames(len)),
            SoundCoding::Spu => len / spu_adpcm::BLOCK * spu_adpcm::FRAMES,
            SoundCoding::Xa => (len / xa_adpcm::GROUP).saturating_mul(self.layout().frames()),
            SoundCoding::Aica => len.saturating_mul(2),
            SoundCoding::Dsp(_) => dsp_adpcm::samples(len),
        };
        frames as u64
    }

    /// Size of parts that can be decoded independently; `None` if samples depend on all previous ones.
    fn part(&self) -> Option<usize> {
        match self.coding {
            SoundCoding::Ima(_) => self.blocks.map(|blocks| blocks.part()),
            SoundCoding::Spu | SoundCoding::Xa | SoundCoding::Aica | SoundCoding::Dsp(_) => None,
            _ => Some(PART),
        }
    }

    /// Decodes all whole frames.
    fn decode(&self, bytes: &[u8]) -> Samples {
        match self.coding {
            SoundCoding::PcmU8 => Samples::U8(bytes.to_vec()),
            SoundCoding::PcmS8 => Samples::U8(bytes.iter().map(|byte| byte ^ 0x80).collect()),
            SoundCoding::PcmS16Le => words(bytes, i16::from_le_bytes),
            SoundCoding::PcmS16Be => words(bytes, i16::from_be_bytes),
            SoundCoding::Ima(_) => {
                Samples::I16(self.blocks.map_or(Vec::new(), |blocks| blocks.decode(bytes)))
            }
            SoundCoding::Spu => Samples::I16(spu_adpcm::decode(bytes)),
            SoundCoding::Xa => Samples::I16(xa_adpcm::decode(self.layout(), [bytes])),
            SoundCoding::Aica => Samples::I16(aica_adpcm::decode(bytes)),
            SoundCoding::Dsp(coefficients) => Samples::I16(dsp_adpcm::decode(bytes, &coefficients)),
        }
    }
}

fn words(bytes: &[u8], word: fn([u8; 2]) -> i16) -> Samples {
    Samples::I16(bytes.as_chunks().0.iter().map(|pair| word(*pair)).collect())
}

/// Samples that are decoded on demand; empty without a decoder.
struct LazySamples {
    decoder: Option<Decoder>,
    frames: u64,
    data: FieldBytes,
}

impl SoundData for LazySamples {
    fn decode(&self) -> Samples {
        let mut all = Samples::none(self.decoder.map_or(16, |decoder| decoder.coding.bits()));
        self.parts(&mut |part| {
            all.append(part);
            ControlFlow::Continue(())
        });
        all
    }

    fn parts(&self, each: &mut dyn FnMut(Samples) -> ControlFlow<()>) {
        let Some(decoder) = self.decoder else { return };
        let bytes = self.data.bytes.bytes();
        let samples = self.frames.saturating_mul(decoder.channels.into());
        let mut left = usize::try_from(samples).unwrap_or(usize::MAX);
        for part in bytes.chunks(decoder.part().unwrap_or(bytes.len()).max(1)) {
            let decoded = decoder.decode(part).within(0..left);
            left -= decoded.len();
            if decoded.is_empty() || each(decoded).is_break() {
                return;
            }
        }
    }
}
