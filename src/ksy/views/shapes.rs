//! Faces of the corners of one element.

use super::entry::Entry;
use super::walk::{Element, Walk};

/// Corners of a face, in strip order; the fourth is `None` for a triangle.
pub(super) type Sides = ([usize; 3], Option<usize>);

/// Faces that the corners of an element make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Polygon,
    QuadStrip,
    Triangles,
    Quads,
    Strip,
    Fan,
}

impl Shape {
    pub fn of(walk: &mut Walk<'_>, entry: &Entry, at: &Element) -> Self {
        match walk.word(entry, "shape", at).as_deref() {
            Some("quad-strip") => Self::QuadStrip,
            Some("triangles") => Self::Triangles,
            Some("quads") => Self::Quads,
            Some("strip") => Self::Strip,
            Some("fan") => Self::Fan,
            _ => Self::Polygon,
        }
    }

    /// The expected number of corners, if `count` is not one.
    pub fn expected(self, count: usize) -> Option<&'static str> {
        let (fits, expected) = match self {
            Self::Polygon => (count >= 3, "at least 3 corners"),
            Self::QuadStrip => (count == 4, "4 corners"),
            Self::Triangles => (count.is_multiple_of(3), "a multiple of 3 corners"),
            Self::Quads => (count.is_multiple_of(4), "a multiple of 4 corners"),
            // Strips and fans without a triangle are stitches.
            Self::Strip | Self::Fan => (true, ""),
        };
        (!fits).then_some(expected)
    }

    /// Calls `visit` with each face of `count` corners.
    pub fn faces(self, count: usize, visit: &mut dyn FnMut(Sides)) {
        let fan = |visit: &mut dyn FnMut(Sides)| {
            (2..count).for_each(|last| visit(([0, last - 1, last], None)));
        };
        match self {
            Self::Polygon if count == 4 => visit(quad(0)),
            Self::Polygon | Self::Fan => fan(visit),
            Self::QuadStrip if count == 4 => visit(([0, 1, 2], Some(3))),
            Self::QuadStrip => {}
            Self::Triangles => (0..count / 3).for_each(|n| {
                visit(([3 * n, 3 * n + 1, 3 * n + 2], None));
            }),
            Self::Quads => (0..count / 4).for_each(|n| visit(quad(4 * n))),
            Self::Strip => (2..count).for_each(|last| {
                let (a, b) = (last - 2, last - 1);
                // Every other triangle has the opposite winding.
                visit((if last % 2 == 0 { [a, b, last] } else { [b, a, last] }, None));
            }),
        }
    }
}

/// A quad whose corners starting at `first` are around its edge. Its diagonal starts at the first
/// corner, as in a fan.
fn quad(first: usize) -> Sides {
    ([first + 1, first + 2, first], Some(first + 3))
}
