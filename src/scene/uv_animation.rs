//! Animated texture coordinates.

use std::sync::Arc;

use glam::Affine2;

use super::{MaterialId, Origin, Spans, TICKS, UvTrack};

/// UV animation of a mesh's faces: common scrolling, and a separate wave for each corner.
#[derive(Clone, Debug, PartialEq)]
pub struct UvAnimation {
    /// Animated faces.
    pub faces: UvAnimatedFaces,
    /// Scrolling per tick, in the unit of [`Material::uv`](super::Material::uv).
    pub scroll: [f32; 2],
    /// Keyframed transform of the coordinates, applied before scrolling.
    pub course: Option<Arc<UvTrack>>,
    /// Frequency of the waves, in periods per tick.
    pub turns: f32,
    /// Ticks after which the animation repeats; 0 if it never does.
    pub round: u32,
    /// Granularity to which scroll and wave are truncated; 0 for engines that use floats.
    pub grain: f32,
    /// Bytes and field path of the animation.
    pub origin: Origin,
}

/// Faces of a [`UvAnimation`].
#[derive(Clone, Debug, PartialEq)]
pub enum UvAnimatedFaces {
    /// All faces with this material.
    Material(MaterialId),
    /// Listed faces, with the bytes of each: `spans` is indexed by [`Face::index`](super::Face::index).
    Faces {
        /// Faces with their own parameters.
        list: Vec<UvAnimatedFace>,
        /// Bytes of each stored face's parameters.
        spans: Spans,
    },
}

/// A face of a [`UvAnimation`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UvAnimatedFace {
    /// Index in [`Mesh::faces`](super::Mesh::faces).
    pub face: u32,
    /// Texture coordinates of the corners without animation; they may differ from the face's.
    pub base: [[f32; 2]; 4],
    /// Waves of each corner, along U and V.
    pub swings: [[CornerWave; 2]; 4],
}

/// Wave parameters of a corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CornerWave {
    /// Amplitude, in the unit of the coordinates.
    pub reach: f32,
    /// Phase at the start, in periods.
    pub phase: f32,
}

/// Steps per period: waves are read from a table of this size, with 12 fractional bits.
const STEPS: f64 = 64.0;
const SINE_ONE: f64 = 4096.0;

impl UvAnimation {
    /// Scrolling per second.
    pub fn speed(&self) -> [f32; 2] {
        self.scroll.map(|step| step * TICKS)
    }

    /// Frequency of the waves, in periods per second.
    pub fn frequency(&self) -> f32 {
        self.turns * TICKS
    }

    /// Coordinates of a corner with this base at a tick; `size` is the period of the texture, whole
    /// multiples of which are subtracted from the scroll.
    pub fn at(
        &self,
        tick: u32,
        base: [f32; 2],
        swings: [CornerWave; 2],
        size: [f32; 2],
    ) -> [f32; 2] {
        let tick = tick.checked_rem(self.round).unwrap_or(tick);
        [0, 1].map(|axis| {
            let scrolled = self.cut(f64::from(self.scroll[axis]) * f64::from(tick));
            let moved = scrolled.rem_euclid(f64::from(size[axis]).max(f64::MIN_POSITIVE));
            (f64::from(base[axis]) + moved + self.wave(tick, swings[axis])) as f32
        })
    }

    /// Transform of coordinates by the keyframes at a tick.
    pub(super) fn transform_at(&self, tick: u32) -> Affine2 {
        let tick = tick.checked_rem(self.round).unwrap_or(tick);
        let course = self.course.as_ref();
        course.and_then(|course| course.since_start(tick)).unwrap_or(Affine2::IDENTITY)
    }

    /// Offset by a wave.
    fn wave(&self, tick: u32, swing: CornerWave) -> f64 {
        if swing.reach == 0.0 {
            return 0.0;
        }
        let steps = (f64::from(tick) * f64::from(self.turns) * STEPS).floor();
        let step = steps + (f64::from(swing.phase) * STEPS).floor();
        let angle = step.rem_euclid(STEPS) / STEPS * std::f64::consts::TAU;
        self.cut(f64::from(swing.reach) * (angle.sin() * SINE_ONE).round() / SINE_ONE)
    }

    fn cut(&self, value: f64) -> f64 {
        let grain = f64::from(self.grain);
        if grain > 0.0 { (value / grain).floor() * grain } else { value }
    }
}
