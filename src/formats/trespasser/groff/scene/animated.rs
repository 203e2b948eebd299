//! Animated surfaces: a list of textures that alternate, and coordinates that scroll.
//!
//! Based on the engine's mesh loader (`GroffIO.cpp`) and `CMeshAnimating` (`Mesh.cpp`). A model is
//! animated if its properties contain the text `Anim00`; the list of names ends at the first
//! missing number. Names are those of files in the level's map folder. All surfaces change unless
//! `AnimSubMaterial` names one, counted from 1. `DeltaX` and `DeltaY` are fractions of the texture
//! per second, and apply only to animated models. Models with joints change only when game code
//! changes them.

use super::super::grf::values::{Properties, Value};
use crate::bytes::count32;

/// Names that the engine looks for: `Anim00` to `Anim29`.
const MAX_FRAMES: usize = 30;
/// Default seconds per frame.
const INTERVAL: f32 = 0.04;

/// Animation of a model's surfaces.
#[derive(Clone, Debug, Default)]
pub struct Animated {
    pub frames: Vec<Frame>,
    /// Seconds per frame; 0 if game code selects the frames.
    pub interval: f32,
    /// Frames before this one form the first track, the others the second one.
    pub track_two: u32,
    pub freeze: Option<u32>,
    /// The only slot that animates, if not all do.
    pub slot: Option<usize>,
    /// Change of the coordinates per second, and the property that sets it.
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
    /// The animation that these properties describe; `None` if nothing animates.
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
        // Counted from 1; 0 and below select all.
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

    /// Number of frames that follow each other automatically.
    pub fn round(&self) -> u32 {
        let all = count32(self.frames.len());
        if (1..all).contains(&self.track_two) { self.track_two } else { all }
    }
}
