//! Keyframed transforms of texture coordinates.

use glam::{Affine2, Mat2, Vec2};

use super::keyframes::Keyframes;

/// Transform of a texture over time, in fractions of it: rotated about its centre, stretched, then moved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UvTrack {
    /// Offset along U and V.
    pub scroll: Keyframes<2>,
    /// Factors along U and V.
    pub stretch: Keyframes<2>,
    /// Angle in radians.
    pub turn: Keyframes<1>,
}

impl UvTrack {
    /// `true` if there are no keys.
    pub fn is_empty(&self) -> bool {
        self.scroll.is_empty() && self.stretch.is_empty() && self.turn.is_empty()
    }

    /// `true` if anything ever changes.
    pub fn changes(&self) -> bool {
        self.scroll.changes() || self.stretch.changes() || self.turn.changes()
    }

    /// Transform of texture coordinates at a tick.
    pub fn at(&self, tick: u32) -> Affine2 {
        let stretch = Vec2::from(self.stretch.at(tick).unwrap_or([1.0; 2]));
        let [turn] = self.turn.at(tick).unwrap_or_default();
        let scroll = Vec2::from(self.scroll.at(tick).unwrap_or_default());
        let matrix = Mat2::from_diagonal(stretch) * Mat2::from_angle(turn);
        let middle = Vec2::splat(0.5);
        Affine2::from_mat2_translation(matrix, middle + scroll - matrix * middle)
    }

    /// Transform of texture coordinates that already have the initial transform applied; `None` if
    /// that one cannot be inverted, for example if it scales the texture to nothing.
    pub fn since_start(&self, tick: u32) -> Option<Affine2> {
        let start = self.at(0);
        let way = self.at(tick) * start.inverse();
        (start.matrix2.determinant() != 0.0 && way.is_finite()).then_some(way)
    }
}
