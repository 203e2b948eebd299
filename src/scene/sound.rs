//! Sounds.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;

use super::element::ElementInfo;
use super::property::{Properties, Value};
use super::{Caption, Element, NameHash, Origin, Samples, Scene};

/// Decodes the samples of a sound on demand.
pub trait SoundData: Send + Sync {
    /// Decodes exactly [`Sound::frames`] × [`Sound::channels`] samples.
    fn decode(&self) -> Samples;

    /// Decodes in parts, in order, until `each` breaks. If the coding permits, long sounds are never
    /// completely in memory.
    fn parts(&self, each: &mut dyn FnMut(Samples) -> ControlFlow<()>) {
        // The result is ignored, since nothing remains to be cancelled.
        let _ = each(self.decode());
    }
}

/// A recording with its identifiers.
#[derive(Clone, Serialize)]
pub struct Sound {
    /// Resolved name of the first identifier, or the identifier as eight hex digits, or the file's
    /// stem.
    pub name: String,
    /// Bytes of header, captions and samples.
    #[serde(flatten)]
    pub origin: Origin,
    /// Identifiers in the bank, in stored order; empty for a file with a single sound.
    pub ids: Vec<SoundId>,
    /// Name of the coding: `PCM`, `IMA ADPCM`.
    pub codec: &'static str,
    /// 1 or 2; 0 if the sound cannot be decoded.
    pub channels: u16,
    /// Frames per second; not 0.
    pub rate: u32,
    /// Bits per decoded sample: 8 or 16.
    pub bits: u16,
    /// Number of stored frames, which may be fewer than stated in its header.
    pub frames: u64,
    /// Number of frames according to the header.
    pub expected_frames: u64,
    /// Bytes of stored sample data.
    pub stored_bytes: u64,
    /// Loop that repeats while the sound is held, if the file defines one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looped: Option<LoopPart>,
    /// Decoder of the samples.
    #[serde(skip)]
    pub data: Arc<dyn SoundData>,
    /// Captions in display order.
    #[serde(skip)]
    pub captions: Vec<Caption>,
}

impl Sound {
    /// Length of the stored samples in whole milliseconds.
    pub fn duration_ms(&self) -> u64 {
        self.frames.saturating_mul(1000) / u64::from(self.rate.max(1))
    }

    /// Milliseconds until the end of the last caption; 0 without any.
    pub fn captions_ms(&self) -> u64 {
        self.captions.last().map_or(0, |caption| caption.end_ms)
    }

    /// Name under the identifier with this index; the sound's own for the first and without any.
    pub fn name_as(&self, id: usize) -> String {
        let other = self.ids.get(id).filter(|_| id > 0);
        other.map_or_else(|| self.name.clone(), |id| id.name.to_string())
    }

    /// Volume under the identifier with this index, in dB; 0 without it.
    pub fn volume_db(&self, id: usize) -> f32 {
        self.ids.get(id).map_or(0.0, |id| id.volume_db)
    }

    /// Loss of volume with the distance under the identifier with this index, in dB per metre.
    pub fn attenuation(&self, id: usize) -> f32 {
        self.ids.get(id).map_or(0.0, |id| id.attenuation)
    }

    /// The first identifier.
    pub fn id(&self) -> Option<u32> {
        self.ids.first().map(|id| id.name.hash)
    }
}

/// A loop of a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LoopPart {
    /// First frame.
    pub first: u64,
    /// Last frame (inclusive).
    pub last: u64,
}

impl LoopPart {
    /// Text of the loop: `frame 588 to 2267`.
    pub fn in_words(&self) -> String {
        format!("frame {} to {}", self.first, self.last)
    }
}

impl fmt::Debug for Sound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, codec, bits, channels, rate, frames, .. } = self;
        write!(f, "Sound({name}, {codec} {bits} bit, {channels} × {frames} at {rate} Hz)")
    }
}

/// Identifier of a sound in its bank; a sound may have several.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SoundId {
    /// A hash, and the names that have it.
    #[serde(flatten)]
    pub name: NameHash,
    /// dB per metre; 0 = the same everywhere.
    pub attenuation: f32,
    /// 0 = full, −100 = silent.
    pub volume_db: f32,
    /// Bytes and field path of the identifier.
    #[serde(flatten)]
    pub origin: Origin,
}

impl ElementInfo for Sound {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        let captions = if self.captions.is_empty() { "" } else { ", captions" };
        let ms = self.duration_ms();
        let length = format!("{}:{:02}.{:03}", ms / 60_000, ms / 1000 % 60, ms % 1000);
        format!("{length}, {}{captions}", self.codec).into()
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        let ids: Vec<String> = self.ids.iter().map(|id| id.name.to_string()).collect();
        let channels = match self.channels {
            1 => "mono".to_owned(),
            2 => "stereo".to_owned(),
            more => format!("{more} channels"),
        };
        let layout = format!("{} bit, {channels}, {} Hz", self.bits, self.rate);
        vec![
            ("Sound", self.name.as_str().into()),
            ("IDs", ids.join(", ").into()),
            ("Coding", format!("{}, {layout}", self.codec).into()),
            ("Frames", Value::Count(self.frames)),
            ("Loop", self.looped.map_or("none".to_owned(), |part| part.in_words()).into()),
            ("Captions", self.captions.len().to_string().into()),
        ]
    }
}

impl ElementInfo for SoundId {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.to_string()
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        // Every name with the hash, and its source.
        let names = self.name.known.iter().map(|known| format!("{} ({})", known.name, known.from));
        vec![
            ("ID", self.name.hex().into()),
            ("Name", names.collect::<Vec<_>>().join(", ").into()),
            ("Volume", format!("{} dB", self.volume_db).into()),
            ("Attenuation", format!("{} dB/m", self.attenuation).into()),
        ]
    }
}
