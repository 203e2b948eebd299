//! Sequences of rendered frames, with the interface to the renderer for modules that do not depend on it.

use super::{AnimationId, MeshId, Scene};

/// Subject of a frame sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FrameSequence {
    /// Frames of an animation, viewed so that all of them fit.
    Animation(AnimationId),
    /// One turn of a model, viewed so that it always fits, or a camera flight; `None` for the whole scene.
    Turn(Option<MeshId>, PictureSettings),
}

/// Settings of rendered pictures of an animation or a turntable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PictureSettings {
    /// Width and height in pixels.
    pub side: u32,
    /// Colour behind the scene.
    pub background: [u8; 3],
    /// Number of frames per turn.
    pub pictures: u32,
    /// Duration of one turn in milliseconds.
    pub milliseconds: u32,
}

impl Default for PictureSettings {
    fn default() -> Self {
        Self { side: 480, background: [74; 3], pictures: 48, milliseconds: 4_000 }
    }
}

/// Frame rate of an animation without a rate.
const RATE: f32 = 15.0;

impl FrameSequence {
    /// The sequence without its settings.
    pub fn subject(self) -> Self {
        match self {
            Self::Turn(mesh, _) => Self::Turn(mesh, PictureSettings::default()),
            Self::Animation(_) => self,
        }
    }

    /// Number of frames: for an animation the number of frames that can be decoded, which takes time.
    pub fn pictures(self, scene: &Scene) -> u32 {
        match self {
            Self::Animation(animation) => scene
                .animations
                .get(animation)
                .map_or(0, |animation| animation.data.decode().frames),
            Self::Turn(_, settings) => settings.pictures,
        }
    }

    /// Duration of a frame in seconds; above 0.
    pub fn seconds(self, scene: &Scene) -> f64 {
        match self {
            Self::Animation(animation) => {
                let rate = scene.animations.get(animation).map_or(RATE, |found| found.rate);
                let is_rate = rate.is_normal() && rate > 0.0;
                f64::from(if is_rate { rate } else { RATE }).recip()
            }
            Self::Turn(_, settings) => {
                let seconds = f64::from(settings.milliseconds.max(1)) / 1e3;
                seconds / f64::from(settings.pictures.max(1))
            }
        }
    }
}

/// A rendered picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedFrame {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// R, G, B of each pixel, row by row, from the top.
    pub pixels: Vec<[u8; 3]>,
}

/// A renderer of frame sequences.
pub trait FrameRenderer: Sync {
    /// Renders frame `at` of a sequence. All frames have the same size, and each lasts until the next.
    ///
    /// # Errors
    /// A message about why it cannot be rendered.
    fn paint(&self, reel: FrameSequence, at: u32) -> Result<RenderedFrame, String>;

    /// `true` if the frames are no longer needed.
    fn is_cancelled(&self) -> bool {
        false
    }
}
