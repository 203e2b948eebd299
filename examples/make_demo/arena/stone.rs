//! The texture, and polygons that use it: eight bits, three rows of colours from dusk to the light of
//! crystals.

use glam::{DVec3, dvec3};
use gouraud::formats::Refusal;
use gouraud::formats::ff7::mesh::Mesh;
use gouraud::formats::ps1::tim::Tim;
use gouraud::formats::ps1::vram::{Depth, TexPage};
use gouraud_testing::build::ff7::mesh::MeshBuilder;
use gouraud_testing::build::tim::{self, clut_word};

use crate::make_demo::craft::battle;
use crate::make_demo::craft::canvas::{Canvas, Rgb, byte, mix, rgb, scale};
use crate::make_demo::craft::maths::{cos, ease, step};
use crate::make_demo::craft::noise::{self, cloudy};

const WIDTH: usize = 256;
const HEIGHT: usize = 128;
const CELL: f64 = 64.0;

/// Regions of 64 × 64 texels.
#[derive(Clone, Copy, PartialEq)]
pub enum Stone {
    Slabs,
    Cracked,
    Blocks,
    Grass,
    Frieze,
    Drum,
}

impl Stone {
    fn corner(self) -> [f64; 2] {
        match self {
            Stone::Slabs => [0.0, 0.0],
            Stone::Cracked => [64.0, 0.0],
            Stone::Blocks => [128.0, 0.0],
            Stone::Grass => [192.0, 0.0],
            Stone::Frieze => [0.0, 64.0],
            Stone::Drum => [64.0, 64.0],
        }
    }
}

/// Colour row of a polygon.
#[derive(Clone, Copy, PartialEq)]
pub enum Glow {
    Dusk,
    Faint,
    Crystal,
}

/// Texture coordinates of a whole region, in strip order.
pub const WHOLE: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];

/// Polygons of a part.
pub struct Masonry(MeshBuilder);

impl Masonry {
    pub fn new() -> Self {
        Self(MeshBuilder::new(TexPage(0xA6)))
    }

    /// Adds a quad in strip order whose front faces `out`; `texels` are fractions of the region.
    pub fn quad(
        &mut self,
        points: &[DVec3; 4],
        texels: &[[f64; 2]; 4],
        stone: Stone,
        out: DVec3,
        (light, glow): (f64, Glow),
    ) {
        let [u, v] = stone.corner();
        let uvs = texels.map(|[a, b]| {
            [u + a * (CELL - 1.0), v + b * (CELL - 1.0)].map(|texel| texel.round() as u8)
        });
        let clut = clut_word(320, 504 + glow as u16);
        let shade = (light * 128.0).clamp(0.0, 190.0) as u8;
        battle::textured(&mut self.0, points, &uvs, out, (clut, shade));
    }

    /// Adds a quad with the whole region, lit at its centre.
    pub fn wall(&mut self, points: &[DVec3; 4], stone: Stone, out: DVec3) {
        let middle = (points[0] + points[3]) * 0.5;
        self.quad(points, &WHOLE, stone, out, light(middle, out));
    }

    /// Adds a painted triangle or quad (in strip order) whose front faces `out`.
    pub fn paint(&mut self, points: &[DVec3], colours: &[Rgb], out: DVec3) {
        battle::painted(&mut self.0, points, |i| colours[i].map(byte), out, false);
    }

    pub fn finish(self) -> Result<Mesh, Refusal> {
        self.0.finish()
    }
}

/// Positions of the crystals on the floor.
pub const CRYSTALS: [[f64; 2]; 4] =
    [[-1180.0, -760.0], [1240.0, -620.0], [860.0, 1120.0], [-980.0, 1060.0]];

/// Light at a point of a face that faces `out`: dusk from the front, and that of nearby crystals.
pub fn light(at: DVec3, out: DVec3) -> (f64, Glow) {
    let out = out.normalize();
    let sun = dvec3(-0.72, -0.5, -0.48).normalize();
    let dusk = 0.40 + 0.12 * (0.5 - 0.5 * out[1]) + 0.5 * out.dot(sun).max(0.0);
    let mut cold: f64 = 0.0;
    for [x, z] in CRYSTALS {
        let (dx, dy, dz) = (x - at[0], -90.0 - at[1], z - at[2]);
        let far = (dx * dx + dy * dy + dz * dz).sqrt();
        let facing = out.dot(dvec3(dx, dy, dz).normalize()) * 0.6 + 0.5;
        cold = cold.max(facing.max(0.0) * (1.0 - far / 620.0).max(0.0));
    }
    let total = dusk.max(0.3 + 1.1 * cold);
    match cold {
        c if c > 0.42 => (total, Glow::Crystal),
        c if c > 0.14 => (total, Glow::Faint),
        _ => (total, Glow::Dusk),
    }
}

/// Grain of all stone.
fn grain(x: f64, y: f64, seed: u64) -> f64 {
    let fine = noise::unit(x as i64, y as i64, seed) - 0.5;
    1.0 + 0.34 * (cloudy(x, y, CELL, 5, seed) - 0.5) + 0.1 * fine
}

/// Lighter at the upper left edge of a block, dark in its joint.
fn joint(x: f64, y: f64, w: f64, h: f64) -> f64 {
    let (x, y) = (x.rem_euclid(w), y.rem_euclid(h));
    if x < 1.4 || y < 1.4 {
        0.46
    } else if x < 2.6 || y < 2.6 {
        1.16
    } else if x > w - 1.6 || y > h - 1.6 {
        0.8
    } else {
        1.0
    }
}

fn slabs(x: f64, y: f64) -> Rgb {
    let own = noise::unit((x / 32.0) as i64, (y / 32.0) as i64, 71);
    let base = mix(rgb(0x8E7F78), rgb(0xA8998A), own);
    scale(base, grain(x, y, 72) * joint(x, y, 32.0, 32.0))
}

fn cracked(x: f64, y: f64) -> Rgb {
    let way = 22.0 + 0.34 * y + 9.0 * (cloudy(0.0, y, CELL, 6, 75) - 0.5) * 3.0;
    let other = 58.0 - 0.62 * x + 22.0 * (cloudy(x, 3.0, CELL, 6, 76) - 0.5);
    let gap = (x - way).abs().min((y - other).abs());
    let stone = scale(slabs(x, y), 0.55 + 0.45 * ease(gap / 2.2));
    let moss = step(0.52, 0.66, cloudy(x, y, CELL, 3, 77)) * step(9.0, 1.0, gap);
    mix(stone, scale(rgb(0x5C7A3C), grain(x, y, 78)), 0.85 * moss)
}

fn blocks(x: f64, y: f64) -> Rgb {
    let row = (y / 16.0).floor();
    let shift = if row as i64 % 2 == 0 { 0.0 } else { 16.0 };
    let own = noise::unit(((x + shift).rem_euclid(CELL) / 32.0) as i64, row as i64, 81);
    let base = mix(rgb(0x7C6E6C), rgb(0x9C8C80), own);
    scale(base, grain(x, y, 82) * joint(x + shift, y, 32.0, 16.0))
}

fn grass(x: f64, y: f64) -> Rgb {
    let blade = noise::unit(x as i64, (y / 3.0) as i64, 91);
    let tone = cloudy(x, y, CELL, 4, 92);
    scale(mix(rgb(0x2E4428), rgb(0x7E8848), 0.55 * tone + 0.45 * blade), 0.8 + 0.4 * tone)
}

/// A meander between two mouldings.
fn frieze(x: f64, y: f64) -> Rgb {
    let (u, v) = (x.rem_euclid(32.0), y - 16.0);
    let line = |a: f64, from: f64, to: f64| (from..to).contains(&a);
    let inside = line(v, 0.0, 32.0)
        && (line(v, 0.0, 4.0)
            || (line(u, 0.0, 4.0) && line(v, 0.0, 28.0))
            || (line(v, 24.0, 28.0) && line(u, 0.0, 24.0))
            || (line(u, 20.0, 24.0) && line(v, 10.0, 28.0))
            || line(v, 10.0, 14.0) && line(u, 10.0, 24.0));
    let base = scale(rgb(0x9A8A7C), grain(x, y, 101));
    let moulding = 0.82 + 0.3 * cos(y.min(63.0 - y) / 16.0);
    scale(base, if inside { 0.55 } else { moulding })
}

/// Fluted, for the pillars.
fn drum(x: f64, y: f64) -> Rgb {
    let flute = 0.8 + 0.26 * cos(x / 16.0);
    let seam = if y.rem_euclid(32.0) < 1.5 { 0.5 } else { 1.0 };
    scale(rgb(0xA0907F), flute * seam * grain(x, y, 111))
}

pub fn picture() -> Result<Tim, Refusal> {
    let canvas = Canvas::new(WIDTH, HEIGHT, |x, y| {
        let (u, v) = (x.rem_euclid(CELL), y.rem_euclid(CELL));
        match ((x / CELL) as u32, (y / CELL) as u32) {
            (0, 0) => slabs(u, v),
            (1, 0) => cracked(u, v),
            (2, 0) => blocks(u, v),
            (3, 0) => grass(u, v),
            (0, 1) => frieze(u, v),
            (1, 1) => drum(u, v),
            // Not used yet.
            _ => [0.5; 3],
        }
    });
    let picture = canvas.reduced(256, 0.6);
    let lit = |amount: f64| {
        picture.recoloured(|[r, g, b]| {
            let grey = 0.3 * r + 0.59 * g + 0.11 * b;
            mix([r, g, b], [0.35 * grey, 0.95 * grey, 1.12 * grey], amount)
        })
    };
    let row = |colours: &[u16]| {
        // 0x0000 would be transparent.
        let mut row: Vec<u16> = colours.iter().map(|word| (*word).max(1)).collect();
        row.resize(256, 0x8000);
        row
    };
    let rows = [row(&picture.colours), row(&lit(0.34).colours), row(&lit(0.78).colours)];
    tim::indexed(Depth::Eight, (384, 0), WIDTH as u16, &picture.indices, (320, 504), &rows)
}
