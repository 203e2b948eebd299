//! Patches between four curves: the grid of control points, and evaluation of points.
//!
//! P(u, v) = Σ Bi(v) Bj(u) R[i][j], with B the cubic Bernstein polynomials; u runs along a row, v from
//! the first row to the last. Corners: 0 (0, 0), 1 (1, 0), 2 (1, 1), 3 (0, 1).

use glam::Vec3;

use super::{Patch, Surface};
use crate::formats::totem::maths::finite;

/// Steps along each side of a patch: equal for all, so that adjacent patches match.
pub const STEPS: usize = 3;

/// A point of a patch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub position: Vec3,
    pub uv: [f32; 2],
    /// Unit length; zero if undefined.
    pub normal: Vec3,
}

/// Rows of control points.
pub type Control = [[Vec3; 4]; 4];

impl Surface {
    /// The control points of a patch; `None` if an index is out of range.
    pub fn control(&self, index: usize) -> Option<Control> {
        let patch = self.patches.get(index)?;
        let point = |id: u16| self.vertices.get(usize::from(id)).map(|at| finite(*at));
        let mut curves = [[Vec3::ZERO; 4]; 4];
        for (side, (points, id)) in curves.iter_mut().zip(&patch.curves).enumerate() {
            let curve = self.curves.get(usize::from(*id))?;
            *points = [
                point(curve.start)?,
                point(curve.start_tangent)?,
                point(curve.end_tangent)?,
                point(curve.end)?,
            ];
            if patch.order & (2 << side) != 0 {
                points.reverse();
            }
        }
        let [c0, c1, c2, c3] = curves;
        Some([
            [c0[0], c0[1], c0[2], c0[3]],
            [c3[2], c0[1] - c0[0] + c3[2], c0[2] - c0[3] + c1[1], c1[1]],
            [c3[1], c2[2] - c2[3] + c3[1], c2[1] - c1[3] + c1[2], c1[2]],
            [c2[3], c2[2], c2[1], c1[3]],
        ])
    }

    /// Evaluates a patch with these control points at u and v from 0 to 1.
    pub fn point(&self, patch: &Patch, control: &Control, u: f32, v: f32) -> Point {
        let position = curve(&control.map(|row| curve(&row, u)), v);
        // Corners are in order around the patch.
        let shares = [(1.0 - u) * (1.0 - v), u * (1.0 - v), u * v, (1.0 - u) * v];
        let mut uv = [0.0; 2];
        let mut normal = Vec3::ZERO;
        for ((share, own), id) in shares.iter().zip(&patch.texcoords).zip(&patch.normals) {
            uv = [uv[0] + own[0] * share, uv[1] + own[1] * share];
            let stored = self.normals.get(usize::from(*id)).map_or(Vec3::ZERO, |n| finite(*n));
            normal += stored * *share;
        }
        Point { position, uv, normal: normal.normalize_or_zero() }
    }
}

/// Evaluates a curve at `t`. A curve that is a single point gives exactly that point: an edge of a patch
/// may be one.
fn curve(points: &[Vec3; 4], t: f32) -> Vec3 {
    let [first, others @ ..] = points;
    if others.iter().all(|other| other == first) {
        return *first;
    }
    points.iter().zip(bernstein(t)).map(|(point, share)| *point * share).sum()
}

fn bernstein(t: f32) -> [f32; 4] {
    let s = 1.0 - t;
    [s * s * s, 3.0 * t * s * s, 3.0 * t * t * s, t * t * t]
}
