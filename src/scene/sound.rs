//! Sounds, their captions, and the sounds that things make when they meet.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::element::ElementInfo;
use super::property::{Properties, Value};
use super::{Element, Origin, ProgramId, RecordingId, Scene, note_name};

/// Decoded samples, interleaved (left first).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Samples {
    /// Silence is 128.
    U8(Vec<u8>),
    /// Silence is 0.
    I16(Vec<i16>),
}

impl Samples {
    /// Number of samples, all channels together.
    pub fn len(&self) -> usize {
        match self {
            Samples::U8(samples) => samples.len(),
            Samples::I16(samples) => samples.len(),
        }
    }

    /// Whether there is no sample.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// None yet, of 8 bits or else 16.
    pub fn none(bits: u16) -> Self {
        if bits == 8 { Samples::U8(Vec::new()) } else { Samples::I16(Vec::new()) }
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        match self {
            Samples::U8(samples) => samples.len(),
            Samples::I16(samples) => samples.len().saturating_mul(2),
        }
    }

    /// Those of a range, as far as they are there.
    pub fn within(mut self, range: Range<usize>) -> Self {
        let end = range.end.min(self.len());
        let start = range.start.min(end);
        match &mut self {
            Samples::U8(samples) => {
                samples.truncate(end);
                samples.drain(..start);
            }
            Samples::I16(samples) => {
                samples.truncate(end);
                samples.drain(..start);
            }
        }
        self
    }

    /// Puts more of the same bits behind them.
    pub fn append(&mut self, more: Self) {
        match (self, more) {
            (Samples::U8(all), Samples::U8(more)) => all.extend(more),
            (Samples::I16(all), Samples::I16(more)) => all.extend(more),
            (all, more) => {
                let mut both = all.to_i16();
                both.extend(more.to_i16());
                *all = Samples::I16(both);
            }
        }
    }

    /// All of them in 16 bits.
    pub fn to_i16(&self) -> Vec<i16> {
        match self {
            Samples::U8(all) => all.iter().map(|sample| (i16::from(*sample) - 128) << 8).collect(),
            Samples::I16(all) => all.clone(),
        }
    }
}

/// Decodes the samples of a sound when they are wanted.
pub trait SoundData: Send + Sync {
    /// Exactly [`Sound::frames`] × [`Sound::channels`] samples.
    fn decode(&self) -> Samples;

    /// The same in their order and a part at a time, as long as `each` wants more. Long sounds are not
    /// held whole for it, where their coding allows that.
    fn parts(&self, each: &mut dyn FnMut(Samples) -> ControlFlow<()>) {
        // Nothing is left that could be broken off.
        let _ = each(self.decode());
    }
}

/// A recording, and the identifiers that name it.
#[derive(Clone, Serialize)]
pub struct Sound {
    /// Resolved name of the first identifier, or the identifier as eight hex digits, or the file's
    /// stem.
    pub name: String,
    /// Header, captions and samples.
    #[serde(flatten)]
    pub origin: Origin,
    /// Numbers in the bank, in stored order; empty for a file that holds one sound.
    pub ids: Vec<SoundId>,
    /// `PCM`, `IMA ADPCM`.
    pub codec: &'static str,
    /// 1 or 2; 0 when the sound cannot be decoded.
    pub channels: u16,
    /// Frames a second; not 0.
    pub rate: u32,
    /// Bits of a decoded sample: 8 or 16.
    pub bits: u16,
    /// Frames that are stored, which may be fewer than its header promises.
    pub frames: u64,
    /// Frames the header promises.
    pub promised_frames: u64,
    /// Bytes of stored sample data.
    pub stored_bytes: u64,
    /// What is repeated for as long as it is held, where the file asks for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looped: Option<LoopPart>,
    /// Decoder of the samples.
    #[serde(skip)]
    pub data: Arc<dyn SoundData>,
    /// Captions in the order they are shown.
    #[serde(skip)]
    pub captions: Vec<Caption>,
}

impl Sound {
    /// Length of the stored samples in whole milliseconds.
    pub fn duration_ms(&self) -> u64 {
        self.frames.saturating_mul(1000) / u64::from(self.rate.max(1))
    }

    /// Milliseconds until the last caption is over; 0 without any.
    pub fn captions_ms(&self) -> u64 {
        self.captions.last().map_or(0, |caption| caption.end_ms)
    }

    /// Volume of the first identifier, in dB; 0 without any.
    pub fn volume_db(&self) -> f32 {
        self.ids.first().map_or(0.0, |id| id.volume_db)
    }

    /// The first identifier.
    pub fn id(&self) -> Option<u32> {
        self.ids.first().map(|id| id.name.hash)
    }
}

/// The frames of a sound that are repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LoopPart {
    /// First frame.
    pub first: u64,
    /// Last frame, which is part of it.
    pub last: u64,
}

impl fmt::Debug for Sound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, codec, bits, channels, rate, frames, .. } = self;
        write!(f, "Sound({name}, {codec} {bits} bit, {channels} × {frames} at {rate} Hz)")
    }
}

/// Number of a sound in its bank, of which it may have several.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SoundId {
    /// Identifier: a hash, and the names it may stand for.
    #[serde(flatten)]
    pub name: NameHash,
    /// dB per metre, 0 = heard everywhere alike.
    pub attenuation: f32,
    /// 0 = full, −100 = silent.
    pub volume_db: f32,
    /// Bytes and field path of the identifier.
    #[serde(flatten)]
    pub origin: Origin,
}

/// A name of which a file keeps only the hash, with the names that are known to have it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NameHash {
    /// Hash as stored.
    #[serde(rename = "id", serialize_with = "upper_hex")]
    pub hash: u32,
    /// The first one is shown; more than one is a collision.
    #[serde(rename = "names", skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<KnownName>,
}

/// Name that has a hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownName {
    /// The name itself.
    pub name: String,
    /// The dictionary, the file, or the person it comes from.
    pub from: String,
}

fn upper_hex<S: Serializer>(hash: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{hash:08X}"))
}

impl NameHash {
    /// First of the known names; `None` where none is known.
    pub fn resolved(&self) -> Option<&str> {
        self.known.first().map(|known| known.name.as_str())
    }

    /// The hash as files and lists show it: eight upper-case hex digits.
    pub fn hex(&self) -> String {
        format!("{:08X}", self.hash)
    }
}

impl fmt::Display for NameHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.resolved() {
            Some(name) => f.write_str(name),
            None => write!(f, "{:08X}", self.hash),
        }
    }
}

/// A text shown while a sound plays. Captions follow one another without a gap.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Caption {
    /// Time from the start of the sound.
    pub start_ms: u64,
    /// From the start of the sound to the end of the caption.
    pub end_ms: u64,
    /// Lines are separated by `\n`; empty for a pause.
    pub text: String,
    /// Bytes and field path of the caption.
    #[serde(flatten)]
    pub origin: Origin,
}

impl Caption {
    /// Whether nothing is shown for its time.
    pub fn is_pause(&self) -> bool {
        self.text.is_empty()
    }
}

/// The caption that is due `ms` after the sound started.
pub fn caption_at(captions: &[Caption], ms: u64) -> Option<usize> {
    let after = captions.partition_point(|caption| caption.start_ms <= ms);
    // Captions of no duration share their start; the last one to start wins.
    let index = after.checked_sub(1)?;
    captions.get(index).filter(|caption| ms < caption.end_ms).map(|_| index)
}

/// Sounds of two materials that meet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Collision {
    /// Two materials that meet, by the hashes of their names.
    pub materials: [NameHash; 2],
    /// Seconds before the pair may be heard again.
    pub min_delay: f32,
    /// Sounds of an impact; each is played on its own.
    pub hits: Vec<CollisionSound>,
    /// Sound of sliding, repeated while it lasts.
    pub slide: Option<CollisionSound>,
    /// Bytes and field path of the collision.
    #[serde(flatten)]
    pub origin: Origin,
}

impl Collision {
    /// Names of the two materials.
    pub fn title(&self) -> String {
        let [one, other] = &self.materials;
        format!("{one} × {other}")
    }

    /// All its sounds: the hits, then the slide.
    pub fn sounds(&self) -> impl Iterator<Item = &CollisionSound> {
        self.hits.iter().chain(&self.slide)
    }
}

/// Sound of a collision, by its identifier.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CollisionSound {
    /// Identifier of the sound.
    #[serde(flatten)]
    pub name: NameHash,
    /// Index in [`Scene::sounds`](super::Scene::sounds); `None` when the bank does not hold it.
    pub sound: Option<RecordingId>,
    /// Curve over the velocity.
    #[serde(flatten)]
    pub transfer: Transfer,
}

/// How a sound follows the velocity of a collision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Transfer {
    /// Volume by velocity: 0 is −40 dB, 1 is full.
    pub volume: Ramp,
    /// Pitch by velocity: −1 is a quarter of the speed, 0 the sound's own, 1 four times.
    pub pitch: Ramp,
    /// dB per metre.
    pub attenuation: f32,
    /// Heard only above this velocity, 0 to 1.
    pub min_velocity: f32,
}

/// A straight line between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ramp {
    /// Upper bound of the value.
    pub max: f32,
    /// Lower bound of the value.
    pub min: f32,
    /// Change of the value from velocity 0 to 1.
    pub slope: f32,
    /// Value at velocity 0.
    pub zero: f32,
}

impl Ramp {
    /// `slope · velocity + zero`, kept within the bounds; the nearest to 0 of `low..high` when the
    /// stored numbers are none.
    fn at(&self, velocity: f32, low: f32, high: f32) -> f32 {
        let value = (self.slope * velocity + self.zero).max(self.min).min(self.max);
        if value.is_nan() { 0.0 } else { value.max(low).min(high) }
    }
}

impl Transfer {
    /// Volume in dB at a velocity of 0 to 1: −40 to 0.
    pub fn volume_db(&self, velocity: f32) -> f32 {
        -40.0 + 40.0 * self.volume.at(velocity, 0.0, 1.0)
    }

    /// Playing speed at a velocity of 0 to 1: a quarter to four times.
    pub fn speed(&self, velocity: f32) -> f32 {
        let pitch = self.pitch.at(velocity, -1.0, 1.0);
        1.0 + pitch * if pitch < 0.0 { 0.75 } else { 3.0 }
    }

    /// True when a collision this fast is heard.
    pub fn is_heard(&self, velocity: f32) -> bool {
        self.min_velocity < velocity
    }
}

/// A number by which a game asks for a tone of a bank.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cue {
    /// Number by which a level asks for it.
    pub alias: u16,
    /// What is heard, where the bank has it.
    pub tone: Option<(ProgramId, u32)>,
    /// The recording of that tone, or of a bank without tones.
    pub sound: Option<RecordingId>,
    /// Key that the tone is heard at.
    pub note: u8,
    /// Of full volume.
    pub gain: f32,
    /// Goes on until it is stopped.
    pub repeats: bool,
    /// Words about what it asks for: `program 1, tone 0`.
    pub asks_for: String,
    /// Bytes and field path of the cue.
    #[serde(flatten)]
    pub origin: Origin,
}

impl LoopPart {
    /// `frame 588 to 2267`.
    pub fn in_words(&self) -> String {
        format!("frame {} to {}", self.first, self.last)
    }
}

impl ElementInfo for Cue {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, own: Element) -> String {
        format!("cue {}", own.number())
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        self.asks_for.as_str().into()
    }

    fn facts<'a>(&'a self, scene: &'a Scene, _: Element) -> Properties<'a> {
        let sound = self.sound.and_then(|sound| scene.sounds.get(sound));
        vec![
            ("Alias", self.alias.to_string().into()),
            ("Asks for", self.asks_for.as_str().into()),
            ("Sound", sound.map_or("none", |sound| sound.name.as_str()).into()),
            ("Key", note_name(self.note).into()),
            ("Volume", format!("{:.0} %", self.gain * 100.0).into()),
            ("Repeats", if self.repeats { "yes" } else { "no" }.into()),
        ]
    }
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
        // Every name that has the hash, with where it comes from.
        let names = self.name.known.iter().map(|known| format!("{} ({})", known.name, known.from));
        vec![
            ("ID", self.name.hex().into()),
            ("Name", names.collect::<Vec<_>>().join(", ").into()),
            ("Volume", format!("{} dB", self.volume_db).into()),
            ("Attenuation", format!("{} dB/m", self.attenuation).into()),
        ]
    }
}

impl ElementInfo for Caption {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, own: Element) -> String {
        format!("caption {}", own.number())
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        let time = format!("{} to {} ms", self.start_ms, self.end_ms);
        vec![("Caption", self.text.as_str().into()), ("Time", time.into())]
    }
}

impl ElementInfo for Collision {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.title()
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        let [one, other] = &self.materials;
        let used = self.hits.iter().map(|hit| hit.name.to_string());
        let slide = self.slide.as_ref().map(|slide| slide.name.to_string());
        vec![
            ("Materials", format!("{one} and {other}").into()),
            ("Impact", used.collect::<Vec<_>>().join(", ").into()),
            ("Sliding", slide.unwrap_or_default().into()),
        ]
    }
}
