//! A face on the screen.

use glam::{Vec3, Vec4};

/// A face on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Projected {
    /// Corners in world space.
    pub corners: [Vec3; 4],
    /// Corners in clip space after snapping; the fourth corner of a triangle equals its third.
    pub clip: [Vec4; 4],
    /// `true` if it crosses the near plane.
    pub crosses_near: bool,
    /// `true` if its back is seen.
    pub from_behind: bool,
    /// `None` if the face is drawn.
    pub cull: Option<Cull>,
}

impl Projected {
    /// Neither seen from behind nor too large.
    pub fn is_drawn(&self) -> bool {
        self.cull.is_none()
    }

    /// All corners are on the outer side of a plane of the view volume.
    pub fn is_outside(&self) -> bool {
        let planes: [fn(&Vec4) -> bool; 5] =
            [|c| c.x > c.w, |c| c.x < -c.w, |c| c.y > c.w, |c| c.y < -c.w, |c| c.w <= 0.0];
        planes.into_iter().any(|is_out| self.clip.iter().all(is_out))
    }
}

/// Reason for not drawing a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cull {
    /// The back is visible, and the face has one side.
    Back,
    /// Wider than 1023 or higher than 511 native pixels.
    Size,
    /// The original drops the face where it would subdivide it.
    Vanishes,
}
