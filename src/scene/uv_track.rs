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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotates_about_the_centre_then_stretches_then_moves() {
        let quarter = std::f32::consts::FRAC_PI_2;
        let course = UvTrack {
            scroll: Keyframes::new(true, [(0, [0.0, 0.0]), (60, [1.0, 0.5])]),
            stretch: Keyframes::new(false, [(0, [1.0, 1.0]), (30, [2.0, 1.0])]),
            turn: Keyframes::new(false, [(0, [0.0]), (30, [quarter])]),
        };
        // At rest it is the identity; the centre only moves with the scroll, to (1, 0.75).
        assert_eq!(course.at(0), Affine2::IDENTITY);
        let at = |u, v| course.at(30).transform_point2(Vec2::new(u, v));
        assert!(at(0.5, 0.5).abs_diff_eq(Vec2::new(1.0, 0.75), 1e-6));
        // The point half a texture to the right of the centre moves to half a texture below it, the point
        // half a texture above to one texture to the left.
        assert!(at(1.0, 0.5).abs_diff_eq(Vec2::new(1.0, 1.25), 1e-6), "{}", at(1.0, 0.5));
        assert!(at(0.5, 1.0).abs_diff_eq(Vec2::new(0.0, 0.75), 1e-6), "{}", at(0.5, 1.0));
        assert_eq!(course.since_start(30), Some(course.at(30)));
        let flat = Keyframes::new(false, [(0, [0.0, 1.0]), (9, [1.0, 1.0])]);
        assert_eq!(UvTrack { stretch: flat, ..UvTrack::default() }.since_start(9), None);
    }
}
