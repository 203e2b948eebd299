//! What meshes, skins and most other resources start with.

use crate::bytes::{Bit, Hint};
use crate::{record, symbols};

record! {
    /// The transformation header: 100 bytes.
    pub struct Header {
        /// Bounding sphere: centre and radius.
        pub sphere: [f32; 4],
        /// Oriented bounding box; translation in elements 12 to 14. Vertices are not moved by it.
        pub transform: [f32; 16],
        /// Half vector and scale of the box in later versions.
        pub unknown_50: [u8; 16],
        pub kind: u16 => Hint::Enum(KINDS),
        pub flags: u16 => Hint::Flags(FLAGS),
    }
}

symbols! {
    /// Kinds of resources.
    pub mod kind: u16, pub KINDS {
        1 "SURFACE",
        2 "SPLINE",
        SKIN = 3 "SKIN",
        4 "ROTSHAPE",
        5 "LOD",
        MESH = 6 "MESH",
        7 "CAMERA",
        10 "OCCLUDER",
        11 "CAMERAZONE",
        12 "LIGHT",
        13 "HFOG",
        14 "COLLISIONVOL",
        16 "OMNI",
        18 "PARTICLES",
    }
}

static FLAGS: &[Bit] =
    &[Bit::sure(4, "strip groups", "in a mesh: a number for each strip follows the strips")];

impl Header {
    /// Flags bit: a mesh has strip groups.
    pub const STRIP_GROUPS: u16 = 4;

    /// A header with a unit matrix and no bounds.
    pub fn new(kind: u16) -> Self {
        let mut transform = [0.0; 16];
        for i in 0..4 {
            transform[i * 5] = 1.0;
        }
        Self { transform, kind, ..Self::default() }
    }

    /// True when strip groups follow the strips.
    pub fn has_groups(&self) -> bool {
        self.flags & Self::STRIP_GROUPS != 0
    }

    /// Sets the bounding sphere around these points.
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
