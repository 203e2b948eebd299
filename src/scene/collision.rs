//! Collision sounds.

use serde::Serialize;

use super::element::ElementInfo;
use super::property::Properties;
use super::{Element, NameHash, Origin, RecordingId, Scene};

/// Sounds of two colliding materials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Collision {
    /// The colliding materials, by the hashes of their names.
    pub materials: [NameHash; 2],
    /// Minimum time between two sounds of this pair, in seconds.
    pub min_delay: f32,
    /// Impact sounds; one of them is played.
    pub hits: Vec<CollisionSound>,
    /// Sound of sliding, repeated while the sliding lasts.
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

    /// All sounds of the collision: the impacts, then the slide.
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
    /// Minimum velocity at which the sound is played, 0 to 1.
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
