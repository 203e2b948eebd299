//! The floor, its rim, and the meadow around it.

use glam::{DVec3, dvec3};
use gouraud::formats::Refusal;
use gouraud::formats::ff7::mesh::Mesh;

use super::stone::{Glow, Masonry, Stone, WHOLE, light};
use crate::make_demo::craft::maths::{cos, sin};
use crate::make_demo::craft::noise::hash;
use crate::make_demo::craft::space::{around, strip};

const TILE: f64 = 260.0;
const UP: DVec3 = dvec3(0.0, -1.0, 0.0);
/// Radius of the floor, and depth of the meadow below it.
pub const RIM: f64 = 1900.0;
pub const STEP: f64 = 110.0;
const SIDES: usize = 32;

/// Corners of a region in strip order, turned by quarters.
fn turned(quarters: u64) -> [[f64; 2]; 4] {
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let at = |i: u64| square[((i + quarters) % 4) as usize];
    [at(0), at(1), at(3), at(2)]
}

/// Point of a circle in a direction.
fn rim_at(turns: f64, radius: f64, y: f64) -> DVec3 {
    dvec3(radius * sin(turns), y, -radius * cos(turns))
}

pub fn floor() -> Result<Mesh, Refusal> {
    let mut part = Masonry::new();
    let half = (RIM / TILE).ceil() as i64;
    for i in -half..half {
        for j in -half..half {
            let corner = |di: i64, dj: i64| {
                let (x, z) = ((i + di) as f64 * TILE, (j + dj) as f64 * TILE);
                // Corners beyond the rim are moved to it.
                let far = (x * x + z * z).sqrt();
                let back = if far > RIM { RIM / far } else { 1.0 };
                (dvec3(x * back, 0.0, z * back), far)
            };
            let corners = [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)];
            if corners.iter().all(|(_, far)| *far >= RIM) {
                continue;
            }
            let points = corners.map(|(at, _)| at);
            let middle = dvec3((i as f64 + 0.5) * TILE, 0.0, (j as f64 + 0.5) * TILE);
            let chance = hash(i, j, 401);
            let stone = if chance % 7 < 2 { Stone::Cracked } else { Stone::Slabs };
            let (dusk, glow) = light(middle, UP);
            // Worn brighter in the middle.
            let far = (middle.x * middle.x + middle.z * middle.z).sqrt() / RIM;
            let worn = if glow == Glow::Dusk { 1.22 - 0.5 * far } else { 1.0 };
            let own = 0.94 + 0.12 * (chance >> 8 & 0xFF) as f64 / 255.0;
            part.quad(&points, &turned(chance >> 16), stone, UP, (dusk * worn * own, glow));
        }
    }
    ring(&mut part, 560.0, 690.0);
    rim(&mut part);
    part.finish()
}

/// A band of ornament, a little above the slabs.
fn ring(part: &mut Masonry, inner: f64, outer: f64) {
    for turns in around(SIDES) {
        let points = strip(turns, |t| rim_at(t, outer, -5.0), |t| rim_at(t, inner, -5.0));
        let texels = [[0.0, 0.1], [1.0, 0.1], [0.0, 0.9], [1.0, 0.9]];
        part.quad(&points, &texels, Stone::Frieze, UP, (0.92, Glow::Dusk));
    }
}

/// The edge of the floor, down to the meadow.
fn rim(part: &mut Masonry) {
    for turns in around(SIDES) {
        let middle = (turns[0] + turns[1]) / 2.0;
        let out = rim_at(middle, 1.0, 0.0);
        let at = rim_at(middle, RIM, -16.0);
        let inner = |t: f64| rim_at(t, RIM - 70.0, -16.0);
        let top = |t: f64| rim_at(t, RIM + 40.0, -16.0);
        let low = |t: f64| rim_at(t, RIM + 60.0, STEP);
        let floor = |t: f64| rim_at(t, RIM - 70.0, 0.0);
        part.quad(&strip(turns, inner, top), &WHOLE, Stone::Frieze, UP, light(at, UP));
        part.quad(&strip(turns, top, low), &WHOLE, Stone::Blocks, out, light(at, out));
        let kerb = [[0.0, 0.0], [1.0, 0.0], [0.0, 0.15], [1.0, 0.15]];
        part.quad(&strip(turns, inner, floor), &kerb, Stone::Blocks, -out, light(at, -out));
    }
}

/// Grass down to the edge of the rock, which rises from the clouds.
pub fn meadow() -> Result<Mesh, Refusal> {
    let mut part = Masonry::new();
    let rings = [
        (RIM - 20.0, STEP, 0.74),
        (2160.0, STEP + 12.0, 0.66),
        (2480.0, STEP + 4.0, 0.54),
        (2900.0, STEP + 20.0, 0.46),
        (3250.0, STEP + 110.0, 0.38),
        (3450.0, STEP + 420.0, 0.2),
    ];
    for (level, pair) in rings.windows(2).enumerate() {
        for (side, turns) in around(SIDES).enumerate() {
            let hill = |s: usize, level: usize| {
                let chance = hash((side + s) as i64 % SIDES as i64, level as i64, 411);
                if level == 0 || level + 1 == rings.len() {
                    0.0
                } else {
                    (chance & 0xFF) as f64 / 255.0 * 26.0 * level as f64
                }
            };
            let point = |l: usize, s: usize| {
                let (radius, y, _) = pair[l];
                rim_at(turns[s], radius, y - hill(s, level + l))
            };
            let points = [point(0, 0), point(0, 1), point(1, 0), point(1, 1)];
            let chance = hash(side as i64, level as i64, 421);
            let own = 0.9 + 0.2 * (chance >> 9 & 0xFF) as f64 / 255.0;
            let shade = (pair[0].2 + pair[1].2) / 2.0 * own;
            part.quad(&points, &turned(chance), Stone::Grass, UP, (shade, Glow::Dusk));
        }
    }
    part.finish()
}
