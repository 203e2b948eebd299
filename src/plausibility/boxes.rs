//! Axis-aligned boxes.

use glam::Vec3;

/// Bounding box of points; empty at first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub min: Vec3,
    pub max: Vec3,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY }
    }
}

impl Bounds {
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Self {
        let mut all = Self::default();
        points.into_iter().for_each(|point| all.add(point));
        all
    }

    /// Adds a point; one that is not finite is ignored.
    pub fn add(&mut self, point: Vec3) {
        if point.is_finite() {
            self.min = self.min.min(point);
            self.max = self.max.max(point);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.min.x > self.max.x
    }

    /// Diagonal; 0 for an empty box.
    pub fn diagonal(&self) -> f32 {
        if self.is_empty() { 0.0 } else { self.min.distance(self.max) }
    }

    /// Distance of a point from the box; 0 inside.
    pub fn distance(&self, point: Vec3) -> f32 {
        (self.min - point).max(point - self.max).max(Vec3::ZERO).length()
    }

    /// The eight corners; `None` for an empty box.
    pub fn corners(&self) -> Option<[Vec3; 8]> {
        let (min, max) = (self.min, self.max);
        let corner = |at: usize| {
            let pick = |axis: usize| if at >> axis & 1 == 0 { min[axis] } else { max[axis] };
            Vec3::new(pick(0), pick(1), pick(2))
        };
        (!self.is_empty()).then(|| std::array::from_fn(corner))
    }
}
