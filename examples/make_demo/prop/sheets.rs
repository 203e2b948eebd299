//! Surfaces as triangle strips.

use std::ops::Range;

use glam::DVec3;
use gouraud::formats::totem::mesh::Mesh;
use gouraud::formats::totem::name_hash;
use gouraud_testing::build::totem;
use gouraud_testing::build::totem::Corner;

use super::resource;

/// A mesh under construction.
pub struct Sheets {
    pub mesh: Mesh,
    /// The vertices of the lid.
    pub lid: Range<u32>,
}

impl Sheets {
    pub fn new() -> Self {
        Self { mesh: totem::mesh(), lid: 0..0 }
    }

    /// Number of vertices.
    pub fn vertices(&self) -> u32 {
        self.mesh.vertices.len() as u32
    }

    /// Adds a strip for each of `down` rows of a surface: `u` runs to the right and `v` down, both 0 to
    /// 1, as seen from the front. `uv` returns texture coordinates.
    pub fn sheet(
        &mut self,
        material: &str,
        [across, down]: [usize; 2],
        at: impl Fn(f64, f64) -> DVec3,
        uv: impl Fn(f64, f64) -> [f64; 2],
    ) {
        let corner = |i: usize, j: usize| {
            let (u, v) = (i as f64 / across as f64, j as f64 / down as f64);
            corner(at(u, v), uv(u, v), normal(&at, u, v))
        };
        for row in 0..down {
            let strip = (0..=across).flat_map(|i| [corner(i, row), corner(i, row + 1)]);
            self.add(material, &strip.collect::<Vec<_>>());
        }
    }

    /// Adds a flat rectangle from its top left corner, with `texels` repeats of its texture.
    pub fn flat(
        &mut self,
        material: &str,
        origin: DVec3,
        right: DVec3,
        down: DVec3,
        repeats: [f64; 2],
    ) {
        let at = |u: f64, v: f64| origin + right * u + down * v;
        self.sheet(material, [1, 1], at, |u, v| [u * repeats[0], v * repeats[1]]);
    }

    /// Adds the sides of a box except its back.
    pub fn plate(&mut self, material: &str, low: DVec3, high: DVec3) {
        let size = high - low;
        let (x, y, z) = (DVec3::X * size.x, DVec3::Y * size.y, DVec3::Z * size.z);
        let corner = |right: f64, up: f64, front: f64| low + x * right + y * up + z * front;
        self.flat(material, corner(0.0, 1.0, 1.0), x, -y, [1.0, 1.0]);
        self.flat(material, corner(0.0, 1.0, 0.0), x, z, [1.0, 0.2]);
        self.flat(material, corner(0.0, 0.0, 1.0), x, -z, [1.0, 0.2]);
        self.flat(material, corner(0.0, 1.0, 0.0), z, -y, [0.2, 1.0]);
        self.flat(material, corner(1.0, 1.0, 1.0), -z, -y, [0.2, 1.0]);
    }

    /// Adds a flat polygon, corners counter-clockwise seen from its front.
    pub fn polygon(&mut self, material: &str, points: &[(DVec3, [f64; 2])], normal: DVec3) {
        let count = points.len();
        // From the first corner, alternating between both ends.
        let order = (0..count).map(|i| match i {
            0 => 0,
            _ if i % 2 == 1 => i.div_ceil(2),
            _ => count - i / 2,
        });
        let strip = order.map(|i| corner(points[i].0, points[i].1, normal));
        self.add(material, &strip.collect::<Vec<_>>());
    }

    fn add(&mut self, material: &str, corners: &[Corner]) {
        totem::add_strip(&mut self.mesh, name_hash(&resource(material)), corners);
    }
}

/// Coordinates are rounded to a 2048th, so that adjacent edges share their vertices.
fn corner(position: DVec3, uv: [f64; 2], normal: DVec3) -> Corner {
    let near = |v: f64, steps: f64| ((v * steps).round() / steps) as f32;
    Corner {
        position: position.to_array().map(|v| near(v, 2048.0)),
        texcoord: uv.map(|v| near(v, 512.0)),
        normal: normal.to_array().map(|v| near(v, 256.0)),
    }
}

/// Normal of a surface, from the slope around a position.
fn normal(at: &impl Fn(f64, f64) -> DVec3, u: f64, v: f64) -> DVec3 {
    const STEP: f64 = 1.0 / 256.0;
    let across = at(u + STEP, v) - at(u - STEP, v);
    let down = at(u, v + STEP) - at(u, v - STEP);
    down.cross(across).normalize_or(DVec3::Y)
}
