//! A face on the screen.

use glam::Vec4;

/// A face on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Projected {
    /// Corners in clip space after snapping; the fourth corner of a triangle equals its third.
    pub clip: [Vec4; 4],
    pub crosses_near: bool,
    pub from_behind: bool,
    /// Neither culled nor too large.
    pub drawn: bool,
}
