//! Starting points of a level.

use glam::Vec3;

use super::Origin;

/// A point where the player enters a level, or comes back to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Name of the start.
    pub name: String,
    /// Position as stored, in world space.
    pub at: Vec3,
    /// Horizontal direction of view, unit length.
    pub ahead: Vec3,
    /// Height of the eye above `at`, scene units.
    pub eye_height: f32,
    /// Bytes and field path of the start.
    pub origin: Origin,
}

impl Start {
    /// Players stand upright: of a direction that leads up or down the level part counts, and
    /// without one they look along −Z.
    pub fn new(name: String, at: Vec3, direction: Vec3, eye_height: f32, origin: Origin) -> Self {
        let level = Vec3::new(direction.x, 0.0, direction.z);
        let ahead = if level.is_finite() { level.normalize_or(Vec3::NEG_Z) } else { Vec3::NEG_Z };
        Self { name, at, ahead, eye_height, origin }
    }

    /// Position of the eye, in world space.
    pub fn eye(&self) -> Vec3 {
        self.at + Vec3::Y * self.eye_height
    }
}
