//! Things that explain: points, lines, boxes, grids.

use glam::Vec3;

use super::Origin;

/// A drawn explanation, in world space, that can be picked like a face.
#[derive(Clone, Debug, PartialEq)]
pub struct Helper {
    pub name: String,
    pub layer: u16,
    pub shape: HelperShape,
    pub origin: Origin,
}

#[derive(Clone, Debug, PartialEq)]
pub enum HelperShape {
    /// A marker with an optional heading (unit length).
    Point {
        at: Vec3,
        heading: Option<Vec3>,
    },
    /// Lines from point to point.
    Line(Vec<Vec3>),
    Box {
        min: Vec3,
        max: Vec3,
    },
    /// A horizontal grid; `counts[z * nx + x]` is shown as the cell's strength.
    Grid {
        min: Vec3,
        max: Vec3,
        nx: u32,
        nz: u32,
        counts: Vec<u32>,
    },
}
