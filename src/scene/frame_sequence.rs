//! Pictures that follow one another, as somebody draws them: those who write them down need not know
//! how it is done.

use super::{AnimationId, MeshId, Scene};

/// What pictures show, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FrameSequence {
    /// The frames of an animation, seen from where all of them fit.
    Animation(AnimationId),
    /// One turn of a model, seen from where it always fits; with `None` of all that is placed.
    Turn(Option<MeshId>, PictureSettings),
}

/// Settings of pictures that are drawn for an animation or a turntable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PictureSettings {
    /// Width and height in pixels.
    pub side: u32,
    /// Colour behind the scene.
    pub background: [u8; 3],
    /// Pictures of one turn.
    pub pictures: u32,
    /// Duration of one turn.
    pub milliseconds: u32,
}

impl Default for PictureSettings {
    fn default() -> Self {
        Self { side: 480, background: [74; 3], pictures: 48, milliseconds: 4_000 }
    }
}

/// Pictures a second of an animation that has no rate.
const RATE: f32 = 15.0;

impl FrameSequence {
    /// The same without its settings.
    pub fn subject(self) -> Self {
        match self {
            Self::Turn(mesh, _) => Self::Turn(mesh, PictureSettings::default()),
            Self::Animation(_) => self,
        }
    }

    /// How many pictures there are: of an animation as many as it has frames that can be decoded,
    /// which takes time.
    pub fn pictures(self, scene: &Scene) -> u32 {
        match self {
            Self::Animation(animation) => scene
                .animations
                .get(animation)
                .map_or(0, |animation| animation.data.decode().frames),
            Self::Turn(_, settings) => settings.pictures,
        }
    }

    /// Seconds that each is shown for; above 0.
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

/// A picture as it was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedFrame {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// R, G, B of each, row by row, the top one first.
    pub pixels: Vec<[u8; 3]>,
}

/// Somebody who draws a scene.
pub trait FrameRenderer: Sync {
    /// Picture `at` of a reel, all of which are of one size; each takes up to the next.
    ///
    /// # Errors
    /// A sentence about why it cannot be drawn.
    fn paint(&self, reel: FrameSequence, at: u32) -> Result<RenderedFrame, String>;
}
