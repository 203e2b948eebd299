//! Materials that display several pictures, one after the other.

use serde::Serialize;

use super::{MaterialId, Origin, Surface};

/// A material that displays surfaces in turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Flipbook {
    /// Duration of each frame; 0 if the game's logic selects the frame.
    pub seconds: f32,
    /// Index in [`Scene::materials`](super::Scene::materials).
    #[serde(skip)]
    pub material: MaterialId,
    /// Frames, of which the first `round` follow each other automatically.
    #[serde(skip)]
    pub frames: Vec<FlipFrame>,
    /// Number of frames that follow each other automatically; the game's logic selects the others.
    pub round: u32,
    /// Frame at which the animation stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub freeze: Option<u32>,
    /// Bytes and field path of the flipbook.
    #[serde(skip)]
    pub origin: Origin,
}

/// Frame of a flipbook.
#[derive(Clone, Debug, PartialEq)]
pub struct FlipFrame {
    /// Name of the picture, as stored.
    pub name: String,
    /// Surface of the material during the frame.
    pub surface: Surface,
    /// Bytes and field path of the frame.
    pub origin: Origin,
}

impl Flipbook {
    /// Frame at `seconds` after the start.
    pub fn frame_at(&self, seconds: f64) -> Option<&FlipFrame> {
        let each = f64::from(self.seconds);
        // The start time of a frame, as a decimal number, may round to slightly less.
        let pages = if each > 0.0 { (seconds / each + 1.0 / 1024.0).floor() } else { 0.0 };
        let round = self.round_of_frames();
        let freeze = self.freeze.filter(|freeze| u64::from(*freeze) < round).map(u64::from);
        // Casts saturate.
        let page = match freeze {
            Some(freeze) => (pages as u64).min(freeze),
            None => (pages as u64).checked_rem(round).unwrap_or(0),
        };
        self.frames.get(usize::try_from(page).ok()?)
    }

    /// Seconds until the animation repeats; `None` if it does not.
    pub fn period(&self) -> Option<f64> {
        let goes_on = self.freeze.is_none_or(|freeze| u64::from(freeze) >= self.round_of_frames());
        let seconds = f64::from(self.seconds) * self.round_of_frames() as f64;
        (goes_on && seconds > 0.0).then_some(seconds)
    }

    fn round_of_frames(&self) -> u64 {
        u64::from(self.round).min(self.frames.len() as u64)
    }
}
