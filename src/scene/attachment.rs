//! Attachment of one model to another: a rider on a board.

use glam::{Mat4, Vec3};

use super::Scene;

/// Attachment points of models that are stored in separate files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attachment {
    /// Soles of the feet, the left one first; in world space.
    Feet([Vec3; 2]),
    /// Points of a board on which the feet are placed; in world space.
    Board([Vec3; 2]),
}

impl Attachment {
    fn points(self) -> [Vec3; 2] {
        match self {
            Attachment::Feet(points) | Attachment::Board(points) => points,
        }
    }

    /// Transform that attaches the other model to this one. It scales by `scale`, places the feet
    /// on the foot points of the board, and turns about the vertical axis by up to 90°. `None` for
    /// two models of the same kind.
    pub fn transform_of(self, other: Attachment, scale: f32) -> Option<Mat4> {
        if matches!(
            (self, other),
            (Attachment::Feet(_), Attachment::Feet(_))
                | (Attachment::Board(_), Attachment::Board(_))
        ) {
            return None;
        }
        let ([a, b], [c, d]) = (self.points(), other.points());
        let (own, theirs) = (b - a, d - c);
        let angle = |along: Vec3| (-along.z).atan2(along.x);
        // It is unknown which end is the front: the nearer one is used.
        let half = std::f32::consts::PI;
        let turned = (angle(own) - angle(theirs) + half * 0.5).rem_euclid(half) - half * 0.5;
        let turn = Mat4::from_rotation_y(turned) * Mat4::from_scale(Vec3::splat(scale));
        let middle = turn.transform_point3(c.midpoint(d));
        let transform = Mat4::from_translation(a.midpoint(b) - middle) * turn;
        transform.is_finite().then_some(transform)
    }
}

impl Scene {
    /// `true` if one of the two scenes is attached to the other.
    pub fn belongs_with(&self, other: &Scene) -> bool {
        let both = self.floor_height.zip(other.floor_height);
        both.is_some_and(|(own, theirs)| own.transform_of(theirs, 1.0).is_some())
    }

    /// `true` if every mesh of the other scene is in this one, too.
    pub fn shows_all_of(&self, other: &Scene) -> bool {
        let is_here = |mesh: &super::Mesh| {
            self.meshes.iter().any(|own| own.name == mesh.name && own.positions == mesh.positions)
        };
        !other.meshes.is_empty() && other.meshes.iter().all(is_here)
    }
}
