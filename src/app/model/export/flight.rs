//! Settings of camera flights through the saved views of a file.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::app::model::document::notes::SavedView;
use crate::export::VIDEOS;
use crate::render::{Camera, Flight, FlightError, Keyframe, check_size};

/// Largest number of frames.
const MAX_FRAMES: f32 = 36_000.0;

/// A saved view in the order of a flight.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    pub slot: u8,
    /// Description of the view.
    pub about: String,
    pub camera: Camera,
    /// The flight passes through this view.
    pub is_used: bool,
    /// Seconds from the view before it.
    pub seconds: f32,
}

/// Files of a flight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FlightFormat {
    #[default]
    Gif,
    Apng,
    /// A PNG for each frame.
    Pictures,
    Video,
}

impl FlightFormat {
    pub fn extension(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Pictures => "png",
            Self::Video => VIDEOS[0],
        }
    }
}

/// Settings of the pictures of a flight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FlightChoices {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Rendered pixels per pixel along each side.
    pub samples: u32,
    /// Frames per second.
    pub rate: u32,
    pub format: FlightFormat,
}

impl Default for FlightChoices {
    fn default() -> Self {
        Self { size: (960, 540), samples: 1, rate: 25, format: FlightFormat::Gif }
    }
}

/// Smallest and largest number of frames per second.
pub const RATE: RangeInclusive<u32> = 1..=120;

impl FlightChoices {
    /// The same choices with numbers in their ranges.
    pub fn clamped(self) -> Self {
        let (rate, samples) =
            (self.rate.clamp(*RATE.start(), *RATE.end()), self.samples.clamp(1, 8));
        Self { rate, samples, ..self }
    }

    /// Number of frames of a flight; the first and the last one are the views at its ends.
    pub fn frames(&self, seconds: f32) -> u32 {
        // The cast saturates.
        ((seconds * self.rate as f32).round() as u32).saturating_add(1)
    }

    /// The reason why a flight of this duration is not drawn by a device that draws at most `limit` pixels
    /// along a side.
    pub fn refusal(&self, seconds: f32, limit: u32) -> Option<String> {
        if self.frames(seconds) as f32 > MAX_FRAMES {
            return Some(format!("Expected at most {MAX_FRAMES} frames"));
        }
        check_size(self.size, self.samples, limit).err().map(|error| error.to_string())
    }
}

/// The saved views as stops: those of `before` in their order, then new ones.
pub fn stops(views: &BTreeMap<u8, SavedView>, now: Camera, before: &[Stop]) -> Vec<Stop> {
    let stop = |slot: u8, view: &SavedView| {
        let (about, camera) = (view.in_words(), view.state.camera(now));
        Stop { slot, about, camera, is_used: true, seconds: 2.0 }
    };
    let old = before.iter().filter_map(|old| {
        let Stop { about, camera, .. } = stop(old.slot, views.get(&old.slot)?);
        Some(Stop { about, camera, ..old.clone() })
    });
    let is_new = |slot: &u8| before.iter().all(|old| old.slot != *slot);
    let new = views.iter().filter(|(slot, _)| is_new(slot)).map(|(slot, view)| stop(*slot, view));
    old.chain(new).collect()
}

/// The flight through the checked stops. Returns the reason if there is none.
pub fn flight(stops: &[Stop]) -> Result<Flight, &'static str> {
    let mut seconds = 0.0;
    let used = stops.iter().filter(|stop| stop.is_used);
    let keys: Vec<Keyframe> = used
        .enumerate()
        .map(|(index, stop)| {
            seconds += if index == 0 { 0.0 } else { stop.seconds };
            Keyframe { camera: stop.camera, seconds }
        })
        .collect();
    if keys.len() < 2 {
        return Err("A flight needs two saved views");
    }
    Flight::new(keys).map_err(|error| match error {
        FlightError::Times => "A flight needs time between two views",
        FlightError::Projections => "Perspective and parallel views cannot be mixed",
    })
}
