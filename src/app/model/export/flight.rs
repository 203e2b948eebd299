//! Settings of camera flights through the saved views of a file.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::app::model::document::notes::{FlightStop, SavedView};
use crate::app::model::export::quoted;
use crate::export::VIDEOS;
use crate::render::{Camera, Flight, FlightError, Keyframe, check_size, state};

/// Largest number of frames.
const MAX_FRAMES: f32 = 36_000.0;
/// Number of pixels of a video for which a byte is expected.
const VIDEO_PIXELS_PER_BYTE: u64 = 40;
/// Number of bytes from which a recording is reported as large.
pub const LARGE: u64 = 500 << 20;

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

    /// Largest expected number of bytes of a flight of this duration, if its first picture has this many
    /// bytes as a PNG of `drawn` pixels.
    pub fn expected_bytes(&self, seconds: f32, first: u64, drawn: (u32, u32)) -> u64 {
        let area = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
        let each = match self.format {
            FlightFormat::Video => area(self.size) / VIDEO_PIXELS_PER_BYTE,
            _ => first.saturating_mul(area(self.size)) / area(drawn).max(1),
        };
        each.saturating_mul(self.frames(seconds).into())
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

/// Seconds between two views unless they were changed.
const SECONDS: f32 = 2.0;
/// Seconds that a flight to a stop may take.
pub const SECONDS_RANGE: RangeInclusive<f32> = 0.1..=600.0;

/// The saved views as stops: those of the last flight in their order, then new ones.
pub fn stops(views: &BTreeMap<u8, SavedView>, now: Camera, before: &[FlightStop]) -> Vec<Stop> {
    let stop = |slot: u8, view: &SavedView| {
        let (about, camera) = (view.in_words(), view.state.camera(now));
        Stop { slot, about, camera, is_used: true, seconds: SECONDS }
    };
    let old = before.iter().filter_map(|old| {
        let stop = stop(old.view, views.get(&old.view)?);
        // Imported notes may have any number.
        let seconds = old.seconds.clamp(*SECONDS_RANGE.start(), *SECONDS_RANGE.end());
        Some(Stop { is_used: old.is_used, seconds, ..stop })
    });
    let is_new = |slot: &u8| before.iter().all(|old| old.view != *slot);
    let new = views.iter().filter(|(slot, _)| is_new(slot)).map(|(slot, view)| stop(*slot, view));
    old.chain(new).collect()
}

/// Order and times of the stops, as stored in the notes; empty if they are the usual ones.
pub fn stored(stops: &[Stop]) -> Vec<FlightStop> {
    let is_usual = |stop: &Stop| stop.is_used && stop.seconds == SECONDS;
    if stops.iter().all(is_usual) && stops.is_sorted_by_key(|stop| stop.slot) {
        return Vec::new();
    }
    let store =
        |stop: &Stop| FlightStop { view: stop.slot, seconds: stop.seconds, is_used: stop.is_used };
    stops.iter().map(store).collect()
}

/// The command line that records a flight of the file at `path`; `view` is the displayed one.
pub fn command_line(
    flight: &Flight,
    choices: FlightChoices,
    path: &str,
    view: &state::State,
) -> String {
    let (width, height) = choices.size;
    let extension = choices.format.extension();
    let mut line = format!("gouraud render {} -o flight.{extension}", quoted(path));
    line += &format!(" --size {width}x{height}");
    if choices.samples > 1 {
        line += &format!(" --samples {}", choices.samples);
    }
    let mut times = Vec::new();
    for (index, key) in flight.keys().iter().enumerate() {
        // The first view has the settings of the picture, too.
        let mut stop = if index == 0 { view.clone() } else { state::State::default() };
        stop.camera = Some((&key.camera).into());
        line += &format!(" --flight {}", quoted(&stop.to_string()));
        times.push(key.seconds.to_string());
    }
    // The last time is the duration of all frames, so there is one fewer at the same rate.
    let frames = choices.frames(flight.seconds()).saturating_sub(1).max(2);
    line + &format!(" --times {} --frames {frames}", times.join(","))
}

/// The flight through the stops that are in use.
///
/// # Errors
/// If there are fewer than two, no time between two, or perspective and parallel views.
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
