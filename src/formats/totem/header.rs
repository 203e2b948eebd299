//! Transformation header at the start of meshes, skins and most other resources.

use glam::Vec3;

use super::maths::matrix;
use crate::bytes::{Bit, Endian, Hint, Shaped};
use crate::scene::HelperShape;
use crate::{record, symbols};

record! {
    /// The transformation header: 100 bytes.
    pub struct Header {
        /// Bounding sphere: centre and radius.
        pub sphere: [f32; 4],
        /// Oriented bounding box; translation in elements 12 to 14. Does not move the vertices.
        pub transform: [f32; 16],
        /// Half extents and scale of the box in later versions.
        pub unknown_50: [u8; 16],
        pub kind: u16 => Hint::Enum(KINDS),
        pub flags: u16 => Hint::Flags(FLAGS),
    }
}

symbols! {
    /// Kinds of resources.
    pub mod kind: u16, pub KINDS {
        SURFACE = 1 "SURFACE",
        SPLINE = 2 "SPLINE",
        SKIN = 3 "SKIN",
        ROTSHAPE = 4 "ROTSHAPE",
        LOD = 5 "LOD",
        MESH = 6 "MESH",
        CAMERA = 7 "CAMERA",
        OCCLUDER = 10 "OCCLUDER",
        CAMERAZONE = 11 "CAMERAZONE",
        LIGHT = 12 "LIGHT",
        HFOG = 13 "HFOG",
        COLLISIONVOL = 14 "COLLISIONVOL",
        OMNI = 16 "OMNI",
        PARTICLES = 18 "PARTICLES",
    }
}

static FLAGS: &[Bit] = &[
    Bit::single(2, "sounds", "LOD: a list of sounds follows the animations"),
    Bit::sure(4, "strip groups", "mesh: a number for each strip follows the strips"),
];

impl Header {
    /// Size in bytes.
    pub const LEN: u64 = Self::SIZE as u64;

    /// Flag: a LOD has sounds.
    pub const SOUNDS: u16 = 2;
    /// Flag: a mesh has strip groups.
    pub const STRIP_GROUPS: u16 = 4;

    /// A header with an identity matrix and no bounds.
    pub fn new(kind: u16) -> Self {
        let mut transform = [0.0; 16];
        for i in 0..4 {
            transform[i * 5] = 1.0;
        }
        Self { transform, kind, ..Self::default() }
    }

    /// `true` if strip groups follow the strips.
    pub fn has_groups(&self) -> bool {
        self.flags & Self::STRIP_GROUPS != 0
    }

    /// The oriented bounding box, if there is one. Later versions store its half extents in the 16 bytes
    /// that are unknown in this version.
    pub fn cuboid(&self, endian: Endian) -> Option<HelperShape> {
        let mut bytes = self.unknown_50.as_slice();
        let half = <[f32; 3]>::take(&mut bytes, endian)?;
        let is_side = |side: &f32| side.is_finite() && *side > 0.0;
        let m = matrix(&self.transform);
        if !half.iter().all(is_side) || !m.is_finite() {
            return None;
        }
        let axes = [m.x_axis, m.y_axis, m.z_axis];
        let half_axes: [Vec3; 3] = std::array::from_fn(|axis| axes[axis].truncate() * half[axis]);
        Some(HelperShape::Cuboid { centre: m.w_axis.truncate(), half_axes })
    }

    /// The bounding sphere and box, if present.
    pub fn bounds(&self, endian: Endian) -> Vec<(&'static str, HelperShape)> {
        let [x, y, z, radius] = self.sphere;
        let centre = Vec3::new(x, y, z);
        let ball = (centre.is_finite() && radius.is_finite() && radius > 0.0)
            .then_some(("bounding sphere", HelperShape::Sphere { centre, radius }));
        ball.into_iter().chain(self.cuboid(endian).map(|shape| ("bounding box", shape))).collect()
    }

    /// Sets the bounding sphere to enclose these points.
    pub fn bound(&mut self, points: &[[f32; 3]]) {
        let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for point in points {
            for axis in 0..3 {
                min[axis] = min[axis].min(point[axis]);
                max[axis] = max[axis].max(point[axis]);
            }
        }
        if points.is_empty() {
            return;
        }
        let centre: [f32; 3] = std::array::from_fn(|axis| (min[axis] + max[axis]) * 0.5);
        let far = |p: &[f32; 3]| (0..3).map(|i| (p[i] - centre[i]) * (p[i] - centre[i])).sum();
        let radius = points.iter().map(far).fold(0.0f32, f32::max).sqrt();
        self.sphere = [centre[0], centre[1], centre[2], radius];
    }
}
