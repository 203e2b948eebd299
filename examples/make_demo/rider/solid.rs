//! Surfaces between rings, of which the rider is made.

use glam::{DVec3, dvec3};
use gouraud::formats::ssx::mpf::records::{Weight, group_kind};
use gouraud_testing::build::mpf::{Surface, Vertex};

use super::skeleton::vector;
use crate::make_demo::craft::maths::{cos, sin};

/// Weights of a vertex: file, bone, share.
pub type Follow = Vec<(u8, u8, f64)>;

/// Follows one bone.
pub fn only(file: u8, bone: u8) -> Follow {
    vec![(file, bone, 1.0)]
}

/// Follows two bones of the body, `share` of the second.
pub fn between(a: u8, b: u8, share: f64) -> Follow {
    vec![(0, a, 1.0 - share), (0, b, share)]
}

/// A ring around a path.
#[derive(Clone)]
pub struct Ring {
    pub centre: DVec3,
    /// Half axes. The ring runs from the first to the second.
    pub axes: [DVec3; 2],
    /// 0 an ellipse, 1 nearly a rectangle.
    pub square: f64,
    pub follow: Follow,
}

/// Area of a surface in the texture: around from seam to seam, and from the first ring to the last.
#[derive(Clone, Copy)]
pub struct Area {
    pub u: [f64; 2],
    pub v: [f64; 2],
}

impl Area {
    /// Texture coordinates from fractions of both.
    pub fn at(self, u: f64, v: f64) -> [f64; 2] {
        let between = |[from, to]: [f64; 2], share: f64| from + (to - from) * share;
        [between(self.u, u), between(self.v, v)]
    }
}

/// A vertex under construction.
#[derive(Clone, Default)]
pub struct Corner {
    pub at: DVec3,
    pub uv: [f64; 2],
    pub follow: Follow,
    /// Displacement by each morph target.
    pub moves: Vec<DVec3>,
}

impl Corner {
    /// A vertex without morph displacements.
    pub fn new(at: DVec3, uv: [f64; 2], follow: Follow) -> Self {
        Self { at, uv, follow, moves: Vec::new() }
    }
}

/// Triangles under construction.
#[derive(Clone, Default)]
pub struct Solid {
    pub corners: Vec<Corner>,
    pub triangles: Vec<[u32; 3]>,
}

impl Solid {
    /// Adds a tube with `sides` sides through `rings`.
    pub fn loft(&mut self, rings: &[Ring], sides: u32, area: Area) {
        let lengths: Vec<f64> = rings
            .windows(2)
            .map(|pair| (pair[1].centre - pair[0].centre).length() + 0.01)
            .collect();
        let whole: f64 = lengths.iter().sum();
        let mut along = 0.0;
        let rows = rings.iter().enumerate().map(|(index, ring)| {
            along += if index > 0 { lengths[index - 1] / whole } else { 0.0 };
            (0..=sides)
                .map(|side| {
                    let turn = f64::from(side) / f64::from(sides);
                    Corner::new(ring.at(turn), area.at(turn, along), ring.follow.clone())
                })
                .collect()
        });
        let rows: Vec<Vec<Corner>> = rows.collect();
        self.grid(&rows);
    }

    /// Adds a grid of `columns` by `rows` corners from `at`, which is called with fractions from 0 to 1.
    pub fn sheet(&mut self, columns: u32, rows: u32, at: impl Fn(f64, f64) -> Corner) {
        let share = |i: u32, of: u32| f64::from(i) / f64::from(of - 1);
        let row = |row| (0..columns).map(|i| at(share(i, columns), share(row, rows))).collect();
        self.grid(&(0..rows).map(row).collect::<Vec<_>>());
    }

    /// Adds a grid of corners, row by row; seen from the front, rows run left to right and upwards.
    pub fn grid(&mut self, rows: &[Vec<Corner>]) {
        let first = self.corners.len() as u32;
        let Some(width) = rows.first().map(|row| row.len() as u32) else { return };
        self.corners.extend(rows.iter().flatten().cloned());
        for row in 0..rows.len() as u32 - 1 {
            for column in 0..width - 1 {
                let a = first + row * width + column;
                let [b, c, d] = [a + 1, a + width, a + width + 1];
                for triangle in [[a, b, c], [c, b, d]] {
                    self.add(triangle);
                }
            }
        }
    }

    /// Adds a triangle unless it is degenerate.
    fn add(&mut self, triangle: [u32; 3]) {
        let [a, b, c] = triangle.map(|corner| self.corners[corner as usize].at);
        if (b - a).cross(c - a).length() > 1e-6 {
            self.triangles.push(triangle);
        }
    }

    /// Normals, shared by corners at the same position.
    fn normals(&self) -> Vec<DVec3> {
        let key = |at: DVec3| (at * 1000.0).round().to_array().map(|v| v as i64);
        let mut sums = std::collections::HashMap::<[i64; 3], DVec3>::new();
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|corner| self.corners[corner as usize].at);
            let normal = (b - a).cross(c - a);
            for at in [a, b, c] {
                *sums.entry(key(at)).or_default() += normal;
            }
        }
        let normal = |corner: &Corner| sums.get(&key(corner.at)).copied().unwrap_or(DVec3::Z);
        self.corners.iter().map(|corner| normal(corner).normalize_or(DVec3::Z)).collect()
    }

    /// Converts to a surface of a model. Morph displacements are stored in twelfths of a unit.
    pub fn surface(&self, kind: u32, material: u32) -> Surface {
        let keys = self.corners.iter().map(|corner| corner.moves.len()).max().unwrap_or(0);
        let corners = self.corners.iter().zip(self.normals());
        let vertices = corners.map(|(corner, normal)| {
            let uv = corner.uv.map(|v| v.clamp(0.0, 1.0) as f32);
            let delta = |key: usize| {
                let moved = corner.moves.get(key).copied().unwrap_or(DVec3::ZERO);
                (moved * 12.0).round().to_array().map(|v| v.clamp(-127.0, 127.0) as i8)
            };
            Vertex {
                position: vector(corner.at),
                normal: normal.to_array().map(|v| v as f32),
                uv,
                weights: weights(&corner.follow),
                deltas: if kind == group_kind::MORPH {
                    (0..keys).map(delta).collect()
                } else {
                    Vec::new()
                },
            }
        });
        let triangles = self.triangles.clone();
        Surface { kind, material, vertices: vertices.collect(), triangles }
    }
}

/// Weights as integer percentages, the heaviest first; their sum is 100.
fn weights(follow: &Follow) -> Vec<Weight> {
    // Steps of five limit the number of different weights.
    let mut weights: Vec<Weight> = follow
        .iter()
        .map(|(file, bone, share)| Weight {
            weight: ((share * 20.0).round() * 5.0) as i16,
            bone: *bone,
            file: *file,
        })
        .filter(|weight| weight.weight > 0)
        .collect();
    weights.sort_by_key(|weight| (-weight.weight, weight.bone));
    let sum: i16 = weights.iter().map(|weight| weight.weight).sum();
    if let Some(first) = weights.first_mut() {
        first.weight += 100 - sum;
    }
    weights
}

impl Ring {
    /// Perpendicular to the file's Z: half axes `wide` (X) and `deep` (Y), from the back around by the
    /// right.
    pub fn level(centre: DVec3, wide: f64, deep: f64, follow: Follow) -> Self {
        let axes = [dvec3(0.0, deep, 0.0), dvec3(-wide, 0.0, 0.0)];
        Self { centre, axes, square: 0.0, follow }
    }

    /// Around a foot, from its heel: half as long as `long` and as wide as `wide`.
    pub fn foot(
        centre: DVec3,
        [forward, across]: [DVec3; 2],
        [long, wide]: [f64; 2],
        square: f64,
        follow: Follow,
    ) -> Self {
        Self { centre, axes: [forward * -long, across * wide], square, follow }
    }

    /// Round, perpendicular to `along`, starting at the point nearest to `seam`.
    pub fn round(centre: DVec3, along: DVec3, seam: DVec3, radius: f64, follow: Follow) -> Self {
        let along = along.normalize();
        let up = (seam - along * along.dot(seam)).normalize();
        let axes = [up * radius, along.cross(up) * radius];
        Self { centre, axes, square: 0.0, follow }
    }

    pub fn squared(self, square: f64) -> Self {
        Self { square, ..self }
    }

    fn at(&self, turn: f64) -> DVec3 {
        let (c, s) = (cos(turn), sin(turn));
        let corner = 1.0 / (c * c * c * c + s * s * s * s).sqrt().sqrt();
        let reach = 1.0 + (corner - 1.0) * self.square;
        self.centre + (self.axes[0] * c + self.axes[1] * s) * reach
    }
}
