//! Shapes: rings around a bone, closed to tubes; spikes and shards.

use glam::{DMat3, DVec3, dvec3};
use gouraud::formats::Refusal;
use gouraud::formats::ff7::mesh::Mesh;
use gouraud::formats::ps1::vram::TexPage;
use gouraud_testing::build::ff7::mesh::MeshBuilder;
use gouraud_testing::build::tim::clut_word;

use crate::make_demo::craft::battle;
use crate::make_demo::craft::canvas::Rgb;
use crate::make_demo::craft::maths::{cos, sin};
use crate::make_demo::craft::space::whole;

/// A region of the texture, with a row of its colours.
#[derive(Clone, Copy)]
pub struct Cloth {
    pub u: f64,
    pub v: f64,
    pub w: f64,
    pub h: f64,
    pub row: u16,
}

impl Cloth {
    /// Texel at fractions of the region.
    fn texel(&self, across: f64, along: f64) -> [u8; 2] {
        let at = |start: f64, size: f64, t: f64| (start + t * (size - 1.0)).round() as u8;
        [at(self.u, self.w, across), at(self.v, self.h, along)]
    }
}

/// A ring across a bone.
#[derive(Clone, Copy)]
pub struct Ring {
    /// Position along the bone's z; limbs grow towards −z.
    pub z: f64,
    /// Half width in x and y.
    pub r: [f64; 2],
    /// Centre of the ring.
    pub at: [f64; 2],
}

pub fn ring(z: f64, rx: f64, ry: f64) -> Ring {
    Ring { z, r: [rx, ry], at: [0.0, 0.0] }
}

impl Ring {
    pub fn moved(mut self, x: f64, y: f64) -> Self {
        self.at = [x, y];
        self
    }

    fn point(&self, turns: f64) -> DVec3 {
        dvec3(self.at[0] + self.r[0] * cos(turns), self.at[1] + self.r[1] * sin(turns), self.z)
    }
}

/// A mesh in a bone's space, lit in the rest pose.
pub struct Shape {
    mesh: MeshBuilder,
    turn: DMat3,
}

/// Towards the light: above and a little in front, so that both sides are lit the same.
const LIGHT: DVec3 = dvec3(0.0, -0.82, -0.57);

impl Shape {
    /// `turn` is the bone's rotation at rest.
    pub fn new(page: TexPage, turn: DMat3) -> Self {
        Self { mesh: MeshBuilder::new(page), turn }
    }

    pub fn finish(self) -> Result<Mesh, Refusal> {
        self.mesh.finish()
    }

    /// Light on a face with this `normal`, 0 to 1.
    fn light(&self, normal: DVec3) -> f64 {
        let facing = (self.turn * normal).normalize().dot(LIGHT.normalize());
        0.36 + 0.34 * (0.5 + 0.5 * facing) + 0.44 * facing.max(0.0)
    }

    /// Adds a textured triangle or quad (in strip order) whose front faces `out`.
    fn cloth(&mut self, points: &[DVec3], texels: &[[u8; 2]], cloth: Cloth, out: DVec3) {
        let shade = (self.light(out) * 148.0).clamp(0.0, 255.0) as u8;
        let clut = clut_word(0, 480 + cloth.row);
        battle::textured(&mut self.mesh, points, texels, out, (clut, shade));
    }

    /// Adds a painted triangle or quad (in strip order) whose front faces `out`.
    pub fn paint(&mut self, points: &[DVec3], rgb: &[Rgb], out: DVec3, blended: bool) {
        let light = if blended { 1.0 } else { self.light(out) * 1.12 };
        let colour = |i: usize| rgb[i].map(|c| (c * light * 255.0).clamp(0.0, 255.0) as u8);
        battle::painted(&mut self.mesh, points, colour, out, blended);
    }

    /// Adds a tube of `sides` through the rings. `cover` returns the cloth of a side whose centre is at
    /// `(x, y)` of the unit circle.
    pub fn tube(&mut self, sides: usize, rings: &[Ring], cover: impl Fn([f64; 2]) -> Cloth) {
        let count = rings.len().max(2) - 1;
        for (level, pair) in rings.windows(2).enumerate() {
            let along = [level, level + 1].map(|at| at as f64 / count as f64);
            for side in 0..sides {
                let turns = [side, side + 1].map(|s| (s as f64 - 0.5) / sides as f64);
                let middle = side as f64 / sides as f64;
                let points = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(l, s)| pair[l].point(turns[s]));
                let cloth = cover([cos(middle), sin(middle)]);
                // Mirrored, so that there is no visible seam.
                let across = turns.map(|t| {
                    let t = (t - 0.25).rem_euclid(1.0);
                    1.0 - (2.0 * t - 1.0).abs()
                });
                let texels =
                    [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(l, s)| cloth.texel(across[s], along[l]));
                let slope = (pair[0].r[0] + pair[0].r[1] - pair[1].r[0] - pair[1].r[1]) / 2.0;
                let length = (pair[0].z - pair[1].z).max(1.0);
                let out = dvec3(cos(middle), sin(middle), -slope / length);
                self.quad(&points, &texels, cloth, out);
            }
        }
    }

    /// Adds a quad, or a triangle if two corners coincide.
    fn quad(&mut self, points: &[DVec3; 4], texels: &[[u8; 2]; 4], cloth: Cloth, out: DVec3) {
        let whole = points.map(whole);
        if whole[0] == whole[1] {
            let keep = [0, 2, 3];
            self.cloth(&keep.map(|i| points[i]), &keep.map(|i| texels[i]), cloth, out);
        } else if whole[2] == whole[3] {
            let keep = [0, 1, 2];
            self.cloth(&keep.map(|i| points[i]), &keep.map(|i| texels[i]), cloth, out);
        } else {
            self.cloth(points, texels, cloth, out);
        }
    }

    /// Adds a painted spike from a base of `sides` around `from` to the point `to`.
    pub fn spike(
        &mut self,
        from: impl Into<DVec3>,
        to: impl Into<DVec3>,
        radius: f64,
        sides: usize,
        colours: [Rgb; 2],
        blended: bool,
    ) {
        let (from, to) = (from.into(), to.into());
        let axis = (to - from).normalize();
        let helper = if axis.x.abs() < 0.8 { DVec3::X } else { DVec3::Y };
        let a = axis.cross(helper).normalize();
        let b = axis.cross(a);
        let around = |turns: f64| a * cos(turns) + b * sin(turns);
        for side in 0..sides {
            let turn = |s: usize| s as f64 / sides as f64;
            let out = around(turn(side) + 0.5 / sides as f64);
            let base = |s: usize| from + around(turn(s)) * radius;
            let points = [base(side), base(side + 1), to];
            self.paint(&points, &[colours[0], colours[0], colours[1]], out, blended);
        }
    }

    /// Adds a spike in both directions: a crystal.
    pub fn shard(
        &mut self,
        from: impl Into<DVec3>,
        to: impl Into<DVec3>,
        radius: f64,
        colours: [Rgb; 2],
        blended: bool,
    ) {
        let (from, to) = (from.into(), to.into());
        let waist = from + (to - from) * 0.3;
        self.spike(waist, to, radius, 5, colours, blended);
        self.spike(waist, from, radius, 5, colours, blended);
    }
}
