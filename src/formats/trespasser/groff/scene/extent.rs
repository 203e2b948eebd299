//! Axis-aligned boxes of a scene, and how their distances are judged.

use glam::DVec3;

use super::super::grf::Point;
use super::super::scn::saved::PartitionBox;

/// Distance in metres by which something may exceed its box.
const OUTSIDE: f64 = 0.1;
/// Distance of a node from the instance above it, as a fraction of the instance's largest side. In
/// the demo level 60 of 227 such nodes extend beyond the instance, by up to 8.7 m; those that do
/// not touch it are up to 0.37 of that side away (above a flat trigger).
const FAR: f64 = 0.5;
/// Distance in metres between a computed box and its contents.
pub const MARGIN: f64 = 0.01;

/// A box in the axes of the file.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub low: DVec3,
    pub high: DVec3,
}

impl Extent {
    pub fn of(stored: &PartitionBox) -> Self {
        let (centre, half) = (vector(stored.centre), vector(stored.half).abs());
        Self { low: centre - half, high: centre + half }
    }

    pub fn around(points: impl Iterator<Item = DVec3>) -> Option<Self> {
        let both = points.map(|at| Self { low: at, high: at });
        both.reduce(Self::union).filter(|all| all.low.is_finite() && all.high.is_finite())
    }

    pub fn union(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn corners(self) -> impl Iterator<Item = DVec3> {
        let Self { low, high } = self;
        let side = |corner: u8, bit: u8, low: f64, high: f64| {
            if corner >> bit & 1 == 1 { high } else { low }
        };
        (0..8).map(move |corner| {
            DVec3::new(
                side(corner, 0, low.x, high.x),
                side(corner, 1, low.y, high.y),
                side(corner, 2, low.z, high.z),
            )
        })
    }

    /// `true` if it exceeds `outer`; compared in X and Y only if `is_flat`.
    pub fn exceeds(self, outer: Self, is_flat: bool) -> bool {
        let over = (outer.low - self.low).max(self.high - outer.high);
        let over = if is_flat { over.truncate().max_element() } else { over.max_element() };
        over > OUTSIDE
    }

    /// `true` if it is farther from `other` than [`FAR`]; compared in X and Y only if `is_flat`.
    pub fn is_far_from(self, other: Self, is_flat: bool) -> bool {
        let gap = (other.low - self.high).max(self.low - other.high);
        let gap = if is_flat { gap.truncate().max_element() } else { gap.max_element() };
        gap > FAR * (other.high - other.low).max_element()
    }

    /// The box around this one, as it is stored.
    pub fn stored(self) -> PartitionBox {
        let point = |v: DVec3| {
            let v = v.as_vec3();
            Point::new(v.x, v.y, v.z)
        };
        let half = (self.high - self.low) / 2.0 + DVec3::splat(MARGIN);
        PartitionBox { centre: point((self.low + self.high) / 2.0), half: point(half) }
    }
}

pub fn vector(point: Point) -> DVec3 {
    DVec3::new(point.x.into(), point.y.into(), point.z.into())
}
