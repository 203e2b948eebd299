//! Surfaces that animate: a list of textures shown in turn, and coordinates that scroll.
//!
//! After the engine's mesh loader (`GroffIO.cpp`) and `CMeshAnimating` (`Mesh.cpp`): a model
//! animates when its properties hold the text `Anim00`; the names that follow end at the first
//! number that is missing. Names are those of files in the level's map folder. All surfaces change
//! unless `AnimSubMaterial` names one, counted from 1. `DeltaX` and `DeltaY` are fractions of the
//! texture a second, and count for animated models alone. Models with joints change at the game's
//! will, not by themselves.

use super::super::grf::values::{Properties, Value};
use crate::bytes::count32;

/// Names that the engine looks for: `Anim00` to `Anim29`.
const MAX_FRAMES: usize = 30;
/// Seconds a frame where nothing says otherwise.
const INTERVAL: f32 = 0.04;

/// How a model's surfaces animate.
#[derive(Clone, Debug, Default)]
pub struct Animated {
    pub frames: Vec<Frame>,
    /// Seconds a frame; 0 where frames change at the game's will.
    pub interval: f32,
    /// Frames before this one follow each other; those from it on are a second track.
    pub track_two: u32,
    pub freeze: Option<u32>,
    /// The one slot that animates.
    pub slot: Option<usize>,
    /// What a second adds to the coordinates, and the property that says so.
    pub scroll: Option<([f32; 2], usize)>,
}

/// A texture of the list, without its folder.
#[derive(Clone, Debug)]
pub struct Frame {
    pub colour_map: String,
    pub bump_map: String,
    /// Index of its entry in the value table.
    pub entry: usize,
}

impl Animated {
    /// `None` where nothing animates.
    pub fn of(all: &Properties<'_>, joints: i32) -> Option<Self> {
        let text = |name: &str| all.find(name, Value::as_text);
        let float = |name: &str| all.find(name, Value::as_float);
        let int = |name: &str| all.get(name, Value::as_int);
        let frame = |number: usize| {
            let (colour_map, entry) = text(&format!("Anim{number:02}"))?;
            let bump_map = text(&format!("AnimB{number:02}")).map(|(name, _)| name);
            Some(Frame { colour_map, bump_map: bump_map.unwrap_or_default(), entry })
        };
        let frames: Vec<Frame> = (0..MAX_FRAMES).map_while(frame).collect();
        if frames.is_empty() {
            return None;
        }
        // Counted from 1; what is below means all of them.
        let slot = int("AnimSubMaterial").and_then(|number| number.checked_sub(1));
        let slot = slot.and_then(|index| usize::try_from(index).ok());
        if joints > 0 {
            return Some(Self { frames, slot, ..Self::default() });
        }
        let interval = float("Interval").map_or(INTERVAL, |(seconds, _)| seconds);
        let deltas = ["DeltaX", "DeltaY"].map(float);
        let entry = deltas.iter().flatten().map(|(_, index)| *index).next();
        let delta = deltas.map(|delta| delta.map_or(0.0, |(value, _)| value));
        let moves = delta.iter().all(|v| v.is_finite()) && delta != [0.0; 2];
        let number = |name| int(name).and_then(|number| u32::try_from(number).ok());
        Some(Self {
            frames,
            interval: if interval.is_finite() { interval.max(0.0) } else { 0.0 },
            track_two: number("TrackTwo").unwrap_or(0),
            freeze: number("FreezeFrame"),
            slot,
            scroll: entry.filter(|_| moves).map(|entry| (delta, entry)),
        })
    }

    pub fn applies_to(&self, slot: usize) -> bool {
        self.slot.is_none_or(|own| own == slot)
    }

    /// How many frames follow each other by themselves.
    pub fn round(&self) -> u32 {
        let all = count32(self.frames.len());
        if (1..all).contains(&self.track_two) { self.track_two } else { all }
    }
}
