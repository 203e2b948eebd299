//! What WAV files do not carry of sounds, and collisions, for the JSON of a scene.

use serde::Serialize;

use super::facts::Place;
use crate::scene::{Caption, Collision, CollisionSound, NameHash, Ramp, Sound, SoundId, Transfer};

#[derive(Serialize)]
pub(super) struct SoundFacts<'a> {
    name: &'a str,
    #[serde(flatten)]
    place: Place,
    ids: Vec<IdFacts<'a>>,
    codec: &'static str,
    channels: u16,
    rate: u32,
    bits: u16,
    frames: u64,
    promised_frames: u64,
    stored_bytes: u64,
    duration_ms: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captions: Vec<CaptionFacts<'a>>,
}

impl<'a> SoundFacts<'a> {
    pub(super) fn new(sound: &'a Sound) -> Self {
        Self {
            name: &sound.name,
            place: (&sound.origin).into(),
            ids: sound.ids.iter().map(IdFacts::new).collect(),
            codec: sound.codec,
            channels: sound.channels,
            rate: sound.rate,
            bits: sound.bits,
            frames: sound.frames,
            promised_frames: sound.promised_frames,
            stored_bytes: sound.stored_bytes,
            duration_ms: sound.duration_ms(),
            captions: sound.captions.iter().map(CaptionFacts::new).collect(),
        }
    }
}

#[derive(Serialize)]
struct IdFacts<'a> {
    #[serde(flatten)]
    name: NameFacts<'a>,
    attenuation: f32,
    volume_db: f32,
    #[serde(flatten)]
    place: Place,
}

impl<'a> IdFacts<'a> {
    fn new(id: &'a SoundId) -> Self {
        Self {
            name: NameFacts::new(&id.name),
            attenuation: id.attenuation,
            volume_db: id.volume_db,
            place: (&id.origin).into(),
        }
    }
}

/// A hash, and the names that are known to have it.
#[derive(Serialize)]
struct NameFacts<'a> {
    id: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<KnownFacts<'a>>,
}

#[derive(Serialize)]
struct KnownFacts<'a> {
    name: &'a str,
    from: &'a str,
}

impl<'a> NameFacts<'a> {
    fn new(name: &'a NameHash) -> Self {
        let known = name.known.iter();
        let names = known.map(|known| KnownFacts { name: &known.name, from: &known.from });
        Self { id: name.hex(), names: names.collect() }
    }
}

#[derive(Serialize)]
struct CaptionFacts<'a> {
    start_ms: u64,
    end_ms: u64,
    text: &'a str,
    #[serde(flatten)]
    place: Place,
}

impl<'a> CaptionFacts<'a> {
    fn new(caption: &'a Caption) -> Self {
        Self {
            start_ms: caption.start_ms,
            end_ms: caption.end_ms,
            text: &caption.text,
            place: (&caption.origin).into(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct CollisionFacts<'a> {
    materials: Vec<NameFacts<'a>>,
    min_delay: f32,
    hits: Vec<UseFacts<'a>>,
    slide: Option<UseFacts<'a>>,
    #[serde(flatten)]
    place: Place,
}

impl<'a> CollisionFacts<'a> {
    pub(super) fn new(collision: &'a Collision) -> Self {
        Self {
            materials: collision.materials.iter().map(NameFacts::new).collect(),
            min_delay: collision.min_delay,
            hits: collision.hits.iter().map(UseFacts::new).collect(),
            slide: collision.slide.as_ref().map(UseFacts::new),
            place: (&collision.origin).into(),
        }
    }
}

/// A sound as a collision uses it.
#[derive(Serialize)]
struct UseFacts<'a> {
    #[serde(flatten)]
    name: NameFacts<'a>,
    sound: Option<u32>,
    volume: RampFacts,
    pitch: RampFacts,
    attenuation: f32,
    min_velocity: f32,
}

impl<'a> UseFacts<'a> {
    fn new(used: &'a CollisionSound) -> Self {
        let Transfer { volume, pitch, attenuation, min_velocity } = used.transfer;
        Self {
            name: NameFacts::new(&used.name),
            sound: used.sound,
            volume: volume.into(),
            pitch: pitch.into(),
            attenuation,
            min_velocity,
        }
    }
}

#[derive(Serialize)]
struct RampFacts {
    max: f32,
    min: f32,
    slope: f32,
    zero: f32,
}

impl From<Ramp> for RampFacts {
    fn from(Ramp { max, min, slope, zero }: Ramp) -> Self {
        Self { max, min, slope, zero }
    }
}
