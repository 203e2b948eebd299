//! Sounds, their captions, and collision sounds.

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
    /// Number of samples of all channels.
    pub fn len(&self) -> usize {
        match self {
            Samples::U8(samples) => samples.len(),
            Samples::I16(samples) => samples.len(),
        }
    }

    /// `true` if there are no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Creates an empty list of 8-bit or 16-bit samples.
    pub fn none(bits: u16) -> Self {
        if bits == 8 { Samples::U8(Vec::new()) } else { Samples::I16(Vec::new()) }
    }

    /// Size of the samples in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Samples::U8(samples) => samples.len(),
            Samples::I16(samples) => samples.len().saturating_mul(2),
        }
    }

    /// Samples of the part of a range that exists.
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

    /// Appends samples with the same number of bits.
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

    /// Converts to 16 bits.
    pub fn to_i16(&self) -> Vec<i16> {
        match self {
            Samples::U8(all) => all.iter().map(|sample| (i16::from(*sample) - 128) << 8).collect(),
            Samples::I16(all) => all.clone(),
        }
    }
}

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

/// A name of which a file stores only the hash, with the known names that match it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NameHash {
    /// Hash as stored.
    #[serde(rename = "id", serialize_with = "upper_hex")]
    pub hash: u32,
    /// The first one is displayed; more than one is a collision.
    #[serde(rename = "names", skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<KnownName>,
}

/// Name that has a hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownName {
    /// The name itself.
    pub name: String,
    /// The dictionary, file, or person that provided it.
    pub from: String,
}

fn upper_hex<S: Serializer>(hash: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{hash:08X}"))
}

impl NameHash {
    /// First of the known names.
    pub fn resolved(&self) -> Option<&str> {
        self.known.first().map(|known| known.name.as_str())
    }

    /// The hash as displayed: eight upper-case hex digits.
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

/// A text that is displayed while a sound plays. Captions follow each other without gaps.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Caption {
    /// Start time in milliseconds from the start of the sound.
    pub start_ms: u64,
    /// End time in milliseconds from the start of the sound.
    pub end_ms: u64,
    /// Lines are separated by `\n`; empty for a pause.
    pub text: String,
    /// Bytes and field path of the caption.
    #[serde(flatten)]
    pub origin: Origin,
}

impl Caption {
    /// `true` if nothing is displayed during its time.
    pub fn is_pause(&self) -> bool {
        self.text.is_empty()
    }
}

/// Index of the caption at `ms` after the start of the sound.
pub fn caption_at(captions: &[Caption], ms: u64) -> Option<usize> {
    let after = captions.partition_point(|caption| caption.start_ms <= ms);
    // Captions without duration share their start time; the last one to start counts.
    let index = after.checked_sub(1)?;
    captions.get(index).filter(|caption| ms < caption.end_ms).map(|_| index)
}

/// Sounds of two colliding materials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Collision {
    /// The colliding materials, by the hashes of their names.
    pub materials: [NameHash; 2],
    /// Minimum time between two sounds of this pair, in seconds.
    pub min_delay: f32,
    /// Impact sounds; one of them is played.
    pub hits: Vec<CollisionSound>,
    /// Sliding sound, repeated while it lasts.
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

    /// All its sounds: the impacts, then the slide.
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
    /// Index in [`Scene::sounds`](super::Scene::sounds); `None` if the bank does not have it.
    pub sound: Option<RecordingId>,
    /// Dependence on the velocity.
    #[serde(flatten)]
    pub transfer: Transfer,
}

/// Dependence of a sound on the velocity of a collision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Transfer {
    /// Volume by velocity: 0 is −40 dB, 1 is full.
    pub volume: Ramp,
    /// Pitch by velocity: −1 is a quarter of the speed, 0 the sound's own, 1 four times.
    pub pitch: Ramp,
    /// dB per metre.
    pub attenuation: f32,
    /// Minimum velocity at which it is played, 0 to 1.
    pub min_velocity: f32,
}

/// Loss of volume in dB at a distance in metres, of a sound with an attenuation in dB per metre: the
/// volume is divided by 10^(attenuation · distance / 10).
pub fn attenuated_db(attenuation: f32, distance: f32) -> f32 {
    let lost = attenuation * distance;
    if lost.is_nan() { 0.0 } else { lost.clamp(0.0, 100.0) }
}

/// A linear function with bounds.
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
    /// Value `slope · velocity + zero`, clamped to the bounds; the value of `low..high` nearest to 0 if
    /// the stored numbers are not finite.
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

    /// Playback speed at a velocity of 0 to 1: a quarter to four times.
    pub fn speed(&self, velocity: f32) -> f32 {
        let pitch = self.pitch.at(velocity, -1.0, 1.0);
        1.0 + pitch * if pitch < 0.0 { 0.75 } else { 3.0 }
    }

    /// Volume in dB at a velocity of 0 to 1 and a distance in metres.
    pub fn volume_db_at(&self, velocity: f32, distance: f32) -> f32 {
        self.volume_db(velocity) - attenuated_db(self.attenuation, distance)
    }

    /// `true` if a collision with this velocity is audible.
    pub fn is_heard(&self, velocity: f32) -> bool {
        self.min_velocity < velocity
    }
}

/// A number by which a game plays a tone of a bank.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cue {
    /// Number by which a level selects it.
    pub alias: u16,
    /// The tone, if the bank has it.
    pub tone: Option<(ProgramId, u32)>,
    /// Recording of the tone, or of a bank without tones.
    pub sound: Option<RecordingId>,
    /// Key at which the tone is played.
    pub note: u8,
    /// Fraction of full volume.
    pub gain: f32,
    /// Repeats until it is stopped.
    pub repeats: bool,
    /// Text of the requested tone: `program 1, tone 0`.
    pub asks_for: String,
    /// Bytes and field path of the cue.
    #[serde(flatten)]
    pub origin: Origin,
}

impl LoopPart {
    /// Text of the loop: `frame 588 to 2267`.
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
            ("Requests", self.asks_for.as_str().into()),
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
