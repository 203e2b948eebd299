//! Pixels that projected faces cover.

use std::ops::Range;

use glam::{Vec2, Vec4};

use super::projected::Projected;

/// Covered pixels of one row: the row, and its columns.
pub type Span = (usize, Range<usize>);

/// The two triangles of a face; the second one of a triangle is empty.
pub const TRIANGLES: [[usize; 3]; 2] = [[0, 1, 2], [2, 1, 3]];

/// A grid of pixels that faces are drawn into.
#[derive(Clone, Copy, Debug)]
pub struct Raster {
    pub width: usize,
    pub height: usize,
}

impl Raster {
    pub fn new((width, height): (u32, u32)) -> Self {
        Self { width: width as usize, height: height as usize }
    }

    /// Appends the pixels of a face; the part of it behind the near plane is cut off.
    pub fn add_face(&self, face: &Projected, near: f32, spans: &mut Vec<Span>) {
        for triangle in TRIANGLES {
            let corners = triangle.map(|i| face.clip[i]);
            if face.crosses_near {
                let rest = before(&corners, near);
                let rest: Vec<Vec2> = rest.into_iter().map(|corner| self.pixel(corner)).collect();
                self.add_polygon(&rest, spans);
            } else {
                self.add_polygon(&corners.map(|corner| self.pixel(corner)), spans);
            }
        }
    }

    /// Position in pixels, in the 256th parts that rasterizers compute with: an edge through pixel centres
    /// must not depend on rounding errors.
    fn pixel(&self, v: Vec4) -> Vec2 {
        let size = Vec2::new(self.width as f32, self.height as f32);
        let pixel = (Vec2::new(v.x, -v.y) / v.w * 0.5 + 0.5) * size;
        (pixel * 256.0).round() / 256.0
    }

    /// Appends the pixels whose centres are in a convex polygon.
    fn add_polygon(&self, corners: &[Vec2], spans: &mut Vec<Span>) {
        // The first pixel whose centre is not before `v`.
        let first = |v: f32, end: usize| ((v - 0.5).ceil().max(0.0) as usize).min(end);
        let [low, high] = [f32::min, f32::max]
            .map(|pick| corners.iter().map(|corner| corner.y).reduce(pick).unwrap_or(0.0));
        let edges = || corners.iter().zip(corners.iter().cycle().skip(1));
        for row in first(low, self.height)..first(high, self.height) {
            let middle = row as f32 + 0.5;
            let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
            for (a, b) in edges() {
                if (a.y <= middle) != (b.y <= middle) {
                    let x = a.x + (b.x - a.x) * (middle - a.y) / (b.y - a.y);
                    (left, right) = (left.min(x), right.max(x));
                }
            }
            let columns = first(left, self.width)..first(right, self.width);
            if !columns.is_empty() {
                spans.push((row, columns));
            }
        }
    }
}

/// The part of a triangle in front of the near plane.
fn before(corners: &[Vec4; 3], near: f32) -> Vec<Vec4> {
    let mut rest = Vec::with_capacity(4);
    for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        if a.w >= near {
            rest.push(*a);
        }
        if (a.w >= near) != (b.w >= near) {
            rest.push(a.lerp(*b, (near - a.w) / (b.w - a.w)));
        }
    }
    rest
}
