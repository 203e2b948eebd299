//! TotemTech `.TSOUND` (class SOUND), GameCube: one sound of one channel. No header.
//!
//! | offset | field |
//! |---|---|
//! | 0x04 | `rate`, Hz |
//! | 0x0C | `size`, bytes of `data` |
//! | 0x18 | `nibbles`, twice the size |
//! | 0x20 | `pitch`: rate · 65536 / 48000 |
//! | 0x2E | `coefficients`, eight pairs |
//! | 0x50 | `first_byte` of the data |
//! | 0x5C | `data`: [frames](crate::codec::dsp_adpcm) of 8 bytes |
//!
//! Known unknowns: everything else; how the PlayStation 2 stores sounds.
//!
//! Source: format document `totem-level.md`, section 15.

use std::sync::Arc;

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Problems, Result, Shaped};
use crate::codec::dsp_adpcm::{self, Coefficients};
use crate::container::Context;
use crate::formats::totem::resource::{Class, Resource, Viewed, info};
use crate::formats::{Capability, Counts, EditResult, FormatInfo, Loaded, Refusal, Report};
use crate::record;
use crate::scene::{Replacement, Samples, Scene, Sound, SoundData};

record! {
    /// Header before the data.
    pub struct SoundHeader {
        pub unknown_00: u32 => Hint::Hex,
        pub rate: u32 => Hint::Unit("Hz"),
        pub unknown_08: u32 => Hint::Hex,
        pub size: u32 => Hint::Unit("bytes"),
        pub unknown_10: u32,
        pub unknown_14: u32,
        pub nibbles: u32,
        pub unknown_1c: u32,
        pub pitch: u32,
        pub unknown_24: u32,
        pub unknown_28: u32,
        pub unknown_2c: i16,
        pub coefficients: [[i16; 2]; 8],
        pub unknown_4e: i16,
        pub first_byte: i16 => Hint::Hex,
        pub unknown_52: i16,
        pub unknown_54: u32 => Hint::Hex,
        pub unknown_58: u32 => Hint::Hex,
    }
}

/// A sound as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SoundFile {
    pub header: SoundHeader,
    pub data: Vec<u8>,
}

impl Layout for SoundFile {
    const TYPE: &'static str = "Sound";
    const MIN_SIZE: u64 = SoundHeader::SIZE as u64;
    const IS_FIXED: bool = true;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value("header", &mut self.header)?;
        let size = usize::try_from(self.header.size).unwrap_or(usize::MAX);
        pass.bytes("data", &mut self.data, size)
    }
}

impl SoundFile {
    /// Number of frames according to the header, limited to those in the data.
    fn frames(&self) -> u64 {
        let stored = dsp_adpcm::samples(self.data.len()) as u64;
        let marks = u64::from(self.header.size).div_ceil(dsp_adpcm::FRAME as u64) * 2;
        let declared = u64::from(self.header.nibbles).saturating_sub(marks);
        if declared == 0 { stored } else { stored.min(declared) }
    }

    fn rate(&self) -> u32 {
        match self.header.rate {
            rate @ 1..=192_000 => rate,
            _ => USUAL_RATE,
        }
    }
}

/// Playback rate in Hz of a sound with an invalid rate.
const USUAL_RATE: u32 = 22_050;

/// Decodes on demand.
struct Frames {
    data: Vec<u8>,
    coefficients: Coefficients,
    frames: usize,
}

impl SoundData for Frames {
    fn decode(&self) -> Samples {
        let mut samples = dsp_adpcm::decode(&self.data, &self.coefficients);
        samples.resize(self.frames, 0);
        Samples::I16(samples)
    }
}

impl Class for SoundFile {
    const INFO: FormatInfo = info(
        "totem.sound",
        "TotemTech sound",
        &["tsound"],
        &[Capability::View, Capability::Sound, Capability::Export, Capability::Write],
    );
    const ROOT: &'static str = "Sound";

    fn count(&self, counts: &mut Counts) {
        counts.set("sounds", 1);
    }

    fn check(file: &Loaded<Resource<Self>>, report: &mut Report<'_>) {
        let sound = &file.records.body;
        if sound.rate() != sound.header.rate {
            let message =
                format!("invalid sample rate {} Hz; {USUAL_RATE} is used", sound.header.rate);
            report.error("header.rate", message);
        }
        let most = sound.header.size.saturating_mul(2);
        if sound.header.nibbles > most {
            let message = format!(
                "{} nibbles do not match {} bytes",
                sound.header.nibbles, sound.header.size
            );
            report.warning("header.nibbles", message);
        }
    }

    fn with_sound(&self, new: &Replacement) -> EditResult<Self> {
        let new = new.in_the_one_coding().map_err(Refusal)?;
        if new.channels != 1 {
            return Err(Refusal("TotemTech sounds must have one channel".to_owned()));
        }
        let samples = new.samples.to_i16();
        let (coefficients, data) = dsp_adpcm::encode(&samples);
        let size = crate::bytes::count32(data.len());
        let nibbles = data.len().div_ceil(dsp_adpcm::FRAME) * 2 + samples.len();
        let pitch = u64::from(new.rate) * 65_536 / 48_000;
        let header = SoundHeader {
            rate: new.rate,
            size,
            nibbles: crate::bytes::count32(nibbles),
            pitch: u32::try_from(pitch).unwrap_or(u32::MAX),
            coefficients,
            first_byte: data.first().map_or(0, |byte| i16::from(*byte)),
            ..self.header
        };
        Ok(Self { header, data })
    }
}

impl Viewed for SoundFile {
    fn scene(file: &Loaded<Resource<Self>>, _: Context<'_>) -> Option<(Scene, Problems)> {
        let sound = &file.records.body;
        let frames = sound.frames();
        // A file that is truncated before its data has no data field.
        let origin = if frames == 0 { file.whole() } else { file.origin("data") };
        let data = Frames {
            data: sound.data.clone(),
            coefficients: sound.header.coefficients,
            frames: usize::try_from(frames).unwrap_or(0),
        };
        let made = Sound {
            name: super::resource_name(file.source.name()).to_owned(),
            origin,
            ids: Vec::new(),
            codec: "DSP ADPCM",
            channels: 1,
            rate: sound.rate(),
            bits: 16,
            frames,
            expected_frames: frames,
            stored_bytes: sound.data.len() as u64,
            looped: None,
            data: Arc::new(data),
            captions: Vec::new(),
        };
        let name = made.name.clone();
        Some((Scene { name, sounds: vec![made].into(), ..Scene::default() }, Problems::default()))
    }
}
